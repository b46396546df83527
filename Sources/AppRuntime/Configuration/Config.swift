package import AppCore
package import Cards
package import Theming

/// Everything a user can set, after defaults, file, environment and flags were merged in this order.
///
/// ``ConfigKey`` lists each setting once, with its name, its kind and its help; reader, error messages, `doctor` and
/// the manual come from there.
package struct Config: Sendable, Equatable {
    /// The server's address; nil runs the profile's own server inside the viewer.
    package var server: String?
    /// The id of the server's environment.
    package var environment = "development"
    package var stream: StreamID = "inbox"
    /// The containers and screens of the file; nil shows the one stream.
    package var screens: ScreensConfig?
    /// The sources of cards beside the feed, in the order of the file.
    package var sources: [SourceConfig] = []
    /// The name of the screen to begin with; empty for the first.
    package var screen = ""
    /// How cards below each other are laid out in containers that do not say it themselves.
    package var layout = ContainerOptions.Layout.cards
    package var user: UserID = "me"
    package var profile = "default"
    package var tokenFile: String?
    /// A shell command that prints a token.
    package var tokenCommand: String?
    /// From the environment only: a token has no place in a file that is shared.
    package var token: String?
    /// The viewer key, which goes with a token.
    package var viewerKeyFile: String?
    /// From the environment only.
    package var viewerKey: String?
    /// The key that may publish.
    package var publisherKeyFile: String?
    /// From the environment only.
    package var publisherKey: String?
    package var apiProtocol: APIProtocol = .websocket
    /// Seconds between polls where there is no push; 0 for one load and no more.
    package var pollInterval: Double = 15
    /// Seconds that an answer can be undone before it is sent; 0 sends at once.
    package var undoWindow: Double = 5
    /// For which new cards the user is called.
    package var notifications = NotificationRules()
    package var notifyBy = NotifyBy.auto
    package var notifyButtons = NotifyButtons.auto
    package var caFile: String?
    /// The user's SSH key, which signs answers to questions that want it.
    package var signingKey: String?
    /// Which servers are talked to, in the order of the file.
    package var requestRules: [RequestRule] = []
    /// Empty: whichever of the shipped themes fits the terminal.
    package var theme = ""
    package var isMouseEnabled = true
    package var keyboard = Keyboard.auto
    /// Whether modes are used that the terminal says it has: synchronized output, grapheme clusters, reports of the
    /// colour scheme.
    package var usesTerminalModes = true
    /// Whether the terminal reports its size by itself, where it can.
    package var usesSizeReports = true
    package var progress = Progress.auto
    /// Whether the terminal is asked for 24-bit colours where the environment does not say.
    package var asksTrueColor = true
    /// Lines in place of a screen.
    package var isLinear = false
    package var appearance = Appearance.auto
    /// Whether publishers say what the containers of their streams look like.
    package var usesPublisherThemes = true
    package var reducesMotion = false
    package var textSize = TextSize.standard
    /// Whether the publisher gets reports of what the user sees and does, in addition to answers.
    package var sendsAnalytics = true
    package var hyperlinks = Hyperlinks.auto
    package var hasNerdFont = false
    package var images = Images.auto
    /// The colours of categories, by name in small letters; the theme chooses those of others.
    package var categories: [String: String] = [:]
    /// Values of runtime variables, by name.
    package var runtimeVariables: [String: String] = [:]
    /// A shell command that prints values of runtime variables.
    package var runtimeVariablesCommand: String?
    package var logLevel = "info"
    package var listen = "127.0.0.1:8787"
    package var serveData: String?
    /// Who may use the server; nil uses random keys kept in its data directory.
    package var serveKeys: String?

    /// The largest file a user may send to the server, in MiB.
    package var serveMaxUpload = 20.0
    package var serveMaxConnections = 1024
    /// 0 for no limit.
    package var serveMaxUnauthenticatedPerAddress = 64
    package var servePrivateWebhooks = false
    package var servePollOnly = false
    /// Where users reach the server, for invitations; nil is the address where it listens.
    package var serveURL: String?

    /// The background a theme is resolved for; `auto` goes by what the terminal says.
    package enum Appearance: String, Sendable, CaseIterable { case auto, dark, light }
    package enum Hyperlinks: String, Sendable, CaseIterable { case auto, always, never }
    /// Whether kitty's keyboard protocol is used; `auto` where the terminal has it.
    package enum Keyboard: String, Sendable, CaseIterable { case auto, legacy }
    /// Whether the terminal shows progress; `auto` where it is known to.
    package enum Progress: String, Sendable, CaseIterable { case auto, off, on }
    /// Whether notifications have the buttons of cards; `auto` where the terminal says that they can.
    package enum NotifyButtons: String, Sendable, CaseIterable { case auto, tmux, off }
    /// How images are drawn; `auto` asks the terminal.
    package enum Images: String, Sendable, CaseIterable { case auto, kitty, sixel, symbols, off }
    /// How the user is called; `auto` by what fits the terminal.
    package enum NotifyBy: String, Sendable, CaseIterable {
        case auto, osc99, osc777, osc9
        case notifySend = "notify-send"
        case bell
    }
    package enum APIProtocol: String, Sendable, CaseIterable { case websocket, http }

    package init() {}

    /// Nil without rules.
    package var requestPolicy: RequestPolicy? { requestRules.isEmpty ? nil : RequestPolicy(requestRules) }
}
