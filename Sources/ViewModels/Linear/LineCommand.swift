import Canvas

/// Finds the command that somebody means who types its name, a part of it, or its key.
enum LineCommand {
    /// Short words for what is done most.
    private static let words: [String: Command] = [
        "next": .nextCard, "previous": .previousCard, "prev": .previousCard, "first": .firstCard, "last": .lastCard,
        "menu": .openMenu, "exit": .quit, "history": .showHistory, "snoozed": .showSnoozed, "filter": .search,
    ]

    /// Nil where nothing or more than one command is meant.
    static func find(_ words: String, keymap: Keymap, layer: KeyLayer) -> Command? {
        if let keys = KeySequence.parse(words), case .command(let command) = keymap.resolve(keys, in: layer) {
            return command
        }
        if let command = find(exactly: words) { return command }
        let matches = beginning(with: words)
        return matches.count == 1 ? matches[0] : nil
    }

    static func beginning(with words: String) -> [Command] {
        let name = name(words)
        return Command.table.filter { $0.name.hasPrefix(name) }.map(\.command)
    }

    /// By its whole name, or a short word for it.
    static func find(exactly words: String) -> Command? {
        let name = name(words)
        return Command(name: name) ?? self.words[name]
    }

    private static func name(_ words: String) -> String {
        words.lowercased().split(separator: " ").joined(separator: "-")
    }
}
