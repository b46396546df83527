internal import AppCore
internal import AppRuntime
internal import CursesTerminal

extension Setup {
    /// The features of today's terminals that the user wants, where the terminal has them.
    var featureChoice: FeatureChoice {
        FeatureChoice(
            modes: config.usesTerminalModes, sizeReports: config.usesSizeReports, progress: progressChoice,
            notifications: notificationChoice,
            trueColor: config.asksTrueColor && ColorPreference(variables).mayAskTerminal)
    }

    private var progressChoice: FeatureChoice.Progress {
        switch config.progress {
        case .auto: .known(isInEnvironment: namesProgressTerminal)
        case .on: .always
        case .off: .off
        }
    }

    /// Whether the environment names Windows Terminal or ConEmu, which do not tell their names. Multiplexers hand these
    /// variables on.
    private var namesProgressTerminal: Bool {
        guard variables["TMUX"] == nil, variables["STY"] == nil else { return false }
        return variables["WT_SESSION"] != nil || variables["ConEmuANSI"] == "ON"
    }

    /// Only where notifications are wanted by the terminal's own sequence.
    private var notificationChoice: FeatureChoice.Notifications {
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
