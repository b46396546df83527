/// Detects whether a terminal supports hyperlinks in text (OSC 8).
///
/// A terminal cannot be queried for this. Terminals without support should ignore the sequence, but some print it. So
/// it is sent only to terminals that are known to support it, by the environment variables they set. Inside tmux, only
/// tmux matters: it supports the sequence since 3.4, and removes it if the outer terminal does not support it.
package enum HyperlinkSupport {
    /// - Parameter variables: The environment.
    package static func isLikely(_ variables: [String: String]) -> Bool {
        let type = variables["TERM"] ?? ""
        let program = variables["TERM_PROGRAM"] ?? ""
        if variables["TMUX"] != nil || program == "tmux" {
            return program == "tmux" && TerminalVersion(variables["TERM_PROGRAM_VERSION"]).isAtLeast(3, 4)
        }
        // GNU screen passes on the variables of the outer terminal, but not the sequence.
        if variables["STY"] != nil || type.hasPrefix("screen") || type == "linux" { return false }
        if types.contains(where: { type.hasPrefix($0) }) || programs.contains(program) { return true }
        if let version = variables["VTE_VERSION"].flatMap({ Int($0) }), version >= 5000 { return true }
        if let version = variables["KONSOLE_VERSION"].flatMap({ Int($0) }), version >= 201_200 { return true }
        return ["WT_SESSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "DOMTERM"].contains { variables[$0] != nil }
    }

    private static let types = ["xterm-kitty", "foot", "alacritty", "xterm-ghostty", "wezterm", "contour", "rio"]
    private static let programs: Set = ["iTerm.app", "WezTerm", "ghostty", "vscode", "mintty", "rio", "Hyper", "Tabby"]
}
