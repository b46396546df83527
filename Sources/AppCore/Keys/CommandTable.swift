extension Command {
    /// One row of the key table.
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
    }

    /// All commands with their default keys, in the order help shows them.
    package static let table: [Entry] = [
        moving, screens, focus, buttons, cards, marks, history, elsewhere, forms, files, menus, menuItems, layers,
        calendar, program,
    ]
    .flatMap { $0 }

    private static let moving: [Entry] = [
        Entry(
            command: .nextCard, name: "next-card", group: .moving, help: "Next card; line down in a tall one",
            hint: "move", keys: [(.stream, ["j", "down"]), (.filter, ["down"])]),
        Entry(
            command: .previousCard, name: "previous-card", group: .moving,
            help: "Previous card; line up in a tall one",
            keys: [(.stream, ["k", "up"]), (.filter, ["up"])]),
        Entry(
            command: .firstCard, name: "first-card", group: .moving, help: "First card",
            keys: [(.stream, ["g", "home"]), (.menu, ["g", "home"]), (.help, ["g", "home"])]),
        Entry(
            command: .lastCard, name: "last-card", group: .moving, help: "Last card",
            keys: [(.stream, ["G", "end"]), (.menu, ["G", "end"]), (.help, ["G", "end"])]),
        Entry(
            command: .halfPageDown, name: "half-page-down", group: .moving, help: "Half a page down",
            keys: [(.stream, ["ctrl-d"])]),
        Entry(
            command: .halfPageUp, name: "half-page-up", group: .moving, help: "Half a page up",
            keys: [(.stream, ["ctrl-u"])]),
        Entry(
            command: .pageDown, name: "page-down", group: .moving, help: "A page down",
            keys: [(.stream, ["ctrl-f", "pagedown"]), (.filter, ["pagedown"])]),
        Entry(
            command: .pageUp, name: "page-up", group: .moving, help: "A page up",
            keys: [(.stream, ["ctrl-b", "pageup"]), (.filter, ["pageup"])]),
        Entry(
            command: .cardRight, name: "card-right", group: .moving, help: "Next card of a horizontal container",
            hint: "move", keys: [(.stream, ["l", "right"])]),
        Entry(
            command: .cardLeft, name: "card-left", group: .moving, help: "Previous card of a horizontal container",
            hint: "move", keys: [(.stream, ["h", "left"])]),
    ]

    private static let focus: [Entry] = [
        Entry(
            command: .focusNext, name: "focus-next", group: .cards, help: "Next button or field of the card",
            fieldHint: "next", keys: [(.stream, ["tab"]), (.form, ["tab"])]),
        Entry(
            command: .focusPrevious, name: "focus-previous", group: .cards,
            help: "Previous button or field of the card",
            keys: [(.stream, ["shift-tab"]), (.form, ["shift-tab"])]),
        Entry(
            command: .jump, name: "jump", group: .cards, help: "A letter on every button and field, to go there",
            keys: [(.stream, ["f"])]),
        Entry(
            command: .press, name: "press", group: .cards, help: "Press the focused button or field",
            hint: "press", keys: [(.stream, ["enter"]), (.form, ["enter"])]),
    ]

    private static let buttons: [Entry] = (1...9).map { number in
        Entry(
            command: .pressButton(number), name: "press-button-\(number)", group: .cards,
            help: "Press button \(number)",
            keys: [(.stream, ["\(number)"])])
    }

    private static let cards: [Entry] = [
        Entry(
            command: .dismiss, name: "dismiss", group: .cards, help: "Dismiss the card, or those marked",
            hint: "dismiss",
            keys: [(.stream, ["d"])]),
        Entry(
            command: .snooze, name: "snooze", group: .cards, help: "Snooze the card, or those marked", hint: "snooze",
            keys: [(.stream, ["s"])]),
        Entry(
            command: .voteUp, name: "vote-up", group: .cards, help: "Vote: this is useful", keys: [(.stream, ["+"])]),
        Entry(
            command: .voteDown, name: "vote-down", group: .cards, help: "Vote: this isn't useful",
            keys: [(.stream, ["-"])]),
        Entry(
            command: .openMenu, name: "open-menu", group: .cards, help: "Open the card's menu", hint: "menu",
            keys: [(.stream, ["m"])]),
        Entry(
            command: .back, name: "back", group: .cards,
            help: "Leave the field, the subview, the marks, then the filter; cancel sending",
            fieldHint: "leave", keys: [(.stream, ["esc"])]),
        Entry(
            command: .toggleFolds, name: "toggle-folds", group: .cards, help: "Show more or less of long text",
            hint: "more", keys: [(.stream, ["e"])]),
        Entry(
            command: .inspect, name: "inspect", group: .cards, help: "Show the card as it was published, in JSON",
            keys: [(.stream, ["i"])]),
        Entry(
            command: .retryAction, name: "retry-action", group: .cards, help: "Send a refused action again",
            keys: [(.stream, ["R"])]),
        Entry(
            command: .discardAction, name: "discard-action", group: .cards, help: "Discard a refused action",
            keys: [(.stream, ["X"])]),
        Entry(
            command: .undoAction, name: "undo-action", group: .cards,
            help: "Undo what was done last and is not sent yet",
            keys: [(.stream, ["u"])]),
    ]

    private static let program: [Entry] = [
        Entry(
            command: .refresh, name: "refresh", group: .program, help: "Ask the server for news now",
            hint: "refresh", keys: [(.stream, ["r"]), (.launch, ["r", "enter"])]),
        Entry(
            command: .help, name: "help", group: .program, help: "This help", hint: "help",
            keys: [(.stream, ["?", "f1"]), (.launch, ["?", "f1"])]),
        Entry(
            command: .palette, name: "palette", group: .program, help: "Find any command and run it",
            keys: [(.stream, [":"]), (.launch, [":"])]),
        Entry(
            command: .search, name: "search", group: .program, help: "Filter the cards; search this help",
            hint: "filter", keys: [(.stream, ["/"]), (.commands, ["/"])]),
        Entry(
            command: .chooseTheme, name: "choose-theme", group: .program, help: "Choose a theme; the cursor shows it",
            keys: [(.stream, ["t"]), (.launch, ["t"])]),
        Entry(
            command: .toggleMouse, name: "toggle-mouse", group: .program,
            help: "Leave the mouse to the terminal, and take it back", keys: [(.stream, ["M"]), (.launch, ["M"])]),
        Entry(
            command: .redraw, name: "redraw", group: .program, help: "Redraw the screen", keys: [(.global, ["ctrl-l"])]),
        Entry(
            command: .suspend, name: "suspend", group: .program, help: "Suspend to the shell",
            keys: [(.global, ["ctrl-z"])]),
        Entry(
            command: .quit, name: "quit", group: .program, help: "Quit", hint: "quit",
            keys: [(.stream, ["q"]), (.launch, ["q", "esc"]), (.global, ["ctrl-c"])]),
    ]

    /// The command's row. Every command has one; a test holds that.
    package var entry: Entry { Command.entries[self] ?? Command.table[0] }
    package var name: String { entry.name }
    package var help: String { entry.help }
    package var group: Group { entry.group }

    private static let entries = Dictionary(table.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })

    /// The rows that have a hint word.
    static let hinted = table.filter { $0.hint != nil }
    static let fieldHinted = table.filter { $0.fieldHint != nil }

    /// By the name key files and scripts use.
    package init?(name: String) {
        guard let entry = Command.table.first(where: { $0.name == name }) else { return nil }
        self = entry.command
    }
}
