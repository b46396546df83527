package import AppCore
package import Cards
package import Theming

/// All settings of a user, merged in this order: defaults, file, file of the profile, environment, flags.
///
/// ``ConfigKey`` lists each setting once, with its name, kind and help. The configuration reader, error messages,
/// `doctor` and the manual use that list.
package struct Config: Sendable, Equatable {
    /// The server's address; nil uses the profile's own feed, whose server runs inside the viewer.
    package var server: String?
    /// The id of the server's environment.
    package var environment = "development"
    package var stream: StreamID = "inbox"
    /// The containers and screens of the file; nil shows only ``stream``.
    package var screens: ScreensConfig?
    /// The sources of cards in addition to the feed, in the order of the file.
    package var sources: [SourceConfig] = []
    /// The name of the first screen to show; empty for the first screen of the file.
    package var screen = ""
    /// The layout of vertical containers that do not specify one.
    package var layout = ContainerOptions.Layout.cards
    package var user: UserID = "me"
    package var profile = "default"
    package var tokenFile: String?
    /// A shell command that prints a token.
    package var tokenCommand: String?
    /// Set only through the environment, because a token must not be in a file that may be shared.
    package var token: String?
    /// The file with the viewer key, which is used together with a token.
    package var viewerKeyFile: String?
    /// Set only through the environment.
    package var viewerKey: String?
    /// The file with the publisher key.
    package var publisherKeyFile: String?
    /// Set only through the environment.
    package var publisherKey: String?
    package var apiProtocol: APIProtocol = .websocket
    /// The seconds between polls if the server cannot push; 0 loads once and does not poll.
    package var pollInterval: Double = 15
    /// The seconds during which an answer can be undone before it is sent; 0 sends immediately.
    package var undoWindow: Double = 5
    /// The rules for which new cards the user is notified of.
    package var notifications = NotificationRules()
    package var notifyBy = NotifyBy.auto
    package var notifyButtons = NotifyButtons.auto
    package var caFile: String?
    /// The file with the user's SSH key, which signs answers to questions that require a signature.
    package var signingKey: String?
    /// The servers that may be contacted, in the order of the file.
    package var requestRules: [RequestRule] = []
    /// The name of the theme; empty for the built-in theme that fits the terminal.
    package var theme = ""
    package var isMouseEnabled = true
    package var keyboard = Keyboard.auto
    /// Whether to use terminal modes that the terminal reports as supported: synchronized output, grapheme clusters,
    /// and colour scheme reports.
    package var usesTerminalModes = true
    /// Whether the terminal may report size changes in-band, if it supports this.
    package var usesSizeReports = true
    package var progress = Progress.auto
    /// Whether to ask the terminal for 24-bit colour support if the environment does not indicate it.
    package var asksTrueColor = true
    /// Whether to print lines instead of drawing a screen.
    package var isLinear = false
    package var appearance = Appearance.auto
    /// Whether publishers can set the themes of the containers that show their streams.
    package var usesPublisherThemes = true
    package var reducesMotion = false
    package var textSize = TextSize.standard
    /// Whether the publisher receives reports of what the user sees and does, in addition to answers.
    package var sendsAnalytics = true
    package var hyperlinks = Hyperlinks.auto
    package var hasNerdFont = false
    package var images = Images.auto
    /// The colours of categories, by name in lower case. The theme chooses the colours of other categories.
    package var categories: [String: String] = [:]
    /// Values of runtime variables, by name.
    package var runtimeVariables: [String: String] = [:]
    /// A shell command that prints values of runtime variables.
    package var runtimeVariablesCommand: String?
    package var logLevel = "info"
    package var listen = "127.0.0.1:8787"
    package var serveData: String?
    /// The file with the keys of the server; nil uses random keys that are stored in its data directory.
    package var serveKeys: String?

    /// The maximum size of a file that a user sends to the server, in MiB.
    package var serveMaxUpload = 20.0
    package var serveMaxConnections = 1024
    /// The maximum connections per address before they authenticate; 0 for no limit.
    package var serveMaxUnauthenticatedPerAddress = 64
    package var servePrivateWebhooks = false
    package var servePollOnly = false
    /// The address at which users reach the server, for invitations; nil uses the listening address.
    package var serveURL: String?

    /// The background that a theme is resolved for; `auto` follows the terminal.
    package enum Appearance: String, Sendable, CaseIterable { case auto, dark, light }
    package enum Hyperlinks: String, Sendable, CaseIterable { case auto, always, never }
    /// Whether to use the kitty keyboard protocol; `auto` uses it if the terminal supports it.
    package enum Keyboard: String, Sendable, CaseIterable { case auto, legacy }
    /// Whether to show progress in the terminal; `auto` if the terminal is known to support it.
    package enum Progress: String, Sendable, CaseIterable { case auto, off, on }
    /// Whether notifications have the buttons of cards; `auto` if the terminal reports support.
    package enum NotifyButtons: String, Sendable, CaseIterable { case auto, tmux, off }
    /// How images are drawn; `auto` queries the terminal.
    package enum Images: String, Sendable, CaseIterable { case auto, kitty, sixel, symbols, off }
    /// How the user is notified; `auto` chooses what the terminal supports.
    package enum NotifyBy: String, Sendable, CaseIterable {
        case auto, osc99, osc777, osc9
        case notifySend = "notify-send"
        case bell
    }
    package enum APIProtocol: String, Sendable, CaseIterable { case websocket, http }

    package init() {}

    /// The network policy; nil if there are no rules.
    package var requestPolicy: RequestPolicy? { requestRules.isEmpty ? nil : RequestPolicy(requestRules) }
}
