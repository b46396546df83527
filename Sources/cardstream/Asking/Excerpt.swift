internal import Cards

/// The part of a text that fits into a card: the whole text, or its head and tail with the number of omitted
/// characters.
struct Excerpt: Equatable {
    var head: String
    /// The end of the text; nil if ``head`` is the whole text.
    var tail: String?
    /// The number of omitted characters (Unicode scalars) between head and tail.
    var leftOut = 0

    /// The tail gets one of this many parts of the room.
    private static let tailPart = 3

    /// - Parameters:
    ///   - characters: The maximum number of Unicode scalars.
    ///   - bytes: The maximum number of bytes when encoded as a JSON string.
    init(_ text: String, characters: Int, bytes: Int) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > characters || Self.bytes(of: text) > bytes else {
            (head, tail) = (text, nil)
            return
        }
        let tailCount = Self.count(
            of: scalars.reversed(), characters: characters / Self.tailPart, bytes: bytes / Self.tailPart)
        let headCount = Self.count(
            of: scalars.dropLast(tailCount), characters: characters - characters / Self.tailPart,
            bytes: bytes - bytes / Self.tailPart)
        head = String(String.UnicodeScalarView(scalars.prefix(headCount)))
        tail = String(String.UnicodeScalarView(scalars.suffix(tailCount)))
        leftOut = scalars.count - headCount - tailCount
    }

    /// The number of scalars, from the first one, that fit.
    private static func count(of scalars: some Sequence<Unicode.Scalar>, characters: Int, bytes: Int) -> Int {
        var (count, used) = (0, 0)
        for scalar in scalars {
            used += Self.bytes(of: scalar)
            guard count < characters, used <= bytes else { break }
            count += 1
        }
        return count
    }

    /// The number of bytes of a text when encoded as a JSON string, without the quotes.
    static func bytes(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + bytes(of: $1) } }

    private static func bytes(of scalar: Unicode.Scalar) -> Int {
        switch scalar {
        case "\"", "\\", "\n", "\t", "\r": 2
        case _ where scalar.value < 0x20: 6
        default: UTF8.width(scalar)
        }
    }

    /// "… 1,234 characters omitted …", in bold. It is separate Markdown, so text within a code block cannot imitate it.
    var mark: String { "**… \(Self.grouped(leftOut)) \(leftOut == 1 ? "character" : "characters") omitted …**" }

    /// The number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "," }
            text.append(digit.element)
        }
    }
}
