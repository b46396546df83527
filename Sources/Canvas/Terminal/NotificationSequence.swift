/// The escape sequence that asks a terminal to show a desktop notification.
package enum NotificationSequence: String, Hashable, Sendable, CaseIterable {
    /// kitty, foot: base64, so that any text is safe.
    case osc99
    /// urxvt, foot, Ghostty, WezTerm.
    case osc777
    /// iTerm2, WezTerm, Windows Terminal, ConEmu.
    case osc9

    /// The longest title or body, in characters: a notification is a line or two.
    private static let limit = 200

    /// The sequence. Safe text has no control characters, so it cannot end the sequence early; separators in it are
    /// replaced.
    package func text(title: SafeText, body: SafeText) -> String {
        let title = String(title.string.prefix(Self.limit))
        let body = String(body.string.prefix(Self.limit))
        switch self {
        case .osc99:
            func part(_ options: String, _ text: String) -> String {
                "\u{1B}]99;i=cardstream:e=1:\(options);\(Clipboard.base64(Array(text.utf8)))\u{1B}\\"
            }
            return part("d=0:p=title", title) + part("d=1:p=body", body)
        case .osc777:
            return "\u{1B}]777;notify;\(title.replacing(";", with: ","));\(body.replacing(";", with: ","))\u{1B}\\"
        case .osc9:
            // ConEmu would interpret a leading number and semicolon.
            return "\u{1B}]9;\(title): \(body.replacing(";", with: ","))\u{1B}\\"
        }
    }
}
