import Cards

/// All commands with their keys, to read, search and run: by groups as the help, the best match first as the palette.
package struct CommandsOverlay: Equatable, Sendable {
    package let purpose: Purpose
    package private(set) var items: [Item]
    /// What is typed to narrow the list down.
    package private(set) var field = TextField()
    /// Whether keys are text for ``field``.
    package var isTyping: Bool
    /// Positions in ``items`` of those that match, in the order they are shown.
    package private(set) var matches: [Int]
    /// Position in ``matches``.
    package var selected = 0

    package enum Purpose: Hashable, Sendable { case help, palette }

    package struct Item: Equatable, Sendable {
        package var command: Command
        /// Keys that do the same, joined by spaces; empty where none does.
        package var keys: String
        package var help: String
        /// The heading it stands under in the help.
        package var section: String
        /// Why the command cannot be used now; nil when it can.
        package var unavailable: String?
        fileprivate var search: CommandSearch
    }

    /// - Parameter state: what the commands would act on, without this overlay.
    package init(_ purpose: Purpose, in state: AppState) {
        self.purpose = purpose
        isTyping = purpose == .palette
        items =
            switch purpose {
            case .help: Self.help(in: state)
            case .palette:
                Command.table.map { entry in
                    Item(entry, keys: HelpText.keys(of: entry, in: state.keymap), help: entry.help, state)
                }
            }
        matches = []
        match()
    }

    /// First what the keys go to, then everything else that can have a use.
    private static func help(in state: AppState) -> [Item] {
        let near = NearCommands(in: state)
        let bound = HelpText.bound(in: state.keymap, screens: state.screens.count)
        let first = near.commands.compactMap { command -> Item? in
            guard let row = bound.first(where: { $0.entry.command == command }) else { return nil }
            let keys = HelpText.keys(of: command, in: state.keyLayer, of: state.keymap)
            guard !keys.isEmpty else { return nil }
            if case .pressButton = command { return Item(row.entry, keys: row.keys, help: row.help, state, near.title) }
            return Item(row.entry, keys: keys, help: row.help, state, near.title)
        }
        let rest = bound.filter { row in
            !row.entry.command.isPointless(in: state) && !first.contains { $0.command == row.entry.command }
        }
        return first + rest.map { Item($0.entry, keys: $0.keys, help: $0.help, state) }
    }

    /// Takes commands out, where they mean nothing.
    mutating func leaveOut(_ isMeant: (Command) -> Bool) {
        items.removeAll { isMeant($0.command) }
        match()
    }

    package var selectedItem: Item? { matches.indices.contains(selected) ? items[matches[selected]] : nil }

    /// Changes what is typed. In the help the selection stays on its command while that matches; in the palette the
    /// best match is what Enter is for.
    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        field.joinLines()
        guard field.text != before else { return }
        let current = matches.indices.contains(selected) ? matches[selected] : nil
        match()
        selected = purpose == .palette ? 0 : current.flatMap { matches.firstIndex(of: $0) } ?? 0
    }

    /// Forgets what was typed.
    mutating func endTyping() {
        edit { $0 = TextField() }
        isTyping = false
    }

    /// Moves by so many commands, around at the ends where it is one.
    mutating func move(by step: Int) {
        guard !matches.isEmpty else { return }
        selected =
            abs(step) == 1
            ? (selected + step + matches.count) % matches.count
            // Without overflow however far it shall go.
            : max(0, min(matches.count - 1, selected + min(max(step, -matches.count), matches.count)))
    }

    private static let unavailableCost = 6

    private mutating func match() {
        let words = SearchText.words(field.text)
        var scored: [(position: Int, score: Int)] = []
        for (position, item) in items.enumerated() {
            guard let score = item.search.score(words) else { continue }
            // What cannot be done now has to be meant rather clearly.
            scored.append((position, score - (item.unavailable == nil || words.isEmpty ? 0 : Self.unavailableCost)))
        }
        guard purpose == .palette else {
            matches = scored.map(\.position)
            return
        }
        // Of equals those that can be done now, then as help has them.
        matches = scored.sorted { left, right in
            let (first, second) = (items[left.position], items[right.position])
            if left.score != right.score { return left.score > right.score }
            if (first.unavailable == nil) != (second.unavailable == nil) { return first.unavailable == nil }
            return left.position < right.position
        }
        .map(\.position)
    }
}

extension CommandsOverlay.Item {
    fileprivate init(
        _ entry: Command.Entry, keys: String, help: String, _ state: AppState, _ section: String? = nil
    ) {
        self.section = section ?? entry.group.rawValue
        command = entry.command
        self.keys = keys
        self.help = help
        unavailable = entry.command.availability(in: state).reason
        search = CommandSearch(entry, keys: keys, help: help)
    }
}

extension CommandsOverlay: OverlayComponent {
    package var overlay: Overlay { .commands(self) }
    package var keyLayer: KeyLayer { isTyping ? .chooser : .commands }
    package var isTypedInto: Bool { !field.text.isEmpty }
    package var editedText: String? { field.text }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        switch event.choice(of: matches.count) {
        case .selected: return run(selected, in: state)
        case .item(let position): return run(position, in: state)
        case .missing(let reason): return [.show(reason, .information)]
        case nil: break
        }
        let rows = state.lastFrame.helpRows
        switch event {
        // What was searched in the help gives way first.
        case .command(.close) where purpose == .help && isTyping: endTyping()
        case .command(.search) where !isTyping: isTyping = true
        case .command(let command):
            guard let step = command.listStep(rows: rows) ?? command.scrollStep(rows: rows) else { return nil }
            move(by: step)
        case .wheelTurned(let rows): move(by: rows)
        // A letter begins a search.
        case .typed(let character):
            isTyping = true
            edit { $0.insert(String(character)) }
        case .pasted(let text) where isTyping: edit { $0.insert(text) }
        case .line(let text): return enter(text)
        default: return nil
        }
        return []
    }

    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] {
        edit(change)
        return []
    }

    private mutating func enter(_ text: String) -> [OverlayAction]? {
        guard !text.isEmpty else {
            // What was searched is no step of its own: it would be the whole list, read out once more.
            endTyping()
            return nil
        }
        // A command by its name leaves the list, as it would leave any other page.
        if let command = LineCommand.find(exactly: text) { return [.perform(.close), .perform(command)] }
        isTyping = true
        edit { $0.replaceAll(with: text) }
        return matches.isEmpty ? [.show(Strings.Help.nothingMatches(text), .information)] : []
    }

    /// Runs the command at a position among those in sight, as if its key had been pressed. One that cannot be used now
    /// says why, and the list stays.
    private mutating func run(_ position: Int, in state: AppState) -> [OverlayAction] {
        selected = position
        guard let item = selectedItem else {
            return [.show(Strings.Help.nothingMatches(field.text), .information)]
        }
        guard let reason = reasonAgainst(item, in: state) else { return [.close, .perform(item.command)] }
        return [.show(reason, .information)]
    }

    private func reasonAgainst(_ item: Item, in state: AppState) -> String? {
        // In the help one row stands for nine.
        switch item.command {
        case .pressButton, .menuItem, .showScreen: if purpose == .help { return Strings.Help.numbers }
        default: break
        }
        // It would run once this list has closed.
        var below = state
        below.overlays.removeLast()
        return item.command.availability(in: below).reason
    }
}
