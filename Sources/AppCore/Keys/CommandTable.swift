extension Command {
    /// All there is to a command: its name, help and keys, when it can be used, and what it does.
    package struct Entry: Sendable {
        package var command: Command
        /// How key files and scripts call it.
        package var name: String
        package var group: Group
        /// One line for the help screen.
        package var help: String
        /// The word or two for the hint line; nil keeps it out of there.
        package var hint: String?
        /// The same while a field has the focus; there only these commands are hinted at.
        package var fieldHint: String?
        /// Default keys by layer, in ``KeySequence`` notation.
        package var keys: [(KeyLayer, [String])]
        /// When it can be used.
        var rule = CommandRule.always
        /// What it does where no overlay handles it; nil where only an overlay does.
        var perform: (@Sendable (inout AppState) -> [Effect])?
    }

    /// All commands with their default keys, in the order help shows them.
    package static let table: [Entry] = [
        moving, order, screens, lists, focus, buttons, cards, marks, history, conversations, held, switches, elsewhere,
        forms, files, menus, menuItems,
        layers, calendar, program, firstSteps,
    ]
    .flatMap { $0 }

    /// The command's row. Every command has one; a test holds that.
    package var entry: Entry { Command.entries[self] ?? Command.table[0] }
    package var name: String { entry.name }
    package var help: String { entry.help }
    package var group: Group { entry.group }

    private static let entries = Dictionary(table.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })

    /// Asked for many times a frame, for which an entry is a lot to copy.
    static let rules = entries.mapValues(\.rule)

    /// The rows that have a hint word.
    static let hinted = table.filter { $0.hint != nil }
    static let fieldHinted = table.filter { $0.fieldHint != nil }

    /// By the name key files and scripts use.
    package init?(name: String) {
        guard let entry = Command.table.first(where: { $0.name == name }) else { return nil }
        self = entry.command
    }
}
