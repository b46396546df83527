/// The optional terminal features to use, if the terminal supports them.
package struct FeatureChoice: Hashable, Sendable {
    package enum Progress: Hashable, Sendable {
        case off
        /// Only in terminals that are known to show progress. `isInEnvironment` says whether the environment indicates
        /// such a terminal; it is used if the terminal does not report its name.
        case known(isInEnvironment: Bool)
        case always
    }

    package enum Notifications: Hashable, Sendable {
        case off
        case asked
        /// Also through tmux, which must be configured to pass sequences on. A reply reaches the active pane, even if
        /// that is not ours.
        case throughTmux
    }

    /// Synchronized output, grapheme clusters and colour scheme reports.
    package var modes: Bool
    /// In-band reports of the terminal's size.
    package var sizeReports: Bool
    package var progress: Progress
    /// Notifications that the user can respond to.
    package var notifications: Notifications
    /// Whether to ask the terminal for 24-bit colour support, if it is not known otherwise.
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
