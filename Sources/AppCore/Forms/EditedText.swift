/// The text of a field after it was edited in an editor program.
package enum EditedText: Hashable, Sendable {
    /// The edited text, and the number of control characters that were removed from it.
    case text(String, leftOut: Int)
    /// Why the text cannot be used.
    case refused(reason: String)

    /// The maximum size of an edited file in bytes: far larger than any form needs, and small enough that every key
    /// stays fast.
    package static let limit = 1 << 20

    /// Reads the content of the edited file. Removes one line break at the end, which editors add, and converts CR LF
    /// line breaks.
    package init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit else {
            self = .refused(reason: Strings.Editor.tooLong)
            return
        }
        guard !bytes.contains(0), let whole = String(validating: bytes, as: UTF8.self) else {
            self = .refused(reason: Strings.Editor.notText)
            return
        }
        var text = whole.hasPrefix("\u{FEFF}") ? String(whole.unicodeScalars.dropFirst()) : whole
        text = text.replacing("\r\n", with: "\n")
        if text.hasSuffix("\n") { text.removeLast() }
        var kept = String.UnicodeScalarView()
        var leftOut = 0
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            if isControl { leftOut += 1 } else { kept.append(scalar) }
        }
        self = .text(String(kept), leftOut: leftOut)
    }

    /// The content of the file that the editor opens. Editors expect a line break at the end of a text.
    package static func file(of text: String) -> String { text.isEmpty ? "" : text + "\n" }
}
