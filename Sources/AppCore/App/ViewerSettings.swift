package import Basics
import Canvas

/// What the configuration or the host program sets. The user changes none of it while the viewer runs.
package struct ViewerSettings: Equatable, Sendable {
    package var zone: LocalZone
    /// What a week of the calendar begins with.
    package var firstWeekday: Weekday = .monday
    package var keymap: Keymap
    /// How often the server is asked while there is no push connection, in seconds; for the status line.
    package var pollingSeconds: Int
    package var features: TerminalFeatures
    /// The colours that the user gives to categories, as themes write them, by name in small letters.
    package var categories: [String: String] = [:]
    /// Whether nothing shall flash or run.
    package var reducesMotion = false
    /// Whether the screen is a part of another program's: containers alone, without a status line, and nothing at all
    /// where they have nothing to show.
    package var isEmbedded = false
    /// What is said before there was ever a card; nil leaves it to the containers.
    package var firstSteps: FirstSteps?
    /// Whether the host gives runtime variables their values.
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

    /// The host has other wishes about how cards look.
    mutating func changeAppearance(hasNerdFont: Bool, reducesMotion: Bool) {
        features.hasNerdFont = hasNerdFont
        self.reducesMotion = reducesMotion
    }

    /// The terminal reports how it shows pictures.
    mutating func receive(_ support: PictureSupport) {
        features.pictures = support
        features.awaitsPictures = false
    }
}
