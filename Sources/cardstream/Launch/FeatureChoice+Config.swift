internal import AppCore
internal import AppRuntime
internal import CursesTerminal

/// The optional terminal features that the user's settings allow, if the terminal supports them.
extension FeatureChoice {
    /// - Parameter variables: The environment.
    init(_ config: Config, _ variables: [String: String]) {
        self.init(
            modes: config.usesTerminalModes, sizeReports: config.usesSizeReports,
            progress: Self.progress(config, variables), notifications: Self.notifications(config, variables),
            trueColor: config.asksTrueColor && ColorPreference(variables).mayAskTerminal)
    }

    private static func progress(_ config: Config, _ variables: [String: String]) -> Progress {
        switch config.progress {
        case .auto: .known(isInEnvironment: namesProgressTerminal(variables))
        case .on: .always
        case .off: .off
        }
    }

    /// Whether the environment names Windows Terminal or ConEmu, which do not report their names. Not inside a
    /// multiplexer, because multiplexers pass on these variables.
    private static func namesProgressTerminal(_ variables: [String: String]) -> Bool {
        guard variables["TMUX"] == nil, variables["STY"] == nil else { return false }
        return variables["WT_SESSION"] != nil || variables["ConEmuANSI"] == "ON"
    }

    /// Off unless notifications are configured and use the terminal's own escape sequence.
    private static func notifications(_ config: Config, _ variables: [String: String]) -> Notifications {
        guard !config.notifications.rules.isEmpty, config.notifyBy == .auto || config.notifyBy == .osc99 else {
            return .off
        }
        let isInTmux = variables["TMUX"] != nil
        return switch config.notifyButtons {
        case .auto: isInTmux ? .off : .asked
        case .tmux: isInTmux ? .throughTmux : .asked
        case .off: .off
        }
    }
}
