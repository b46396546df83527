/// JSON as commands print it. Scalars that would act on a terminal or deceive a reader are written as escapes, so that a
/// terminal and a pipe get the same bytes, and parsers get the same values.
///
/// ``JSONWriter`` and the wire leave such scalars as they are: RFC 8259 asks for no more than C0 to be escaped, and the
/// bodies of cards travel byte for byte.
package enum PrintableJSON {
    /// More marks on one character only break the lines above and below it.
    private static let mostMarks = 4

    /// - Parameter json: A JSON text, or several with line breaks between them. What is not JSON comes out just as harmless,
    ///   but not as JSON.
    package static func text(_ json: String) -> String {
        guard json.utf8.contains(where: { !isPlain($0) }) else { return json }
        var result = String.UnicodeScalarView()
        result.reserveCapacity(json.utf8.count + 64)
        var previous: Unicode.Scalar = "\n"
        var marks = 0
        for scalar in json.unicodeScalars {
            // In JSON these stand between values only: within a text they are escapes already.
            let isBlank = scalar == "\t" || scalar == "\r"
            let isMark = scalar.isCombiningMark
            marks = isMark ? marks + 1 : 0
            if isBlank {
                result.append(" ")
            } else if scalar != "\n", scalar.isUnprintable || marks > mostMarks || (isMark && previous == "\"") {
                result.append(contentsOf: escape(scalar))
            } else {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    /// - Parameter json: The same in UTF-8; what is none becomes U+FFFD.
    package static func text(_ json: some Collection<UInt8>) -> String { text(String(decoding: json, as: UTF8.self)) }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == .newline }

    /// Beyond U+FFFF a surrogate pair, as RFC 8259 (section 7) asks for.
    private static func escape(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        var text = ""
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return text.unicodeScalars
    }
}
