/// JSON as commands print it. Scalars that could control a terminal or mislead a reader are escaped, so that terminals
/// and pipes get the same bytes and parsers the same values.
///
/// ``JSONWriter`` and the wire format leave such scalars unchanged: RFC 8259 requires only C0 to be escaped, and card
/// bodies are transmitted byte for byte.
package enum PrintableJSON {
    /// The maximum number of combining marks on one character. More would only overlap the neighbouring lines.
    private static let maxMarks = 4

    /// - Parameter json: One or more JSON texts separated by line breaks. Other text is made safe too, but the result
    ///   is not JSON.
    package static func text(_ json: String) -> String {
        guard json.utf8.contains(where: { !isPlain($0) }) else { return json }
        var result = String.UnicodeScalarView()
        result.reserveCapacity(json.utf8.count + 64)
        var previous: Unicode.Scalar = "\n"
        var marks = 0
        for scalar in json.unicodeScalars {
            // In JSON these occur only between values: within strings they are escaped.
            let isBlank = scalar == "\t" || scalar == "\r"
            let isMark = scalar.isCombiningMark
            marks = isMark ? marks + 1 : 0
            if isBlank {
                result.append(" ")
            } else if scalar != "\n", scalar.isUnprintable || marks > maxMarks || (isMark && previous == "\"") {
                result.append(contentsOf: escape(scalar))
            } else {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    /// - Parameter json: UTF-8; invalid bytes become U+FFFD.
    package static func text(_ json: some Collection<UInt8>) -> String { text(String(decoding: json, as: UTF8.self)) }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == .newline }

    /// Scalars beyond U+FFFF are written as surrogate pairs (RFC 8259, section 7).
    private static func escape(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        var text = ""
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return text.unicodeScalars
    }
}
