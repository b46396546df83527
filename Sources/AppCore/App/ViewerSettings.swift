package import Basics
import Canvas

/// Settings from the configuration or the host program. The user cannot change them while the viewer runs.
package struct ViewerSettings: Equatable, Sendable {
    package var zone: LocalZone
    /// The first day of the week in the calendar.
    package var firstWeekday: Weekday = .monday
    package var keymap: Keymap
    /// The polling interval without a push connection, in seconds. Shown in the status line.
    package var pollingSeconds: Int
    package var features: TerminalFeatures
    /// The user's colours for categories, in the notation of themes, by lowercase category name.
    package var categories: [String: String] = [:]
    /// Whether animations are turned off.
    package var reducesMotion = false
    /// Whether the screen is embedded in another program: it shows only containers, without a status line, and is empty
    /// when they are.
    package var isEmbedded = false
    /// The introduction that is shown before the first card ever arrives; nil leaves it to the containers.
    package var firstSteps: FirstSteps?
    /// Whether the host resolves runtime variables.
    package var resolvesVariables = false

    package init(
        zone: LocalZone = .utc, keymap: Keymap = .standard, pollingSeconds: Int = 15,
        features: TerminalFeatures = TerminalFeatures()
    ) {
        self.zone = zone
        self.keymap = keymap
        self.pollingSeconds = pollingSeconds
        self.features = features
    }

    /// Applies the appearance that the host chose.
    mutating func changeAppearance(hasNerdFont: Bool, reducesMotion: Bool) {
        features.hasNerdFont = hasNerdFont
        self.reducesMotion = reducesMotion
    }

    /// Applies the terminal's report of how it shows pictures.
    mutating func receive(_ support: PictureSupport) {
        features.pictures = support
        features.awaitsPictures = false
    }
}
