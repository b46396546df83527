import Canvas

/// Finds the command that a typed line means: by its name, a part of its name, or its key.
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
        if matches.count == 1 { return matches[0] }
        let able = matches.filter { !$0.needsScreen }
        return able.count == 1 ? able[0] : nil
    }

    static func beginning(with words: String) -> [Command] {
        let name = name(words)
        return Command.table.filter { $0.name.hasPrefix(name) }.map(\.command)
    }

    /// The names that words which are no command of their own may be the beginning of, without what only a screen has.
    static func names(beginningWith words: String) -> [String] {
        beginning(with: words).filter { !$0.needsScreen }.map(\.name)
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

extension Command {
    /// Whether it means nothing where lines stand in place of a screen: it changes how things look, or is a way to
    /// something that has a number there.
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
