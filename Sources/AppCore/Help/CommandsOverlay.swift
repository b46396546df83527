import Cards

/// All commands with their keys, to read, search and run. The help lists them by group; the palette lists the best
/// match first.
package struct CommandsOverlay: Equatable, Sendable {
    package let purpose: Purpose
    /// The title in the frame. In the palette, it includes the subject of the commands.
    package let title: String
    package private(set) var items: [Item]
    /// In the palette, the commands that come first while nothing is typed.
    private var likely: [Command] = []
    /// The typed text that filters the list.
    package private(set) var field = TextField()
    private var completion = CompletionCycle()
    /// The names of the themes, for the palette; nil until they have been read.
    private var themes: [String]?
    /// The text to complete as soon as the names have been read.
    private var lineToComplete: String?
    /// Whether keys are text for ``field``.
    package var isTyping: Bool
    /// Positions in ``items`` of the matches, in display order.
    package private(set) var matches: [Int]
    /// Position in ``matches``.
    package var selected = 0

    package enum Purpose: Hashable, Sendable { case help, palette }

    package struct Item: Equatable, Sendable {
        package var command: Command
        /// The keys of the command, joined by spaces; empty if there are none.
        package var keys: String
        package var help: String
        /// The heading above the command in the help.
        package var section: String
        /// Why the command is not available now; nil if it is.
        package var unavailable: String?
        /// The argument, for an item that represents the typed line as a whole.
        fileprivate(set) var argument: PaletteArgument?
        fileprivate var search: CommandSearch
    }

    /// - Parameter state: The state that the commands would act on, without this overlay.
    package init(_ purpose: Purpose, in state: AppState) {
        self.purpose = purpose
        isTyping = purpose == .palette
        title = purpose == .help ? Strings.Help.title : Strings.Help.palette(on: state.shownSubject)
        items =
            switch purpose {
            case .help: Self.help(in: state)
            case .palette:
                Command.table.map { entry in
                    let keys = HelpText.keys(of: entry, in: state.settings.keymap, here: state.keyLayer)
                    return Item(entry, keys: keys, help: entry.help, state)
                }
            }
        if purpose == .palette {
            let near = NearCommands(in: state).commands
            likely = state.recent.commands + near.filter { !state.recent.commands.contains($0) }
        }
        matches = []
        match()
    }

    /// The commands for the current focus, then all others that are useful in this viewer.
    private static func help(in state: AppState) -> [Item] {
        let near = NearCommands(in: state)
        let bound = HelpText.bound(
            in: state.settings.keymap, screens: state.screens.count, here: state.keyLayer)
        let first = near.commands.compactMap { command -> Item? in
            guard let row = bound.first(where: { $0.entry.command == command }) else { return nil }
            let keys = HelpText.keys(of: command, in: state.keyLayer, of: state.settings.keymap)
            guard !keys.isEmpty else { return nil }
            if case .pressButton = command { return Item(row.entry, keys: row.keys, help: row.help, state, near.title) }
            return Item(row.entry, keys: keys, help: command.help(here: state) ?? row.help, state, near.title)
        }
        let rest = bound.filter { row in
            !row.entry.command.isPointless(in: state) && !first.contains { $0.command == row.entry.command }
        }
        return first + rest.map { Item($0.entry, keys: $0.keys, help: $0.help, state) }
    }

    /// Removes commands that are not useful here.
    mutating func leaveOut(_ isMeant: (Command) -> Bool) {
        items.removeAll { isMeant($0.command) }
        match()
    }

    /// Whether the only match is the typed line, as a command with an argument.
    package var isWhole: Bool { matches.count == 1 && items[matches[0]].argument != nil }

    package var selectedItem: Item? { matches.indices.contains(selected) ? items[matches[selected]] : nil }

    /// Positions in ``matches`` of what lines list, with numbers from 1. Read out, what cannot be done now would bury what can.
    package var listed: [Int] { matches.indices.filter { isTyping || items[matches[$0]].unavailable == nil } }

    /// Changes the typed text. In the help, the selection stays on its command while it matches. In the palette, the
    /// best match is selected, because Enter runs it.
    /// - Parameter state: The app without this overlay; nil if the line cannot be a command with an argument.
    mutating func edit(in state: AppState?, _ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        field.joinLines()
        guard field.text != before else { return }
        let current = matches.indices.contains(selected) ? matches[selected] : nil
        readLine(in: state)
        selected = purpose == .palette ? 0 : current.flatMap { matches.firstIndex(of: $0) } ?? 0
    }

    /// Reads the typed text as a command with an argument, and matches the list with it.
    private mutating func readLine(in state: AppState?) {
        items.removeAll { $0.argument != nil }
        if purpose == .palette, let state, let argument = PaletteArgument(field.text, in: state, themes: themes) {
            items.append(Item(argument, state))
        }
        match()
    }

    /// Requests the names of the themes when the typed text first needs them.
    private var themeRequest: [OverlayAction] {
        purpose == .palette && themes == nil && PaletteArgument.namesTheme(field.text) ? [.start(.theme(.name))] : []
    }

    /// Clears the typed text.
    mutating func endTyping() {
        edit(in: nil) { $0 = TextField() }
        isTyping = false
    }

    /// Moves the selection by a number of commands. A step of one wraps around at the ends.
    mutating func move(by step: Int) {
        guard !matches.isEmpty else { return }
        selected =
            abs(step) == 1
            ? (selected + step + matches.count) % matches.count
            // Limits the step first, to avoid overflow.
            : max(0, min(matches.count - 1, selected + min(max(step, -matches.count), matches.count)))
    }

    private mutating func match() {
        let words = SearchText.words(field.text)
        var scored: [(position: Int, score: Int)] = []
        for (position, item) in items.enumerated() where item.argument == nil {
            guard let score = item.search.score(words) else { continue }
            scored.append((position, score))
        }
        guard purpose == .palette else {
            matches = scored.map(\.position)
            return
        }
        if words.isEmpty {
            let ranks = Dictionary(
                likely.enumerated().map { ($0.element, likely.count - $0.offset) },
                uniquingKeysWith: { first, _ in first })
            for index in scored.indices where items[scored[index].position].unavailable == nil {
                scored[index].score += ranks[items[scored[index].position].command] ?? 0
            }
        }
        // Commands that are not available come last, except one whose whole name is typed: the user wants that one, and
        // learns why it is not available. For the same score, the order of the help decides.
        let name = words.joined(separator: "-")
        let isLate = scored.map { match in
            let item = items[match.position]
            return item.unavailable != nil && item.command.name != name
        }
        matches = zip(scored, isLate).sorted { left, right in
            if left.1 != right.1 { return right.1 }
            if left.0.score != right.0.score { return left.0.score > right.0.score }
            return left.0.position < right.0.position
        }
        .map(\.0)
        .map(\.position)
        // A command with an argument comes before commands that only match its letters.
        if let whole = items.lastIndex(where: { $0.argument != nil }) { matches.insert(whole, at: 0) }
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
        search = CommandSearch(entry, keys: HelpText.keys(of: entry, in: state.settings.keymap), help: help)
    }

    fileprivate init(_ argument: PaletteArgument, _ state: AppState) {
        self.init(argument.command.entry, keys: "", help: argument.help, state)
        unavailable = argument.problem
        self.argument = argument
    }
}

extension CommandsOverlay: OverlayComponent {
    package var overlay: Overlay { .commands(self) }
    package var keyLayer: KeyLayer { !isTyping ? .commands : purpose == .palette ? .palette : .chooser }
    package var isTypedInto: Bool { !field.text.isEmpty }
    package var editedText: String? { field.text }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        let isLine = if case .line = event { true } else { false }
        let listed = isLine ? listed : Array(matches.indices)
        switch event.choice(of: listed.count) {
        case .selected: return run(selected, in: state)
        case .item(let position): return run(listed.indices.contains(position) ? listed[position] : position, in: state)
        case .missing(let reason): return [.show(reason, .information)]
        case nil: break
        }
        let rows = state.frames.last.overlayRows
        switch event {
        // The first Escape clears the search of the help.
        case .command(.close) where purpose == .help && isTyping: endTyping()
        case .command(.search) where !isTyping: isTyping = true
        case .command(.completeFilter): return complete(in: state)
        case .answer(.theme(.named(let names))) where purpose == .palette:
            themes = names
            let isWaiting = lineToComplete == field.text
            lineToComplete = nil
            readLine(in: state.withoutOverlay)
            return isWaiting ? complete(in: state) : []
        case .command(.help): return purpose == .help ? [.close] : [.close, .runCommand(.help)]
        case .command(let command):
            guard let step = command.listStep(rows: rows) ?? command.scrollStep(rows: rows) else { return nil }
            move(by: step)
        case .wheelTurned(let rows): move(by: rows)
        // A letter starts a search.
        case .typed(let character):
            isTyping = true
            edit(in: state.withoutOverlay) { $0.insert(String(character)) }
            return themeRequest
        case .pasted(let text) where isTyping:
            edit(in: state.withoutOverlay) { $0.insert(text) }
            return themeRequest
        case .line(let text): return enter(text, in: state)
        default: return nil
        }
        return []
    }

    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] {
        edit(in: state.withoutOverlay, change)
        return themeRequest
    }

    /// Whether the text can be completed.
    package var canComplete: Bool {
        PaletteArgument.namesTheme(field.text) && themes == nil
            || !PaletteArgument.completions(of: field.text, themes: themes ?? []).isEmpty
    }

    /// Completes the argument of the typed command, or replaces a completion with the next one. If there is nothing to
    /// complete, selects the next command.
    private mutating func complete(in state: AppState) -> [OverlayAction] {
        if themes == nil, PaletteArgument.namesTheme(field.text) {
            lineToComplete = field.text
            return [.start(.theme(.name))]
        }
        let names = themes ?? []
        let text = completion.next(for: field.text) { PaletteArgument.completions(of: $0, themes: names) }
        if let text { edit(in: state.withoutOverlay) { $0.replaceAll(with: text) } } else { move(by: 1) }
        return []
    }

    private mutating func enter(_ text: String, in state: AppState) -> [OverlayAction]? {
        guard !text.isEmpty else {
            // Clears the search without a separate step, because that step would read out the whole list again.
            endTyping()
            return nil
        }
        // The exact name of a command closes the list and runs the command, as on any other page.
        if let command = LineCommand.find(exactly: text) { return [.runCommand(.close), .runCommand(command)] }
        isTyping = true
        edit(in: state.withoutOverlay) { $0.replaceAll(with: text) }
        return matches.isEmpty ? [.show(Strings.Help.nothingMatches(text), .information)] : []
    }

    /// Runs the command at a position among the matches, as if its key had been pressed. If the command is not
    /// available, shows the reason. The palette stays open, because it shows the reason next to the command; the help
    /// closes, because it would cover the reason.
    private mutating func run(_ position: Int, in state: AppState) -> [OverlayAction] {
        selected = position
        guard let item = selectedItem else {
            return [.show(Strings.Help.nothingMatches(field.text), .information)]
        }
        if let reason = reasonAgainst(item, in: state) {
            return (purpose == .help ? [.close] : []) + [.show(reason, .information)]
        }
        guard purpose == .palette else { return [.close, .runCommand(item.command)] }
        return [.close, .recall(item.command)] + (item.argument?.actions ?? [.runCommand(item.command)])
    }

    private func reasonAgainst(_ item: Item, in state: AppState) -> String? {
        // In the help, one row stands for nine commands.
        switch item.command {
        case .pressButton, .menuItem, .showScreen: if purpose == .help { return Strings.Help.numbers }
        default: break
        }
        if item.argument != nil { return item.unavailable }
        // The command runs after this list has closed.
        return item.command.availability(in: state.withoutOverlay).reason
    }
}

extension AppState {
    /// The number of marked cards, or else the selected card's title; nil if there is neither.
    fileprivate var shownSubject: String? {
        guard let container = focusedContainer else { return nil }
        if !container.marks.isEmpty { return container.markedCount.map(Strings.Header.count) }
        return container.selection.flatMap(subject).flatMap(shownTitle)
    }

    /// The state of the app after the topmost overlay has closed.
    fileprivate var withoutOverlay: AppState {
        var state = self
        _ = state.overlays.popLast()
        return state
    }
}
