import Basics

/// How text is copied to the clipboard of the user's terminal, also over a remote connection (OSC 52).
package enum Clipboard: Hashable, Sendable {
    /// The terminal, or tmux with its option `set-clipboard`, accepts the sequence directly.
    case plain
    /// An old tmux needs the sequence wrapped to pass it to the outer terminal.
    case throughTmux
    /// The terminal is known not to support it.
    case none

    /// The maximum length of a text, in bytes. Some terminals drop sequences beyond about 8 KiB, and base64 adds a
    /// third.
    package static let limit = 6000

    /// The sequence that copies a text; nil if copying is not possible or the text is too long. The text appears in it
    /// only as base64.
    package func sequence(copying text: String) -> String? {
        guard self != .none, text.utf8.count <= Self.limit else { return nil }
        let copy = "\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{07}"
        guard self == .throughTmux else { return copy }
        return "\u{1B}Ptmux;" + copy.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    }
}
