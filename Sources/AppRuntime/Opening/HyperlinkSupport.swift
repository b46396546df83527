/// Whether a terminal can be told that text is a link (OSC 8).
///
/// There is no way to ask. Terminals that do not know the sequence should skip it, but some print it, so it is sent
/// only to those that are known to have it, by the variables they set. Inside tmux it is tmux that counts, which has
/// it since 3.4 and takes it out where the outer terminal lacks it.
package enum HyperlinkSupport {
    /// - Parameter variables: The environment.
    package static func isLikely(_ variables: [String: String]) -> Bool {
        let type = variables["TERM"] ?? ""
        let program = variables["TERM_PROGRAM"] ?? ""
        if variables["TMUX"] != nil || program == "tmux" {
            return program == "tmux" && TerminalVersion(variables["TERM_PROGRAM_VERSION"]).isAtLeast(3, 4)
        }
        // GNU screen passes the variables of the terminal around it on, and the sequence not.
        if variables["STY"] != nil || type.hasPrefix("screen") || type == "linux" { return false }
        if types.contains(where: { type.hasPrefix($0) }) || programs.contains(program) { return true }
        if let version = variables["VTE_VERSION"].flatMap({ Int($0) }), version >= 5000 { return true }
        if let version = variables["KONSOLE_VERSION"].flatMap({ Int($0) }), version >= 201_200 { return true }
        return ["WT_SESSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "DOMTERM"].contains { variables[$0] != nil }
    }

    private static let types = ["xterm-kitty", "foot", "alacritty", "xterm-ghostty", "wezterm", "contour", "rio"]
    private static let programs: Set = ["iTerm.app", "WezTerm", "ghostty", "vscode", "mintty", "rio", "Hyper", "Tabby"]
}
