extension Command {
    /// The definition of a command: its name, help and keys, when it is available, and what it does.
    package struct Entry: Sendable {
        package var command: Command
        /// The name in key files and scripts.
        package var name: String
        package var group: Group
        /// One line of text for the help screen.
        package var help: String
        /// A short label for the hint line; nil if the command is not shown there.
        package var hint: String?
        /// The label for the hint line while a field has the focus; nil if the command is not shown there.
        package var fieldHint: String?
        /// The default keys by layer, in ``KeySequence`` notation.
        package var keys: [(KeyLayer, [String])]
        /// Determines when the command is available.
        var rule = CommandRule.always
        /// Runs the command if no overlay handles it; nil if only overlays handle it.
        var perform: (@Sendable (inout AppState) -> [Effect])?
    }

    /// All commands with their default keys, in the order of the help.
    package static let table: [Entry] = [
        moving, order, screens, lists, focus, buttons, cards, marks, history, conversations, held, switches, elsewhere,
        forms, files, menus, menuItems,
        layers, calendar, program, firstSteps,
    ]
    .flatMap { $0 }

    /// The command's entry. Every command has one, which a test checks.
    package var entry: Entry { Command.entries[self] ?? Command.table[0] }
    package var name: String { entry.name }
    package var help: String { entry.help }
    package var group: Group { entry.group }

    private static let entries = Dictionary(table.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })

    /// Cached separately, because rules are read many times per frame and an entry is expensive to copy.
    static let rules = entries.mapValues(\.rule)

    /// The entries with a label for the hint line.
    static let hinted = table.filter { $0.hint != nil }
    static let fieldHinted = table.filter { $0.fieldHint != nil }

    /// Finds a command by its name in key files and scripts.
    package init?(name: String) {
        guard let entry = Command.table.first(where: { $0.name == name }) else { return nil }
        self = entry.command
    }
}
