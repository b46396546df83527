/// What an editor program made of a field's text.
package enum EditedText: Hashable, Sendable {
    /// The text to take, and how many control characters were left out of it.
    case text(String, leftOut: Int)
    /// Why nothing of it can be taken.
    case refused(reason: String)

    /// The largest file that is taken, in bytes: far beyond any form, small enough to keep every key fast.
    package static let limit = 1 << 20

    /// Reads the content of the file that was edited. The one line break that editors put at the end is no part of
    /// the text; the line ends of other systems become ours.
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

    /// What the file holds when the editor opens it: lines of text end with a line break.
    package static func file(of text: String) -> String { text.isEmpty ? "" : text + "\n" }
}
