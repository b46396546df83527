import AppCore
import Basics
package import Cards
import CurlTransport
import Theming

/// A setting: its name in the file, its permitted values, and where its value is stored.
package struct ConfigKey: Sendable {
    /// The name as in the file; a dot separates a table from its key.
    package let name: String
    package let kind: Kind
    /// The default, written as in the file.
    package let defaultValue: String
    package let help: String
    /// Whether the value is a secret, which is only read from the environment and never shown.
    package var isSecret = false
    let store: @Sendable (inout Config, Value) -> Void

    package enum Kind: Sendable, Equatable {
        case text
        /// A text that is an identifier.
        case identifier(IdentifierRule)
        /// The name of a directory, which must not be a path.
        case name
        /// The address of a server, or empty. Only the beginning is checked here; a wrong host is reported when it is
        /// contacted.
        case address
        case flag
        case number(ClosedRange<Double>)
        /// A number that is 0 or within the range.
        case numberOrOff(ClosedRange<Double>)
        /// A duration in seconds, which is 0 or within the range.
        case durationOrOff(ClosedRange<Double>)
        case choice([String])
        /// The notifications for new cards, by priority.
        case notificationRules
        /// Two times of day.
        case hours

        /// The permitted values, in words.
        package var expected: String {
            switch self {
            case .text: "a string in quotes"
            case .identifier(let rule): "a string, \(rule.expected)"
            case .name: "a name of letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit"
            case .address:
                "an address, \"https://HOST[:PORT]\" or \"http://HOST[:PORT]\", without a user name or password"
            case .flag: "true or false"
            case .number(let range): "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
            case .numberOrOff(let range):
                "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound)), or 0 for off"
            case .durationOrOff(let range):
                "a number of seconds from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound)), such as 15 or \"15s\", or 0 for off"
            case .notificationRules:
                "a list of priorities and how to notify, such as \"1-2 notify+bell, 3-5 notify, 6-10 off\", or \"\" for none"
            case .hours: "two times of day, such as \"22:00-07:00\", or \"\" for none"
            case .choice(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
            }
        }

        /// Whether the number is permitted.
        func allows(_ number: Double) -> Bool {
            switch self {
            case .number(let range): range.contains(number)
            case .numberOrOff(let range), .durationOrOff(let range): number == 0 || range.contains(number)
            case .text, .identifier, .name, .address, .flag, .choice, .notificationRules, .hours: false
            }
        }

        fileprivate static func plain(_ number: Double) -> String {
            number == number.rounded() ? String(Int(number)) : String(number)
        }

        /// Parses a value from a flag or an environment variable; nil if it is not permitted.
        func value(fromText text: String) -> Value? {
            switch self {
            case .text: return .text(text)
            case .identifier(let rule): return rule.allows(text) ? .text(text) : nil
            case .name: return ConfigKey.isName(text) ? .text(text) : nil
            case .address: return text.isEmpty || ConfigKey.isAddress(text) ? .text(text) : nil
            case .choice(let names): return names.contains(text) ? .text(text) : nil
            case .notificationRules: return NotificationRules.rules(text).map { _ in .text(text) }
            case .hours: return text.isEmpty || NotificationRules.quietHours(text) != nil ? .text(text) : nil
            case .number, .numberOrOff:
                guard let number = Double(text), allows(number) else { return nil }
                return .number(number)
            case .durationOrOff:
                guard let seconds = CardDuration.seconds(text), allows(seconds) else { return nil }
                return .number(seconds)
            case .flag:
                switch text.lowercased() {
                case "true", "yes", "on", "1": return .flag(true)
                case "false", "no", "off", "0": return .flag(false)
                default: return nil
                }
            }
        }
    }

    package enum Value: Sendable, Equatable {
        case text(String)
        case flag(Bool)
        case number(Double)

        /// The value, written as in the file.
        package var text: String {
            switch self {
            case .text(let text): text
            case .flag(let flag): flag ? "true" : "false"
            case .number(let number): Kind.plain(number)
            }
        }
    }

    /// The environment variable that sets this key: for `serve.listen`, it is `CARDSTREAM_SERVE_LISTEN`.
    package var variable: String {
        "CARDSTREAM_" + name.uppercased().map { $0 == "." || $0 == "-" ? "_" : String($0) }.joined()
    }

    /// Parses a value from a flag or an environment variable; nil if it is not permitted.
    func value(fromText text: String) -> Value? { kind.value(fromText: text) }

    /// Whether the text is a valid name for a profile.
    package static func isName(_ text: String) -> Bool {
        let isOrdinary = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isOrdinary && text.first.map { $0.isLetter || $0.isNumber } == true && text.utf8.count <= 100
    }

    fileprivate static func isAddress(_ text: String) -> Bool {
        text.lowercased().hasPrefix("http") && ServerURL(text) != nil
    }

    /// All settings, in the order of the manual.
    package static let all: [ConfigKey] = [
        ConfigKey(
            name: "server", kind: .address, defaultValue: "",
            help:
                "The feed server's address. Empty: the feed of your profile on this machine."
        ) { $0.server = optional($1) },
        ConfigKey(
            name: "environment", kind: .text, defaultValue: "development", help: "The id of the server's environment."
        ) { $0.environment = text($1).withoutOuterWhitespace },
        ConfigKey(
            name: "stream", kind: .identifier(StreamID.rule), defaultValue: "inbox",
            help: "The stream to show and to publish to."
        ) { $0.stream = StreamID(text($1)) ?? $0.stream },
        ConfigKey(
            name: "screen", kind: .text, defaultValue: "",
            help: "The name of the screen that opens first, as in [screens.NAME]. Empty: the first screen."
        ) { $0.screen = text($1) },
        ConfigKey(
            name: "layout", kind: .choice(ContainerOptions.Layout.allCases.map(\.rawValue)), defaultValue: "cards",
            help:
                "cards: each card in full. list: one row per card, and the selected card in full. The key p switches the layout, and the viewer remembers your choice."
        ) { $0.layout = ContainerOptions.Layout(rawValue: text($1)) ?? .cards },
        ConfigKey(
            name: "user", kind: .identifier(UserID.rule), defaultValue: "me",
            help: "The recipient of cards that are published without --user."
        ) { $0.user = UserID(text($1)) ?? $0.user },
        ConfigKey(
            name: "profile", kind: .name, defaultValue: "default",
            help: "The profile. Each profile has its own cards and actions on disk, so accounts stay apart."
        ) { $0.profile = text($1) },
        ConfigKey(name: "token_file", kind: .text, defaultValue: "", help: "A file that holds the viewer's token.") {
            $0.tokenFile = optional($1)
        },
        ConfigKey(
            name: "token_command", kind: .text, defaultValue: "",
            help: "A shell command that prints a token; it runs again when the token is about to expire."
        ) { $0.tokenCommand = optional($1) },
        ConfigKey(
            name: "token", kind: .text, defaultValue: "",
            help: "The viewer's token. Set it only in the environment variable CARDSTREAM_TOKEN.", isSecret: true
        ) { $0.token = secret($1) },
        ConfigKey(
            name: "viewer_key_file", kind: .text, defaultValue: "", help: "A file that holds the viewer key."
        ) { $0.viewerKeyFile = optional($1) },
        ConfigKey(
            name: "viewer_key", kind: .text, defaultValue: "",
            help: "The viewer key. Set it only in the environment variable CARDSTREAM_VIEWER_KEY.", isSecret: true
        ) { $0.viewerKey = secret($1) },
        ConfigKey(
            name: "publisher_key_file", kind: .text, defaultValue: "", help: "A file that holds the publisher key."
        ) { $0.publisherKeyFile = optional($1) },
        ConfigKey(
            name: "publisher_key", kind: .text, defaultValue: "",
            help: "The publisher key. Set it only in the environment variable CARDSTREAM_PUBLISHER_KEY.", isSecret: true
        ) { $0.publisherKey = secret($1) },
        ConfigKey(
            name: "api_protocol", kind: .choice(Config.APIProtocol.allCases.map(\.rawValue)), defaultValue: "websocket",
            help: "websocket: the server pushes changes. http: the viewer polls for changes."
        ) { $0.apiProtocol = Config.APIProtocol(rawValue: text($1)) ?? .websocket },
        ConfigKey(
            name: "poll_interval", kind: .durationOrOff(1...3600), defaultValue: "15",
            help:
                "Seconds between polls, with api_protocol = \"http\" or while push is unavailable. 0: poll only once, at the start."
        ) { if case .number(let seconds) = $1 { $0.pollInterval = seconds } },
        ConfigKey(
            name: "undo_window", kind: .durationOrOff(1...60), defaultValue: "5",
            help:
                "For how many seconds you can undo a dismissal, snooze, vote or form before it is sent. 0: sent immediately."
        ) { if case .number(let seconds) = $1 { $0.undoWindow = seconds } },
        ConfigKey(
            name: "analytics", kind: .flag, defaultValue: "true",
            help: "Reports to the publisher what you see and do. false: only your answers are sent."
        ) { if case .flag(let value) = $1 { $0.sendsAnalytics = value } },
        ConfigKey(
            name: "notify", kind: .notificationRules, defaultValue: "",
            help:
                "How to notify you of new cards while the terminal is not focused, by priority, such as \"1-3 notify, 4-10 bell\". Empty: never."
        ) { $0.notifications.rules = NotificationRules.rules(text($1)) ?? [] },
        ConfigKey(
            name: "notify_by", kind: .choice(Config.NotifyBy.allCases.map(\.rawValue)), defaultValue: "auto",
            help:
                "How to notify: through the terminal (osc99, osc777, osc9), with notify-send, or with the bell. auto: the best way for your terminal."
        ) { $0.notifyBy = Config.NotifyBy(rawValue: text($1)) ?? .auto },
        ConfigKey(
            name: "notify_buttons", kind: .choice(Config.NotifyButtons.allCases.map(\.rawValue)), defaultValue: "auto",
            help:
                "Shows the card's buttons in notifications, except buttons that need a form. auto: if the terminal supports buttons (OSC 99), even over ssh. tmux: inside tmux as well; this needs tmux's option allow-passthrough, and works only while the viewer's pane is active, because tmux sends button presses to the active pane."
        ) { $0.notifyButtons = Config.NotifyButtons(rawValue: text($1)) ?? .auto },
        ConfigKey(
            name: "quiet_hours", kind: .hours, defaultValue: "",
            help: "Hours without notifications, such as \"22:00-07:00\"."
        ) { $0.notifications.quietHours = NotificationRules.quietHours(text($1)) },
        ConfigKey(
            name: "ca_file", kind: .text, defaultValue: "",
            help:
                "A file of certificates to trust instead of the system's, for a server whose certificate is self-signed or from a private authority. For images, the system's certificates are trusted as well."
        ) { $0.caFile = optional($1) },
        ConfigKey(
            name: "signing_key", kind: .text, defaultValue: "",
            help:
                "The file of your SSH key, which signs answers to questions that need a signed answer. The file has a private key, or a public key whose private key is in your SSH agent or on a hardware key."
        ) { $0.signingKey = optional($1) },
        ConfigKey(
            name: "theme", kind: .text, defaultValue: "",
            help:
                "The name of a theme, or the path of a theme file or Base16 scheme; `cardstream themes` lists the themes. Empty: the theme \"terminal\"."
        ) { $0.theme = text($1) },
        ConfigKey(
            name: "appearance", kind: .choice(Config.Appearance.allCases.map(\.rawValue)), defaultValue: "auto",
            help:
                "The background that the theme is for. auto: the background that the terminal reports, or else the one in COLORFGBG."
        ) { $0.appearance = Config.Appearance(rawValue: text($1)) ?? .auto },
        ConfigKey(
            name: "publisher_themes", kind: .flag, defaultValue: "true",
            help:
                "Whether the containers of a stream have the theme that its publisher gives the stream. A theme that you choose with the key t, and a container's own theme, take its place."
        ) { if case .flag(let value) = $1 { $0.usesPublisherThemes = value } },
        ConfigKey(
            name: "text_size", kind: .choice(TextSize.allCases.map(\.rawValue)),
            defaultValue: TextSize.standard.rawValue,
            help:
                "The text size. Because most terminals cannot enlarge text, large sizes are shown by emphasis: bold from xxl on, capitals from accessibility-m on, spaced capitals from accessibility-l on."
        ) { $0.textSize = TextSize(rawValue: text($1)) ?? .standard },
        ConfigKey(
            name: "reduced_motion", kind: .flag, defaultValue: "false",
            help: "Shows less movement: a pressed button does not flash, and progress moves in steps of 25 %."
        ) { if case .flag(let value) = $1 { $0.reducesMotion = value } },
        ConfigKey(
            name: "mouse", kind: .flag, defaultValue: "true",
            help: "Whether clicks and the mouse wheel work. To select text with the terminal, hold Shift."
        ) { if case .flag(let value) = $1 { $0.isMouseEnabled = value } },
        ConfigKey(
            name: "keyboard", kind: .choice(Config.Keyboard.allCases.map(\.rawValue)), defaultValue: "auto",
            help:
                "How keys are read. auto: with kitty's protocol if the terminal supports it. Ctrl-Enter and Shift-Enter work only with this protocol."
        ) { $0.keyboard = Config.Keyboard(rawValue: text($1)) ?? .auto },
        ConfigKey(
            name: "terminal_modes", kind: .flag, defaultValue: "true",
            help:
                "Uses synchronized output, grapheme clusters and colour scheme reports if the terminal supports them."
        ) { if case .flag(let value) = $1 { $0.usesTerminalModes = value } },
        ConfigKey(
            name: "size_reports", kind: .flag, defaultValue: "true",
            help: "Reads the new size of a resized window from the terminal's reports, if the terminal sends them."
        ) { if case .flag(let value) = $1 { $0.usesSizeReports = value } },
        ConfigKey(
            name: "progress", kind: .choice(Config.Progress.allCases.map(\.rawValue)), defaultValue: "auto",
            help:
                "Shows uploads, the first load of cards, and waiting cards in the terminal's tab or the task bar. auto: only in terminals that are known to support this."
        ) { $0.progress = Config.Progress(rawValue: text($1)) ?? .auto },
        ConfigKey(
            name: "ask_true_color", kind: .flag, defaultValue: "true",
            help:
                "If COLORTERM is not set, for example over ssh, asks the terminal whether it supports 24-bit colours."
        ) { if case .flag(let value) = $1 { $0.asksTrueColor = value } },
        ConfigKey(
            name: "linear", kind: .flag, defaultValue: "false",
            help:
                "Prints line by line, for screen readers: without frames, and without redrawing. Always on if TERM is \"dumb\"."
        ) { if case .flag(let value) = $1 { $0.isLinear = value } },
        ConfigKey(
            name: "hyperlinks", kind: .choice(Config.Hyperlinks.allCases.map(\.rawValue)), defaultValue: "auto",
            help:
                "Makes links in text clickable in the terminal; links that are not clickable are numbered. auto: clickable in terminals that are known to support this."
        ) { $0.hyperlinks = Config.Hyperlinks(rawValue: text($1)) ?? .auto },
        ConfigKey(
            name: "nerd_font", kind: .flag, defaultValue: "false",
            help: "Draws icons with the glyphs of a Nerd Font, if that is the terminal's font."
        ) { if case .flag(let value) = $1 { $0.hasNerdFont = value } },
        ConfigKey(
            name: "images", kind: .choice(Config.Images.allCases.map(\.rawValue)), defaultValue: "auto",
            help:
                "How images are drawn: with kitty's protocol (kitty 0.28, Ghostty), as sixels, as symbols, or not at all. auto: the best way that the terminal supports."
        ) { $0.images = Config.Images(rawValue: text($1)) ?? .auto },
        ConfigKey(
            name: "runtime_variables_command", kind: .text, defaultValue: "",
            help:
                "A shell command that prints the values of runtime variables, {\"name\": \"text\"}. Its arguments are the names of the variables. The table [runtime_variables] holds fixed values."
        ) { $0.runtimeVariablesCommand = optional($1) },
        ConfigKey(
            name: "log_level", kind: .choice(["debug", "info", "warning", "error"]), defaultValue: "info",
            help: "The lowest severity of messages that are written to the log file."
        ) { $0.logLevel = text($1) },
        ConfigKey(
            name: "serve.listen", kind: .text, defaultValue: "127.0.0.1:8787",
            help: "The address and port where the server listens, ADDRESS:PORT. Port 0: any free port."
        ) { $0.listen = text($1) },
        ConfigKey(
            name: "serve.data", kind: .text, defaultValue: "",
            help: "The server's data directory. Empty: the directory of the profile's own feed."
        ) { $0.serveData = optional($1) },
        ConfigKey(
            name: "serve.url", kind: .address, defaultValue: "",
            help:
                "The server's address that invitations give to users. Empty: the address in the setting \"server\", or else the address where the server listens."
        ) { $0.serveURL = optional($1) },
        ConfigKey(
            name: "serve.keys", kind: .text, defaultValue: "",
            help: "A file with environments and keys. Empty: random keys, stored in the data directory."
        ) { $0.serveKeys = optional($1) },
        ConfigKey(
            name: "serve.max_upload", kind: .number(1...1024), defaultValue: "20",
            help: "The largest file that a user may send to the server, in MiB."
        ) { if case .number(let size) = $1 { $0.serveMaxUpload = size } },
        ConfigKey(
            name: "serve.max_connections", kind: .number(1...1_000_000), defaultValue: "1024",
            help:
                "The largest number of connections at a time; at most half of them may be unauthenticated. When a limit is reached, the oldest unauthenticated connection is closed for each new connection."
        ) { if case .number(let count) = $1 { $0.serveMaxConnections = Int(count) } },
        ConfigKey(
            name: "serve.max_unauthenticated_per_address", kind: .numberOrOff(1...1_000_000), defaultValue: "64",
            help:
                "The largest number of unauthenticated connections from one address. Authenticated connections are not counted, because users behind a proxy share an address. 0: no limit."
        ) { if case .number(let count) = $1 { $0.serveMaxUnauthenticatedPerAddress = Int(count) } },
        ConfigKey(
            name: "serve.private_webhooks", kind: .flag, defaultValue: "false",
            help:
                "Whether webhooks may use plain HTTP and private addresses, such as addresses of this machine and its network."
        ) { if case .flag(let value) = $1 { $0.servePrivateWebhooks = value } },
        ConfigKey(
            name: "serve.poll_only", kind: .flag, defaultValue: "false",
            help:
                "Whether the database is behind a pooler, such as PgBouncer in its transaction mode, that may run each transaction on a different connection."
        ) { if case .flag(let value) = $1 { $0.servePollOnly = value } },
    ]

    static func named(_ name: String) -> ConfigKey? { all.first { $0.name == name } }

    private static func text(_ value: Value) -> String {
        if case .text(let text) = value { text } else { "" }
    }

    private static func optional(_ value: Value) -> String? {
        let given = text(value)
        return given.isEmpty ? nil : given
    }

    /// A secret without surrounding white space. Many stores of secrets add a line break at the end.
    private static func secret(_ value: Value) -> String? {
        let trimmed = text(value).withoutOuterWhitespace
        return trimmed.isEmpty ? nil : trimmed
    }
}
