package import Canvas

extension Clipboard {
    /// The way to the clipboard by what the terminal reports about itself. There is no way to ask.
    ///
    /// Of tmux this is second best after ``TmuxClipboard``: it takes the plain sequence where its option
    /// `set-clipboard` is on, and hands wrapped ones on without being told to only before 3.3 (tmux change log,
    /// `allow-passthrough`). GNU screen and the Linux console support none.
    /// - Parameter variables: The environment.
    package init(_ variables: [String: String]) {
        if variables["TMUX"] != nil || variables["TERM_PROGRAM"] == "tmux" {
            // It says which it is since 3.2.
            self = TerminalVersion(variables["TERM_PROGRAM_VERSION"]).isAtLeast(3, 3) ? .plain : .throughTmux
        } else if variables["STY"] != nil || variables["TERM"] == "linux" {
            self = .none
        } else {
            self = .plain
        }
    }
}
