import Basics

/// The escape sequence that asks a terminal to show a desktop notification.
package enum NotificationSequence: String, Hashable, Sendable, CaseIterable {
    /// kitty, foot: base64, so that any text is safe.
    case osc99
    /// urxvt, foot, Ghostty, WezTerm.
    case osc777
    /// iTerm2, WezTerm, Windows Terminal, ConEmu.
    case osc9

    /// The maximum length of a title or body, in characters. A notification has only a line or two.
    private static let limit = 200

    /// The sequences of a notification that the user can reply to (OSC 99). Texts are in base64.
    ///
    /// - Parameter support: The support that the terminal reported.
    package static func answerable(_ notification: DesktopNotification, _ support: NotificationSupport) -> String {
        let id = notification.id.string
        func part(_ keys: String, _ text: String) -> String {
            "\u{1B}]99;i=\(id):e=1:\(keys);\(Base64.text(Array(text.utf8)))\u{1B}\\"
        }
        func short(_ text: SafeText) -> String { String(text.string.prefix(limit)) }
        let reports = support.hasButtons ? ":a=focus,report" : ":a=focus"
        let closing = support.hasButtons && support.reportsClosing ? ":c=1" : ""
        var sequence = part("d=0:p=title\(reports)\(closing)", short(notification.title))
        if support.hasButtons, !notification.buttons.isEmpty {
            let labels = notification.buttons.map { String($0.string.prefix(DesktopNotification.longestLabel)) }
            sequence += part("d=0:p=buttons", labels.joined(separator: "\u{2028}"))
        }
        return sequence + part("d=1:p=body", short(notification.body))
    }

    /// Closes a notification that the user can reply to.
    package static func closing(_ id: NotificationID) -> String {
        "\u{1B}]99;i=\(id.string):p=close;\u{1B}\\"
    }

    /// The sequence. Safe text has no control characters, so it cannot end the sequence early; separators in it are
    /// replaced.
    package func text(title: SafeText, body: SafeText) -> String {
        let title = String(title.string.prefix(Self.limit))
        let body = String(body.string.prefix(Self.limit))
        switch self {
        case .osc99:
            func part(_ options: String, _ text: String) -> String {
                "\u{1B}]99;i=cardstream:e=1:\(options);\(Base64.text(Array(text.utf8)))\u{1B}\\"
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
