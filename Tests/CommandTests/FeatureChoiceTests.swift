import AppCore
import AppRuntime
import CursesTerminal
import Testing

@testable import cardstream

/// The terminal features that the viewer requests.
struct FeatureChoiceTests {
    private func config(_ change: (inout Config) -> Void = { _ in }) -> Config {
        var config = Config()
        config.notifications.rules = [.init(priorities: 1...10, notifies: true, rings: false)]
        change(&config)
        return config
    }

    @Test func `all terminal features are used unless a setting turns them off`() {
        #expect(
            FeatureChoice(config(), [:])
                == FeatureChoice(
                    modes: true, sizeReports: true, progress: .known(isInEnvironment: false), notifications: .asked,
                    trueColor: true))
        let nothing = config {
            $0.usesTerminalModes = false
            $0.usesSizeReports = false
            $0.progress = .off
            $0.notifyButtons = .off
            $0.asksTrueColor = false
        }
        #expect(FeatureChoice(nothing, [:]) == FeatureChoice())
    }

    @Test func `two terminals with progress are known by their variables, but not within a multiplexer`() {
        func progress(_ variables: [String: String]) -> FeatureChoice.Progress {
            FeatureChoice(config(), variables).progress
        }
        #expect(progress(["WT_SESSION": "1"]) == .known(isInEnvironment: true))
        #expect(progress(["ConEmuANSI": "ON"]) == .known(isInEnvironment: true))
        #expect(progress(["ConEmuANSI": "OFF"]) == .known(isInEnvironment: false))
        #expect(progress(["WT_SESSION": "1", "TMUX": "x"]) == .known(isInEnvironment: false))
        #expect(FeatureChoice(config { $0.progress = .on }, [:]).progress == .always)
    }

    @Test func `notification support is queried if the terminal is to show notifications`() {
        func notifications(
            _ variables: [String: String] = [:], _ change: (inout Config) -> Void = { _ in }
        ) -> FeatureChoice.Notifications { FeatureChoice(config(change), variables).notifications }
        #expect(notifications() { $0.notifications.rules = [] } == .off)
        #expect(notifications() { $0.notifyBy = .bell } == .off)
        #expect(notifications() { $0.notifyBy = .osc99 } == .asked)
        #expect(notifications(["TMUX": "x"]) == .off)
        #expect(notifications(["TMUX": "x"]) { $0.notifyButtons = .tmux } == .throughTmux)
        #expect(notifications(["SSH_TTY": "x"]) { $0.notifyButtons = .tmux } == .asked)
    }

    @Test(arguments: ["NO_COLOR", "FORCE_COLOR"]) func `a setting of colours is not verified by a query`(
        variable: String
    ) {
        #expect(!FeatureChoice(config(), [variable: "1"]).trueColor)
    }

    @Test func `doctor says if the terminal cannot be queried`() {
        #expect(
            DoctorChecks.features(nil, hasTrueColor: false) == [
                Check("features", .ok, "unknown without a terminal")
            ])
    }
}
