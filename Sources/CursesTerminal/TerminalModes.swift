import CCurses
import Canvas

/// The sequences around ncurses: modes it does not know, the window title, and the way back to the shell.
///
/// Modes are switched without asking the terminal anything, so nothing can stall on an answer.
struct TerminalModes {
    /// Whether the terminal follows xterm's conventions; others get none of these sequences.
    let speaksXterm: Bool
    private let capabilities: (showCursor: String, keypadOff: String, plain: String, leaveScreen: String, clear: String)

    /// Reads the terminal database; needs `setupterm` to have succeeded.
    init() {
        speaksXterm = ccurses_flag("XT") || ccurses_capability("kmous") != nil
        func text(_ name: String) -> String {
            ccurses_capability(name).map { Self.withoutPadding(String(cString: $0)) } ?? ""
        }
        capabilities = (text("cnorm"), text("rmkx"), text("sgr0"), text("rmcup"), text("clear"))
    }

    /// Title saved; pastes marked; focus and colour scheme reported. Programs that know none of these ignore them.
    var enter: String {
        speaksXterm ? "\u{1B}[22;2t\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?2031h" : ""
    }

    /// Everything `enter` and frames switch on, off again.
    var leave: String {
        speaksXterm ? mouse(false) + "\u{1B}[?2031l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[23;2t" : ""
    }

    /// After `endwin`: a terminal without a second screen, as the Linux console, would keep ours under the prompt.
    var wipe: String { capabilities.leaveScreen.isEmpty ? capabilities.clear : "" }

    /// What a crash writes: as `leave`, then the cursor, plain text and the shell's screen.
    var reset: String {
        leave + capabilities.keypadOff + capabilities.plain + "\u{1B}[0m" + capabilities.showCursor
            + capabilities.leaveScreen + wipe
    }

    /// Presses, releases and drags, in the form without coordinate limits.
    func mouse(_ isOn: Bool) -> String {
        guard speaksXterm else { return "" }
        return isOn ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l"
    }

    /// Sets the window title. Safe text has no controls, so nothing in it can end the sequence early.
    func title(_ text: SafeText) -> String {
        guard speaksXterm else { return "" }
        return "\u{1B}]2;" + TextLayout.truncate(SafeText(text.string), width: 200).string + "\u{07}"
    }

    /// Capabilities may hold delays (`$<5>`), meant for tputs and not for the terminal.
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
