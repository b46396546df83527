import Canvas

/// Finds the command for a typed line, by its name, a prefix of its name, or its key.
enum LineCommand {
    /// Short names of common commands.
    private static let words: [String: Command] = [
        "next": .nextCard, "previous": .previousCard, "prev": .previousCard, "first": .firstCard, "last": .lastCard,
        "menu": .openMenu, "exit": .quit, "history": .showHistory, "snoozed": .showSnoozed, "filter": .search,
    ]

    /// Nil if no command or more than one command matches.
    static func find(_ words: String, keymap: Keymap, layer: KeyLayer) -> Command? {
        if let keys = KeySequence.parse(words), case .command(let command) = keymap.resolve(keys, in: layer) {
            return command
        }
        if let command = find(exactly: words) { return command }
        let matches = beginning(with: words)
        if matches.count == 1 { return matches[0] }
        let able = matches.filter { !$0.needsScreen }
        return able.count == 1 ? able[0] : nil
    }

    static func beginning(with words: String) -> [Command] {
        let name = name(words)
        return Command.table.filter { $0.name.hasPrefix(name) }.map(\.command)
    }

    /// The names of commands that begin with the given words, without commands that need a screen.
    static func names(beginningWith words: String) -> [String] {
        beginning(with: words).filter { !$0.needsScreen }.map(\.name)
    }

    /// Finds a command by its full name or a short name.
    static func find(exactly words: String) -> Command? {
        let name = name(words)
        return Command(name: name) ?? self.words[name]
    }

    private static func name(_ words: String) -> String {
        words.lowercased().split(separator: " ").joined(separator: "-")
    }
}

extension Command {
    /// Whether the command has no use in line mode: it changes the appearance, or selects an element that has a number
    /// in line mode.
    var needsScreen: Bool {
        switch self {
        case .redraw, .suspend, .toggleMouse, .chooseTheme, .zoom, .toggleList, .jump, .toggleFolds, .focusNext,
            .focusPrevious,
            .press, .pressButton, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .cardLeft, .cardRight,
            .containerLeft, .containerRight, .containerAbove, .containerBelow, .scrollDown, .scrollUp,
            .scrollPageDown, .scrollPageUp, .menuNext, .menuPrevious, .menuPageDown, .menuPageUp, .menuItem,
            .toggleChoice, .choicePrevious, .choiceNext, .caretLeft, .caretRight, .wordLeft, .wordRight, .caretUp,
            .caretDown, .caretToStart, .caretToEnd, .deleteBackward, .deleteForward, .deleteWord,
            .deleteWordForward, .deleteToStart, .deleteToEnd, .newline, .completePath, .dayNext, .dayPrevious,
            .nextPart, .completeFilter, .earlierFilter, .laterFilter, .skipToNext, .skipToPrevious, .weekNext,
            .weekPrevious,
            .monthNext, .monthPrevious, .yearNext, .yearPrevious, .timeLater,
            .timeEarlier, .calendarType:
            true
        default: false
        }
    }
}
