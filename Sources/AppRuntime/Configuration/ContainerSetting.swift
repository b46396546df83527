package import AppCore
import Cards
import TOML
import Theming

/// A setting of `[containers.NAME]`: its name, the kinds of container it applies to, its default and its help. The
/// reader, the notes and the example file use ``all``.
package struct ContainerSetting: Sendable {
    package let name: String
    /// The kinds of container for which it has an effect.
    package let kinds: [ContainerModel.Kind]
    /// The default, written as in the file, including quotes.
    package let defaultValue: String
    package let help: String
    let read: @Sendable (TOMLFields, inout ContainerOptions) throws(ConfigError) -> Void

    typealias Kinds = [ContainerModel.Kind]

    init(
        _ name: String, _ kinds: Kinds, _ defaultValue: String, _ help: String,
        read: @escaping @Sendable (TOMLFields, inout ContainerOptions) throws(ConfigError) -> Void = { _, _ in }
    ) {
        self.name = name
        self.kinds = kinds
        self.defaultValue = defaultValue
        self.help = help
        self.read = read
    }

    /// All settings: those that define the container, then those of ``ContainerOptions``.
    package static let all: [ContainerSetting] =
        identity + common + filters + order + vertical + cards + horizontal + oneCard + words

    private static let every = ContainerModel.Kind.allCases

    static let kindField = "kind"
    static let streamField = "stream"
    static let actionCommandField = "action_command"

    private static let identity = [
        ContainerSetting(
            kindField, every, "\"vertical\"",
            "vertical: cards in a column; horizontal: cards in a row; single: only the first card; modal: one card over everything else."
        ),
        ContainerSetting(
            streamField, every, "\"inbox\"",
            "The stream that the container shows. Default: the stream setting at the top level."),
    ]

    private static let common = [
        ContainerSetting(
            "theme", every, "\"\"",
            "The name of a theme for this container, or the path of a theme file. Empty: the theme that the publisher gives the stream, or else the theme of the program."
        ) { fields, options throws(ConfigError) in
            if let name = try fields.text("theme"), !name.isEmpty { options.theme = name }
        },
        ContainerSetting(
            "appearance", every, "\"automatic\"",
            "The background that its cards are drawn for: dark, light, or automatic (the same as the screen's)."
        ) { fields, options throws(ConfigError) in
            if let choice: ContainerOptions.Appearance = try fields.choice("appearance") { options.appearance = choice }
        },
        ContainerSetting(
            "toasts", every, "true", "Whether toasts confirm actions on its cards; failures are always shown."
        ) { fields, options throws(ConfigError) in
            try set(.toasts, "toasts", fields, &options)
        },
        ContainerSetting(
            "refresh_interval", every, "15",
            "Seconds between polls while push is unavailable, from 1 to 3600; 0: poll only once, at the start. Default: poll_interval."
        ) { fields, options throws(ConfigError) in
            options.refreshInterval = try fields.seconds("refresh_interval", 1...3600, orZero: true)
        },
        ContainerSetting(
            "variables_timeout", every, "5",
            "How long to wait for the values of runtime variables, from 0 to 60 seconds."
        ) { fields, options throws(ConfigError) in
            if let time = try fields.seconds("variables_timeout", 0...60) { options.variableTimeout = time }
        },
        ContainerSetting(
            "variables_events", every, "false",
            "Whether the values of runtime variables are reported to the publisher."
        ) { fields, options throws(ConfigError) in
            if let flag = try fields.flag("variables_events") { options.reportsVariables = flag }
        },
    ]

    private static let filters = [
        ContainerSetting("search", every, "\"\"", "A filter for its cards, as you type it after / in the viewer.") {
            fields, options throws(ConfigError) in
            options.search = try fields.search("search")
        },
        ContainerSetting(
            "filters", every, "[]",
            "Conditions that its cards must meet, such as { field = \"priority\", operator = \"lessThan\", value = 3 }."
        ) { fields, options throws(ConfigError) in
            options.filters = try fields.filters("filters")
        },
    ]

    private static let order = [
        ContainerSetting(
            "sort", every, "\"feed\"",
            "The order of its cards: newest, expiring, or feed (by priority, then newest; the value priority means the same). The key O changes the order."
        ) { fields, options throws(ConfigError) in
            guard let name = try fields.text("sort") else { return }
            guard let order = CardOrder(name: name) else {
                throw fields.error(
                    "sort",
                    "\(fields.name).sort is \"\(name)\"; expected one of "
                        + CardOrder.names.map { "\"\($0)\"" }.joined(separator: ", "))
            }
            options.order = order
        },
        ContainerSetting(
            "group", [.vertical], "\"none\"",
            "How its cards are grouped: none, category, day, priority. Each group has a heading that folds it. The key B changes the grouping."
        ) { fields, options throws(ConfigError) in
            if let choice: CardGrouping = try fields.choice("group") { options.grouping = choice }
        },
    ]

    private static let vertical =
        [
            ContainerSetting(
                "layout", [.vertical], "\"cards\"",
                "cards: each card in full; list: one row per card, and the selected card in full. Default: the layout setting at the top level."
            ) { fields, options throws(ConfigError) in
                options.layout = try fields.choice("layout")
            },
            ContainerSetting(
                "header", [.vertical, .horizontal], "true",
                "Whether the header row with the title and the position is shown."
            ) { fields, options throws(ConfigError) in
                try set(.header, "header", fields, &options)
            },
            ContainerSetting("footer", [.vertical], "true", "Whether the footer_message is shown.") {
                fields, options throws(ConfigError) in
                try set(.footerMessage, "footer", fields, &options)
            },
            ContainerSetting(
                "header_lines", [.vertical], "[]", "Lines of your own above the cards, at most 10."
            ) { fields, options throws(ConfigError) in
                guard fields.table["header_lines"] != nil else { return }
                let lines = try fields.texts("header_lines")
                let most = ContainerOptions.CustomHeader.maxLines
                guard lines.count <= most else {
                    throw fields.error(
                        "header_lines",
                        "\(fields.name).header_lines has \(lines.count) lines; the limit is \(most)")
                }
                options.customHeader = .lines(lines)
            },
            ContainerSetting(
                "header_command", [.vertical], "\"\"",
                "A shell command whose output is shown above the cards, at most 10 lines. $1 is the container's name. The command is stopped after 10 seconds."
            ) { fields, options throws(ConfigError) in
                guard let command = try fields.text("header_command"), !command.isEmpty else { return }
                guard fields.table["header_lines"] == nil else {
                    throw fields.error(
                        "header_command", "\(fields.name) has both header_lines and header_command; remove one")
                }
                options.customHeader = .command(
                    command, refresh: try fields.seconds("header_interval", 1...86400, orZero: true) ?? 60)
            },
            ContainerSetting(
                "header_interval", [.vertical], "60",
                "Seconds until header_command runs again, from 1 to 86400; 0: it runs only once."
            ) { fields, _ throws(ConfigError) in
                _ = try fields.seconds("header_interval", 1...86400, orZero: true)
                guard fields.table["header_interval"] == nil || fields.table["header_command"] != nil else {
                    throw fields.error(
                        "header_interval",
                        "\(fields.name).header_interval has no effect without header_command; add header_command, or remove header_interval"
                    )
                }
            },
            ContainerSetting(
                "action_button", [.vertical], "\"\"",
                "The label of a button at the left of the header. The key \"a\" presses the button."
            ) { fields, options throws(ConfigError) in
                guard let label = try fields.text("action_button"), !label.isEmpty else { return }
                options.presentation = .withActionButton(label)
                guard try fields.text(actionCommandField)?.isEmpty == false else {
                    throw fields.error("action_button", "\(fields.name).action_button needs an action_command to run")
                }
            },
            ContainerSetting(
                actionCommandField, [.vertical], "\"\"",
                "The shell command that the button runs in the background. $1 is the container's name."
            ),
        ] + [
            launch("launch_background", "background", \.background), launch("launch_text", "text", \.text),
            launch("launch_loading_indicator", "loading text", \.loadingIndicator),
            launch("launch_button", "button", \.button),
        ]

    private static let cards = [
        ContainerSetting(
            "card_max_width", [.vertical, .single, .modal], "84",
            "The largest width of its cards in columns, or \"fill\" for no limit."
        ) { fields, options throws(ConfigError) in
            options.maxWidth = try width(fields)
        },
        ContainerSetting(
            "card_align", [.vertical, .single, .modal], "\"center\"",
            "Where cards narrower than the container are placed: leading, center, trailing."
        ),
    ]

    private static let horizontal = [
        ContainerSetting("card_width", [.horizontal], "44", "The width of each card in columns, from 1 to 1000.") {
            fields, options throws(ConfigError) in
            if let columns = try fields.number("card_width", 1...1000) { options.cardWidth = columns }
        },
        ContainerSetting("title_align", [.horizontal], "\"leading\"", "Where the title is placed: leading, center.") {
            fields, options throws(ConfigError) in
            if let choice: ContainerOptions.TitleAlignment = try fields.choice("title_align") {
                options.titleAlignment = choice
            }
        },
        ContainerSetting(
            "empty", [.horizontal, .single], "\"standard\"",
            "What a container without cards does. standard: it shows a message. shrink: it leaves its space to other containers."
        ) { fields, options throws(ConfigError) in
            if let choice: ContainerOptions.EmptyStyle = try fields.choice("empty") { options.emptyStyle = choice }
        },
        ContainerSetting(
            "scroll", [.horizontal], "\"snap\"",
            "snap: the selected card is centred; free: scrolls no further than needed."
        ) { fields, options throws(ConfigError) in
            if let choice: ContainerOptions.ScrollMode = try fields.choice("scroll") { options.scrollMode = choice }
        },
        ContainerSetting(
            "lone_card", [.horizontal], "\"leading\"",
            "Where a single card is placed: leading, center, fill."
        ) { fields, options throws(ConfigError) in
            if let choice: ContainerOptions.LoneCard = try fields.choice("lone_card") { options.loneCard = choice }
        },
    ]

    private static let oneCard = [
        ContainerSetting(
            "load_next", [.single], "false",
            "Whether the next card follows as soon as you have acted on a card. If not, the container stays empty until a new card arrives or you press r."
        ) { fields, options throws(ConfigError) in
            if let flag = try fields.flag("load_next") { options.loadsNext = flag }
        },
        ContainerSetting("position", [.modal], "\"center\"", "Where the card is placed: top, center, bottom.") {
            fields, options throws(ConfigError) in
            let offset = try fields.number("offset", -1000...1000) ?? 0
            switch try fields.choice("position", Position.self) {
            case .top: options.modalPosition = .top(offset)
            case .bottom: options.modalPosition = .bottom(offset)
            case .center, nil: options.modalPosition = .center
            }
        },
        ContainerSetting(
            "offset", [.modal], "0", "The distance from the top or bottom in rows; a negative number counts as 0."
        ) {
            fields, _ throws(ConfigError) in
            _ = try fields.number("offset", -1000...1000)
        },
    ]

    private enum Position: String, CaseIterable { case top, center, bottom }

    /// The settings for the 24 custom strings.
    private static let words = CustomString.allCases.map { string in
        ContainerSetting(string.rawValue, string.kinds, "\"\(string.viewerDefault)\"", string.help) {
            fields, options throws(ConfigError) in
            if let text = try fields.text(string.rawValue) { options.strings[string] = text }
        }
    }

    // MARK: Helpers

    private static func set(
        _ element: ContainerOptions.Elements, _ field: String, _ fields: TOMLFields, _ options: inout ContainerOptions
    ) throws(ConfigError) {
        guard let isOn = try fields.flag(field) else { return }
        if isOn { options.elements.insert(element) } else { options.elements.remove(element) }
    }

    private static func launch(
        _ name: String, _ what: String, _ color: any WritableKeyPath<ContainerOptions.LaunchColors, String?> & Sendable
    ) -> ContainerSetting {
        ContainerSetting(
            name, [.vertical], "\"\"",
            "The colour of the launch screen's \(what) until cards are loaded. Default: the theme's."
        ) { fields, options throws(ConfigError) in
            guard let text = try fields.text(name), !text.isEmpty else { return }
            guard Theme.isColor(text) else {
                throw fields.error(name, "\(fields.name).\(name) is \"\(text)\"; expected \(Theme.colorWords)")
            }
            options.launchColors[keyPath: color] = text
        }
    }

    private static func width(_ fields: TOMLFields) throws(ConfigError) -> ContainerOptions.CardWidth {
        let alignment: ContainerOptions.Alignment = try fields.choice("card_align") ?? .center
        if fields.table["card_max_width"]?.string == "fill" { return .fill }
        guard fields.table["card_max_width"] == nil || fields.table["card_max_width"]?.integer != nil else {
            throw fields.error(
                "card_max_width",
                "\(fields.name).card_max_width is \(fields.table["card_max_width"].map(TOMLFields.told) ?? ""); "
                    + "expected \"fill\" or a whole number of columns from 1 to 1000")
        }
        return try fields.number("card_max_width", 1...1000).map { .fixed($0, alignment) } ?? .readable
    }
}

extension CustomString {
    /// The kinds of container that use the string.
    fileprivate var kinds: [ContainerModel.Kind] {
        switch self {
        case .cardListTitle: [.vertical, .horizontal, .single]
        case .cardListFooterMessage: [.vertical]
        case .requestCameraAccessMessage, .requestCameraAccessSettingsTitle: []
        default: ContainerModel.Kind.allCases
        }
    }
}
