import AppCore
import Basics
import CardSession
import Cards
import FeedAPI
import TOML

/// Reads the tables `containers`, `screens` and `filters` of the configuration file.
struct ScreensReader {
    let file: String
    let lines: TOMLLines
    /// The stream of containers that do not specify one.
    let stream: StreamID
    /// Receives the mistakes.
    let mistakes: MistakeList

    static let containersTable = "containers"
    static let screensTable = "screens"
    static let filtersTable = "filters"
    static let tables = [containersTable, screensTable, filtersTable]

    /// Returns nil if there are no containers, screens or filters. Those with mistakes, which are added to
    /// ``mistakes``, are left out.
    func read(containers: TOMLTable?, screens: TOMLTable?, filters: TOMLTable? = nil) -> ScreensConfig? {
        guard let filters else { return read(containers, screens) }
        var config = read(containers, screens) ?? .single(stream)
        let fields = TOMLFields(
            table: filters, name: Self.filtersTable, known: [], file: file, lines: lines, area: .cards)
        for name in filters.keys {
            mistakes.collect { () throws(ConfigError) in try add(filter: name, fields, to: &config) }
        }
        return config
    }

    /// Adds a saved filter: a container with the matching cards of the stream, on its own screen.
    private func add(
        filter name: String, _ fields: TOMLFields, to config: inout ScreensConfig
    ) throws(ConfigError) {
        guard name.contains(where: { !$0.isWhitespace }), name.escapingControls == name else {
            throw fields.error(
                name,
                "\"\(name.escapingControls)\" cannot be the name of a filter, because the name is the label of a tab; expected visible characters without control characters"
            )
        }
        let id = ContainerID(name)
        guard !config.containers.contains(where: { $0.id == id }), !config.screens.contains(where: { $0.name == name })
        else { throw fields.error(name, "a container or screen \"\(name)\" already exists; choose another name") }
        var options = ContainerOptions()
        options.search = try fields.search(name)
        guard !options.search.isEmpty else {
            throw fields.error(
                name, "\(fields.name).\(name) matches every card; expected terms such as \"priority:<=2\"")
        }
        config.containers.append(ContainerModel(id: id, streamID: stream, title: name, options: options))
        config.filters.append(id)
        let modals = config.screens.first?.modals ?? []
        config.screens.append(ScreenModel(name: name, .container(id), modals: modals))
    }

    private func read(_ containers: TOMLTable?, _ screens: TOMLTable?) -> ScreensConfig? {
        guard containers != nil || screens != nil else { return nil }
        var models: [ContainerModel] = []
        var notes: [ConfigError] = []
        var commands: [ContainerID: String] = [:]
        for name in containers?.keys ?? [] {
            guard
                let table = mistakes.collect({ () throws(ConfigError) in
                    try table(name, of: containers, in: Self.containersTable)
                }), let model = container(name, table)
            else { continue }
            models.append(model)
            guard Set(models.map(\.streamID)).count <= CardSession.streamLimit else {
                mistakes.append(
                    mistake(
                        at: "\(Self.containersTable).\(name)",
                        "containers can show at most \(CardSession.streamLimit) streams; use another profile "
                            + "for the other streams"))
                return nil
            }
            notes += self.notes(model, table)
            if case .withActionButton = model.options.presentation {
                commands[model.id] = table[ContainerSetting.actionCommandField]?.string
            }
        }
        // A mistake in a container must not also be reported for the screens that refer to it.
        guard mistakes.all.isEmpty else { return nil }
        guard let first = models.first else {
            mistakes.append(
                mistake(
                    at: Self.screensTable,
                    "there are screens but no containers to put on them; add a table [containers.NAME]"))
            return nil
        }
        var arranged: [ScreenModel] = []
        for name in screens?.keys ?? [] {
            let screen = mistakes.collect { () throws(ConfigError) in
                try self.screen(name, table(name, of: screens, in: Self.screensTable), models)
            }
            if let screen { arranged.append(screen) }
        }
        if arranged.isEmpty {
            // Without screens, each container has its own screen, and modal containers appear on all of them.
            let modals = models.filter { $0.kind == .modal }.map(\.id)
            arranged = models.filter { $0.kind != .modal }.map { container in
                let hasTitle = container.options.strings.isChosen(.cardListTitle)
                return ScreenModel(
                    name: container.id.rawValue, title: hasTitle ? container.title : nil, .container(container.id),
                    modals: modals)
            }
            if arranged.isEmpty { arranged = [ScreenModel(name: first.id.rawValue, .rows([]), modals: modals)] }
        }
        var config = ScreensConfig(containers: models, screens: arranged)
        config.actionCommands = commands
        config.notes = notes
        return config
    }

    private func table(_ name: String, of outer: TOMLTable?, in kind: String) throws(ConfigError) -> TOMLTable {
        guard let inner = outer?[name]?.table else {
            throw mistake(
                at: "\(kind).\(name)",
                "\(kind).\(name) is not a table; write a table [\(kind).\(name)] with its settings")
        }
        return inner
    }

    private func mistake(at place: String, _ message: String) -> ConfigError {
        ConfigError(.file(path: file, line: lines.line(of: place)), message, area: .cards)
    }

    // MARK: Containers

    /// Reads a container; nil if it has mistakes.
    private func container(_ name: String, _ table: TOMLTable) -> ContainerModel? {
        let fields = TOMLFields(
            table: table, name: "\(Self.containersTable).\(name)", known: ContainerSetting.all.map(\.name), file: file,
            lines: lines, area: .cards)
        let count = mistakes.all.count
        mistakes.collect { () throws(ConfigError) in try fields.checkNames() }
        var options = ContainerOptions()
        for setting in ContainerSetting.all {
            mistakes.collect { () throws(ConfigError) in try setting.read(fields, &options) }
        }
        let model = mistakes.collect { () throws(ConfigError) in
            let named = try fields.text(ContainerSetting.streamField)
            guard let stream = named.map({ StreamID($0) }) ?? stream else {
                throw fields.error(
                    "stream",
                    "\(fields.name).stream is \"\((named ?? "").escapingControls)\"; "
                        + "expected \(StreamID.rule.expected)")
            }
            return ContainerModel(
                id: ContainerID(name), kind: try fields.choice(ContainerSetting.kindField) ?? .vertical,
                streamID: stream, options: options)
        }
        return mistakes.all.count == count ? model : nil
    }

    /// Warnings for settings in a container's table that only apply to other kinds.
    private func notes(_ model: ContainerModel, _ table: TOMLTable) -> [ConfigError] {
        let name = "\(Self.containersTable).\(model.id.rawValue)"
        return ContainerSetting.all.compactMap { setting -> ConfigError? in
            guard table[setting.name] != nil, !setting.kinds.contains(model.kind) else { return nil }
            let others = setting.kinds.map(\.rawValue).joined(separator: ", ")
            return ConfigError(
                .file(path: file, line: lines.line(of: "\(name).\(setting.name)")),
                setting.kinds.isEmpty
                    ? "\(setting.name) has no effect in a terminal"
                    : "\(setting.name) has no effect in a \(model.kind.rawValue) container; it applies only to: \(others)"
            )
        }.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    // MARK: Screens

    private func screen(
        _ name: String, _ table: TOMLTable, _ containers: [ContainerModel]
    ) throws(ConfigError) -> ScreenModel {
        let fields = TOMLFields(
            table: table, name: "\(Self.screensTable).\(name)",
            known: ["title", "container", "rows", "columns", "modals", "focus", "appearance"], file: file, lines: lines,
            area: .cards)
        try fields.checkNames()
        let arrangement = try arrangement(fields, containers)
        for id in arrangement.containers where containers.contains(where: { $0.id == id && $0.kind == .modal }) {
            throw fields.error(
                nil, "\(id.rawValue) is a modal container, shown over the others; name it in modals = […]")
        }
        var modals: [ContainerID] = []
        for modal in try fields.texts("modals") {
            let model = try container(modal, of: containers, fields, "modals")
            guard model.kind == .modal else {
                throw fields.error(
                    "modals", "\(modal) is not a modal container; set kind = \"modal\" in [containers.\(modal)]")
            }
            modals.append(model.id)
        }
        let focus = try fields.text("focus")
        if let focus {
            let model = try container(focus, of: containers, fields, "focus")
            guard arrangement.containers.contains(model.id) else {
                throw fields.error("focus", "\(focus) is not on this screen; choose one of the screen's containers")
            }
        }
        for id in arrangement.containers where arrangement.containers.count(where: { $0 == id }) > 1 {
            throw fields.error(
                nil, "\(id.rawValue) is on this screen twice; to show its stream twice, add another container")
        }
        var screen = ScreenModel(
            name: name, title: try fields.text("title"), arrangement, modals: modals,
            focus: focus.map { ContainerID($0) })
        if let choice: ContainerOptions.Appearance = try fields.choice("appearance") { screen.appearance = choice }
        return screen
    }

    private func arrangement(
        _ fields: TOMLFields, _ containers: [ContainerModel]
    ) throws(ConfigError) -> Arrangement {
        let given = ["container", "rows", "columns"].filter { fields.table[$0] != nil }
        guard given.count == 1 else {
            throw fields.error(
                given.last,
                "\(fields.name) needs exactly one of container, rows and columns"
                    + (given.isEmpty ? "" : ", not \(given.joined(separator: " and "))"))
        }
        if let name = try fields.text("container") {
            return .container(try container(name, of: containers, fields, "container").id)
        }
        var parts: [Arrangement.Part] = []
        for (index, value) in (try fields.list(given[0]) ?? []).enumerated() {
            let name = "\(fields.name).\(given[0])[\(index)]"
            guard let table = value.table else {
                throw fields.error(
                    "\(given[0])[\(index)]", "\(name) is \(TOMLFields.told(value)); expected { container = \"NAME\" }")
            }
            let part = TOMLFields(
                table: table, name: name, known: ["container", "rows", "columns", "size"], file: file, lines: lines,
                area: .cards)
            try part.checkNames()
            parts.append(Arrangement.Part(try size(part), try arrangement(part, containers)))
        }
        guard !parts.isEmpty else {
            throw fields.error(given[0], "\(fields.name).\(given[0]) is empty; add a container, or remove \(given[0])")
        }
        return given[0] == "rows" ? .rows(parts) : .columns(parts)
    }

    private func size(_ fields: TOMLFields) throws(ConfigError) -> Arrangement.PartSize {
        guard let value = fields.table["size"] else { return .fill }
        if let cells = value.integer, (1...1000).contains(cells) { return .cells(cells) }
        if let text = value.string {
            if text == "fill" { return .fill }
            if text.hasSuffix("%"), let percent = Int(text.dropLast()), (1...100).contains(percent) {
                return .percent(percent)
            }
        }
        throw fields.error(
            "size",
            "\(fields.name).size is \(TOMLFields.told(value)); "
                + "expected a number of cells, a share such as \"40%\", or \"fill\"")
    }

    private func container(
        _ name: String, of containers: [ContainerModel], _ fields: TOMLFields, _ field: String
    ) throws(ConfigError) -> ContainerModel {
        if let model = containers.first(where: { $0.id.rawValue == name }) { return model }
        let names = containers.map(\.id.rawValue)
        let guess = Spelling.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" }
        throw fields.error(
            field, "unknown container \"\(name)\"; " + (guess ?? "known: \(names.joined(separator: ", "))"))
    }
}
