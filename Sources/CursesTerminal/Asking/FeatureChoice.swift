/// Which features of today's terminals are used, where the terminal has them.
package struct FeatureChoice: Hashable, Sendable {
    package enum Progress: Hashable, Sendable {
        case off
        /// In terminals that are known to show it. `isInEnvironment`: whether the environment names such a terminal,
        /// which counts where the terminal does not report its name.
        case known(isInEnvironment: Bool)
        case always
    }

    package enum Notifications: Hashable, Sendable {
        case off
        case asked
        /// Also through tmux, which must pass sequences on. An answer reaches the active pane, whichever that is.
        case throughTmux
    }

    /// Synchronized output, grapheme clusters and reports of the colour scheme.
    package var modes: Bool
    /// Reports of the size among the input.
    package var sizeReports: Bool
    package var progress: Progress
    /// Notifications that can be answered.
    package var notifications: Notifications
    /// Whether the terminal is asked for 24-bit colours, if they are not known from elsewhere.
    package var trueColor: Bool

    package init(
        modes: Bool = false, sizeReports: Bool = false, progress: Progress = .off, notifications: Notifications = .off,
        trueColor: Bool = false
    ) {
        self.modes = modes
        self.sizeReports = sizeReports
        self.progress = progress
        self.notifications = notifications
        self.trueColor = trueColor
    }
}
