import CCurses
import Canvas

/// The sequences that ncurses does not handle: further modes, the window title, and resetting the terminal for the
/// shell.
///
/// These modes are set without asking the terminal, so nothing can stall; for others see ``FeatureQuery``.
struct TerminalModes {
    /// Whether the terminal follows xterm's conventions; others get none of these sequences.
    let speaksXterm: Bool
    private let capabilities: (showCursor: String, keypadOff: String, plain: String, leaveScreen: String, clear: String)

    /// Reads the terminal database; requires a successful `setupterm`.
    init() {
        speaksXterm = ccurses_flag("XT") || ccurses_capability("kmous") != nil
        func text(_ name: String) -> String {
            ccurses_capability(name).map { Self.withoutPadding(String(cString: $0)) } ?? ""
        }
        capabilities = (text("cnorm"), text("rmkx"), text("sgr0"), text("rmcup"), text("clear"))
    }

    /// Saves the title, and enables bracketed paste and focus reports. Terminals ignore modes that they do not know.
    var enter: String {
        speaksXterm ? "\u{1B}[22;2t\u{1B}[?2004h\u{1B}[?1004h" : ""
    }

    /// Disables everything that `enter` and frames enable.
    var leave: String {
        speaksXterm ? mouse(false) + "\u{1B}[?1004l\u{1B}[?2004l\u{1B}[23;2t" : ""
    }

    /// Sent after `endwin`: a terminal without an alternate screen, such as the Linux console, would otherwise keep the
    /// viewer's screen below the prompt.
    var wipe: String { capabilities.leaveScreen.isEmpty ? capabilities.clear : "" }

    /// Written after a crash: `leave`, then cursor, plain text and the shell's screen.
    var reset: String {
        (speaksXterm ? KeyboardQuery.reset : "") + leave + capabilities.keypadOff + capabilities.plain + "\u{1B}[0m"
            + capabilities.showCursor
            + capabilities.leaveScreen + wipe
    }

    /// Enables reports of presses, releases and drags, in the form without coordinate limits.
    func mouse(_ isOn: Bool) -> String {
        guard speaksXterm else { return "" }
        return isOn ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l"
    }

    /// Sets the window title. Safe text has no control characters, so it cannot end the sequence early.
    func title(_ text: SafeText) -> String {
        guard speaksXterm else { return "" }
        return "\u{1B}]2;" + TextLayout.truncate(SafeText(text.string), width: 200).string + "\u{07}"
    }

    /// Capabilities may contain delays (`$<5>`), which are for tputs and not for the terminal.
    private static func withoutPadding(_ capability: String) -> String {
        var rest = Substring(capability)
        var text = ""
        while let start = rest.firstIndex(of: "$"), rest[start...].hasPrefix("$<"),
            let end = rest[start...].firstIndex(of: ">")
        {
            text += rest[..<start]
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}
