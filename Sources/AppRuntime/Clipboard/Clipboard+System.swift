package import Canvas

extension Clipboard {
    /// The way to access the clipboard, derived from the environment, because a terminal cannot be queried for it.
    ///
    /// Within tmux, this is the second choice after ``TmuxClipboard``: tmux accepts the plain sequence if its option
    /// `set-clipboard` is on, and passes wrapped sequences on without configuration only before version 3.3 (tmux
    /// change log, `allow-passthrough`). GNU screen and the Linux console do not support either.
    /// - Parameter variables: The environment.
    package init(_ variables: [String: String]) {
        if variables["TMUX"] != nil || variables["TERM_PROGRAM"] == "tmux" {
            // tmux reports its version since 3.2.
            self = TerminalVersion(variables["TERM_PROGRAM_VERSION"]).isAtLeast(3, 3) ? .plain : .throughTmux
        } else if variables["STY"] != nil || variables["TERM"] == "linux" {
            self = .none
        } else {
            self = .plain
        }
    }
}
