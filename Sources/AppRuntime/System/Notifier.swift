package import Canvas

/// How to notify a user who is not looking at the terminal.
package enum Notifier: Hashable, Sendable {
    case terminal(NotificationSequence)
    /// `notify-send`.
    case program
    case bell

    /// The method that fits the terminal, according to the environment. If the terminal has none, the method is the
    /// desktop's own program, or the bell over SSH or without a desktop. The same applies inside tmux, which does not
    /// pass on notifications.
    ///
    /// - Parameter variables: The environment.
    package static func suited(to variables: [String: String]) -> Notifier {
        let isMultiplexed = variables["TMUX"] != nil || variables["STY"] != nil
        if !isMultiplexed {
            let type = variables["TERM"] ?? ""
            let program = variables["TERM_PROGRAM"] ?? ""
            if type.hasPrefix("xterm-kitty") || type.hasPrefix("foot") { return .terminal(.osc99) }
            if type.contains("ghostty") || program == "ghostty" || type.hasPrefix("rxvt-unicode") {
                return .terminal(.osc777)
            }
            if ["WezTerm", "iTerm.app"].contains(program) || variables["WT_SESSION"] != nil { return .terminal(.osc9) }
        }
        let isRemote = variables["SSH_CONNECTION"] != nil || variables["SSH_TTY"] != nil
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { variables[$0]?.isEmpty == false }
        return !isRemote && hasDesktop ? .program : .bell
    }
}
