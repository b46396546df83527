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

    /// The containers of the file.
    private struct Containers {
        /// All names, in the order of the file.
        var names: [String] = []
        /// The containers without mistakes.
        var models: [ContainerModel] = []

        /// Whether it is known that a container is, or is not, a modal one.
        func contains(_ id: ContainerID, isModal: Bool) -> Bool {
            models.contains { $0.id == id && ($0.kind == .modal) == isModal }
        }
    }

    private func read(_ containers: TOMLTable?, _ screens: TOMLTable?) -> ScreensConfig? {
        guard containers != nil || screens != nil else { return nil }
        var found = Containers()
        var config = ScreensConfig(containers: [], screens: [])
        var isOverLimit = false
        for name in containers?.keys ?? [] {
            found.names.append(name)
            guard
                let table = mistakes.collect({ () throws(ConfigError) in
                    try table(name, of: containers, in: Self.containersTable)
                }), let model = container(name, table)
            else { continue }
            found.models.append(model)
            if !isOverLimit, Set(found.models.map(\.streamID)).count > CardSession.streamLimit {
                isOverLimit = true
                mistakes.append(
                    mistake(
                        at: "\(Self.containersTable).\(name)",
                        "containers can show at most \(CardSession.streamLimit) streams; use another profile "
                            + "for the other streams"))
            }
            config.notes += notes(model, table)
            if case .withActionButton = model.options.presentation {
                config.actionCommands[model.id] = table[ContainerSetting.actionCommandField]?.string
            }
            if model.options.theme != nil {
                config.themeOrigins[model.id] = origin(of: "\(Self.containersTable).\(name).theme")
            }
        }
        guard !found.names.isEmpty else {
            mistakes.append(
                mistake(
                    at: Self.screensTable,
                    "there are screens but no containers to put on them; add a table [containers.NAME]"))
            return nil
        }
        let areContainersRead = mistakes.all.isEmpty
        for name in screens?.keys ?? [] {
            let table = mistakes.collect { () throws(ConfigError) in
                try self.table(name, of: screens, in: Self.screensTable)
            }
            if let screen = table.flatMap({ screen(name, $0, found) }) { config.screens.append(screen) }
        }
        guard areContainersRead else { return nil }
        config.containers = found.models
        if config.screens.isEmpty {
            config.screens = Self.screens(of: found.models)
        } else if mistakes.all.isEmpty {
            config.notes += unused(in: config)
        }
        return config
    }

    /// The screens if the file has none: each container has its own screen, and modal containers appear on all of them.
    private static func screens(of containers: [ContainerModel]) -> [ScreenModel] {
        let modals = containers.filter { $0.kind == .modal }.map(\.id)
        let screens = containers.filter { $0.kind != .modal }.map { container in
            let hasTitle = container.options.strings.isChosen(.cardListTitle)
            return ScreenModel(
                name: container.id.rawValue, title: hasTitle ? container.title : nil, .container(container.id),
                modals: modals)
        }
        guard screens.isEmpty, let first = containers.first else { return screens }
        return [ScreenModel(name: first.id.rawValue, .rows([]), modals: modals)]
    }

    /// Warnings for containers that are on no screen.
    private func unused(in config: ScreensConfig) -> [ConfigError] {
        let shown = config.shownContainers
        return config.containers.filter { !shown.contains($0.id) }.map { container in
            let name = "\(Self.containersTable).\(container.id.rawValue)"
            return mistake(at: name, "\(name) is on no screen; add it to a screen, or remove it")
        }
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
        ConfigError(origin(of: place), message, area: .cards)
    }

    private func origin(of place: String) -> ConfigError.Origin { .file(path: file, line: lines.line(of: place)) }

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
        let stream = mistakes.collect { () throws(ConfigError) in try streamID(fields) }
        let kind = mistakes.collect { () throws(ConfigError) in
            try fields.choice(ContainerSetting.kindField) ?? ContainerModel.Kind.vertical
        }
        guard let stream, let kind, mistakes.all.count == count else { return nil }
        return ContainerModel(id: ContainerID(name), kind: kind, streamID: stream, options: options)
    }

    private func streamID(_ fields: TOMLFields) throws(ConfigError) -> StreamID {
        guard let named = try fields.text(ContainerSetting.streamField) else { return stream }
        guard let id = StreamID(named) else {
            throw fields.error(
                ContainerSetting.streamField,
                "\(fields.name).stream is \"\(named.escapingControls)\"; expected \(StreamID.rule.expected)")
        }
        return id
    }

    /// Warnings for settings in a container's table that only apply to other kinds.
    private func notes(_ model: ContainerModel, _ table: TOMLTable) -> [ConfigError] {
        let name = "\(Self.containersTable).\(model.id.rawValue)"
        return ContainerSetting.all.compactMap { setting -> ConfigError? in
            guard table[setting.name] != nil, !setting.kinds.contains(model.kind) else { return nil }
            let others = setting.kinds.map(\.rawValue).joined(separator: ", ")
            return mistake(
                at: "\(name).\(setting.name)",
                setting.kinds.isEmpty
                    ? "\(setting.name) has no effect in a terminal"
                    : "\(setting.name) has no effect in a \(model.kind.rawValue) container; it applies only to: \(others)"
            )
        }.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    // MARK: Screens

    /// Reads a screen; nil if it has mistakes. A mistake in a container is not also reported for the screen.
    private func screen(_ name: String, _ table: TOMLTable, _ containers: Containers) -> ScreenModel? {
        let fields = TOMLFields(
            table: table, name: "\(Self.screensTable).\(name)",
            known: ["title", "container", "rows", "columns", "modals", "focus", "appearance"], file: file, lines: lines,
            area: .cards)
        let count = mistakes.all.count
        mistakes.collect { () throws(ConfigError) in try fields.checkNames() }
        let arrangement = arrangement(fields, containers)
        let shown = arrangement?.containers ?? []
        for id in shown {
            if containers.contains(id, isModal: true) {
                mistakes.append(
                    fields.error(
                        nil, "\(id.rawValue) is a modal container, shown over the others; name it in modals = […]"))
            }
            if shown.count(where: { $0 == id }) > 1 {
                mistakes.append(
                    fields.error(
                        nil, "\(id.rawValue) is on this screen twice; to show its stream twice, add another container"))
            }
        }
        let modals = mistakes.collect { () throws(ConfigError) in try fields.texts("modals") } ?? []
        for modal in modals {
            mistakes.collect { () throws(ConfigError) in try checkModal(modal, containers, fields) }
        }
        let focus =
            mistakes.collect { () throws(ConfigError) in try self.focus(among: shown, containers, fields) } ?? nil
        let title = mistakes.collect { () throws(ConfigError) in try fields.text("title") } ?? nil
        let appearance = mistakes.collect { () throws(ConfigError) in
            try fields.choice("appearance", ContainerOptions.Appearance.self)
        }
        guard let arrangement, mistakes.all.count == count else { return nil }
        var screen = ScreenModel(
            name: name, title: title, arrangement, modals: modals.map { ContainerID($0) }, focus: focus)
        if let choice = appearance ?? nil { screen.appearance = choice }
        return screen
    }

    private func checkModal(
        _ name: String, _ containers: Containers, _ fields: TOMLFields
    ) throws(ConfigError) {
        let id = try container(name, of: containers, fields, "modals")
        guard !containers.contains(id, isModal: false) else {
            throw fields.error(
                "modals", "\(name) is not a modal container; set kind = \"modal\" in [containers.\(name)]")
        }
    }

    /// The container that has the focus at first, if the screen names one.
    private func focus(
        among shown: [ContainerID], _ containers: Containers, _ fields: TOMLFields
    ) throws(ConfigError) -> ContainerID? {
        guard let name = try fields.text("focus") else { return nil }
        let id = try container(name, of: containers, fields, "focus")
        guard shown.contains(id) else {
            throw fields.error("focus", "\(name) is not on this screen; choose one of the screen's containers")
        }
        return id
    }

    /// Reads an arrangement as far as it has no mistakes; nil if nothing of it can be read.
    private func arrangement(_ fields: TOMLFields, _ containers: Containers) -> Arrangement? {
        let given = ["container", "rows", "columns"].filter { fields.table[$0] != nil }
        guard given.count == 1 else {
            mistakes.append(
                fields.error(
                    given.last,
                    "\(fields.name) needs exactly one of container, rows and columns"
                        + (given.isEmpty ? "" : ", not \(given.joined(separator: " and "))")))
            return nil
        }
        let field = given[0]
        if field == "container" {
            let id = mistakes.collect { () throws(ConfigError) in
                try container(try fields.text(field) ?? "", of: containers, fields, field)
            }
            return id.map { .container($0) }
        }
        guard
            let list = mistakes.collect({ () throws(ConfigError) in
                let list = try fields.list(field) ?? []
                guard list.isEmpty else { return list }
                throw fields.error(
                    field, "\(fields.name).\(field) is empty; add a container, or remove \(field)")
            })
        else { return nil }
        let parts = list.enumerated().compactMap { index, value in
            part(value, at: "\(field)[\(index)]", of: fields, containers)
        }
        return field == "rows" ? .rows(parts) : .columns(parts)
    }

    /// Reads a part of rows or columns; nil if nothing of it can be read.
    private func part(
        _ value: TOMLValue, at place: String, of outer: TOMLFields, _ containers: Containers
    ) -> Arrangement.Part? {
        let name = "\(outer.name).\(place)"
        guard let table = value.table else {
            mistakes.append(
                outer.error(place, "\(name) is \(TOMLFields.told(value)); expected { container = \"NAME\" }"))
            return nil
        }
        let fields = TOMLFields(
            table: table, name: name, known: ["container", "rows", "columns", "size"], file: file, lines: lines,
            area: .cards)
        mistakes.collect { () throws(ConfigError) in try fields.checkNames() }
        let size = mistakes.collect { () throws(ConfigError) in try self.size(fields) }
        return arrangement(fields, containers).map { Arrangement.Part(size ?? .fill, $0) }
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
        _ name: String, of containers: Containers, _ fields: TOMLFields, _ field: String
    ) throws(ConfigError) -> ContainerID {
        let names = containers.names
        guard !names.contains(name) else { return ContainerID(name) }
        let guess = Spelling.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" }
        throw fields.error(
            field, "unknown container \"\(name)\"; " + (guess ?? "known: \(names.joined(separator: ", "))"))
    }
}
