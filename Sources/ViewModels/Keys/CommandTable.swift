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
        moving, focus, buttons, cards, forms, files, menus, menuItems, layers, calendar, program,
    ]
    .flatMap { $0 }

    private static let moving: [Entry] = [
        Entry(
            command: .nextCard, name: "next-card", group: .moving, help: "Next card; line down in a tall one",
            hint: "move", keys: [(.stream, ["j", "down"])]),
        Entry(
            command: .previousCard, name: "previous-card", group: .moving,
            help: "Previous card; line up in a tall one", keys: [(.stream, ["k", "up"])]),
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
            keys: [(.stream, ["ctrl-f", "pagedown"])]),
        Entry(
            command: .pageUp, name: "page-up", group: .moving, help: "A page up",
            keys: [(.stream, ["ctrl-b", "pageup"])]),
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
            command: .dismiss, name: "dismiss", group: .cards, help: "Dismiss the card", hint: "dismiss",
            keys: [(.stream, ["d"])]),
        Entry(
            command: .snooze, name: "snooze", group: .cards, help: "Snooze the card", hint: "snooze",
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
            help: "Leave the field, then the subview; cancel sending",
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
            command: .takeBack, name: "take-back", group: .cards, help: "Take a form back that is not sent yet",
            keys: [(.stream, ["u"])]),
    ]

    private static let forms: [Entry] = [
        Entry(
            command: .toggleChoice, name: "toggle-choice", group: .forms, help: "Switch or tick the focused choice",
            fieldHint: "choose", keys: [(.choice, ["space", "enter"])]),
        Entry(
            command: .choicePrevious, name: "choice-previous", group: .forms, help: "Previous choice, or less",
            keys: [(.choice, ["left", "h"])]),
        Entry(
            command: .choiceNext, name: "choice-next", group: .forms, help: "Next choice, or more",
            fieldHint: "change", keys: [(.choice, ["right", "l"])]),
        Entry(
            command: .caretLeft, name: "caret-left", group: .forms, help: "A character left",
            keys: text(["left", "ctrl-b"])),
        Entry(
            command: .caretRight, name: "caret-right", group: .forms, help: "A character right",
            keys: text(["right", "ctrl-f"])),
        Entry(
            command: .wordLeft, name: "word-left", group: .forms, help: "A word left",
            keys: text(["alt-b", "ctrl-left"])),
        Entry(
            command: .wordRight, name: "word-right", group: .forms, help: "A word right",
            keys: text(["alt-f", "ctrl-right"])),
        Entry(
            command: .caretUp, name: "caret-up", group: .forms, help: "A line up, then the field before",
            keys: [(.form, ["up"])]),
        Entry(
            command: .caretDown, name: "caret-down", group: .forms, help: "A line down, then the next field",
            keys: [(.form, ["down"])]),
        Entry(
            command: .caretToStart, name: "caret-to-start", group: .forms, help: "To the start of the line",
            keys: text(["ctrl-a", "home"])),
        Entry(
            command: .caretToEnd, name: "caret-to-end", group: .forms, help: "To the end of the line",
            keys: text(["ctrl-e", "end"])),
        Entry(
            command: .deleteBackward, name: "delete-backward", group: .forms, help: "Delete the character before",
            keys: text(["backspace", "ctrl-h"])),
        Entry(
            command: .deleteForward, name: "delete-forward", group: .forms,
            help: "Delete the character under the cursor",
            keys: text(["delete", "ctrl-d"])),
        Entry(
            command: .deleteWord, name: "delete-word", group: .forms, help: "Delete the word before",
            keys: text(["ctrl-w", "alt-backspace"])),
        Entry(
            command: .deleteWordForward, name: "delete-word-forward", group: .forms, help: "Delete the word after",
            keys: text(["alt-d"])),
        Entry(
            command: .deleteToStart, name: "delete-to-start", group: .forms, help: "Delete to the start",
            keys: text(["ctrl-u"])),
        Entry(
            command: .deleteToEnd, name: "delete-to-end", group: .forms, help: "Delete to the end",
            keys: text(["ctrl-k"])),
        Entry(
            command: .undo, name: "undo", group: .forms, help: "Take the last change of the text back",
            keys: text(["ctrl-_"])),
        Entry(
            command: .editOutside, name: "edit-outside", group: .forms,
            help: "Edit the text in $VISUAL or $EDITOR", keys: text(["alt-e"])),
        Entry(
            command: .newline, name: "newline", group: .forms, help: "New line in a long text",
            fieldHint: "new line", keys: [(.form, ["alt-enter", "ctrl-j"])]),
        Entry(
            command: .openCalendar, name: "open-calendar", group: .forms, help: "Pick the day of a date field",
            fieldHint: "pick", keys: [(.date, ["enter"])]),
        Entry(
            command: .leaveField, name: "leave-field", group: .forms, help: "Leave the field",
            fieldHint: "leave", keys: [(.form, ["esc"])]),
    ]

    private static let files: [Entry] = [
        Entry(
            command: .clearFile, name: "clear-file", group: .files, help: "Take the chosen file back",
            fieldHint: "take back", keys: [(.choice, ["delete", "backspace"])]),
        Entry(
            command: .completePath, name: "complete-path", group: .files,
            help: "Complete the path being typed, or open the folder", hint: "complete", keys: [(.files, ["tab"])]),
        Entry(
            command: .parentFolder, name: "parent-folder", group: .files, help: "The folder above", hint: "up",
            keys: [(.files, ["left"])]),
        Entry(
            command: .openFolder, name: "open-folder", group: .files, help: "Into the folder",
            keys: [(.files, ["right"])]),
        Entry(
            command: .toggleHidden, name: "toggle-hidden", group: .files, help: "Show or hide hidden files",
            hint: "hidden", keys: [(.files, ["alt-."])]),
        Entry(
            command: .cancelSending, name: "cancel-sending", group: .files,
            help: "Stop sending; the form stays as it is", hint: "cancel", keys: [(.sending, ["esc", "enter", "q"])]),
    ]

    private static let menus: [Entry] = [
        Entry(
            command: .menuNext, name: "menu-next", group: .layers, help: "Next item",
            keys: [(.menu, ["j", "down", "tab", "ctrl-n"]), (.chooser, ["down", "tab", "ctrl-n"])]),
        Entry(
            command: .menuPrevious, name: "menu-previous", group: .layers, help: "Previous item",
            keys: [(.menu, ["k", "up", "shift-tab", "ctrl-p"]), (.chooser, ["up", "shift-tab", "ctrl-p"])]),
        Entry(
            command: .menuPageDown, name: "menu-page-down", group: .layers, help: "Items a page down",
            keys: [(.menu, ["pagedown"]), (.chooser, ["pagedown"])]),
        Entry(
            command: .menuPageUp, name: "menu-page-up", group: .layers, help: "Items a page up",
            keys: [(.menu, ["pageup"]), (.chooser, ["pageup"])]),
        Entry(
            command: .menuChoose, name: "menu-choose", group: .layers, help: "Choose the item", hint: "choose",
            keys: [(.menu, ["enter"]), (.chooser, ["enter"])]),
    ]

    private static let menuItems: [Entry] = (1...9).map { number in
        Entry(
            command: .menuItem(number), name: "menu-item-\(number)", group: .layers, help: "Choose item \(number)",
            keys: [(.menu, ["\(number)"])])
    }

    private static let layers: [Entry] = [
        Entry(
            command: .acceptPrompt, name: "accept-prompt", group: .layers, help: "Accept what was typed",
            hint: "accept", keys: [(.prompt, ["enter"]), (.calendar, ["enter"])]),
        Entry(
            command: .scrollDown, name: "scroll-down", group: .layers, help: "Scroll down", hint: "scroll",
            keys: [(.help, ["j", "down"])]),
        Entry(
            command: .scrollUp, name: "scroll-up", group: .layers, help: "Scroll up", keys: [(.help, ["k", "up"])]),
        Entry(
            command: .scrollPageDown, name: "scroll-page-down", group: .layers, help: "Scroll a page down",
            keys: [(.help, ["ctrl-f", "ctrl-d", "pagedown", "space"])]),
        Entry(
            command: .scrollPageUp, name: "scroll-page-up", group: .layers, help: "Scroll a page up",
            keys: [(.help, ["ctrl-b", "ctrl-u", "pageup"])]),
        Entry(
            command: .close, name: "close", group: .layers, help: "Close without doing anything", hint: "close",
            keys: [
                (.menu, ["esc", "q"]), (.prompt, ["esc"]), (.calendar, ["esc", "q"]), (.help, ["esc", "q", "?", "i"]),
                (.message, ["esc", "q", "enter"]),
            ]),
    ]

    private static let calendar: [Entry] = [
        Entry(
            command: .dayNext, name: "day-next", group: .calendar, help: "A day later",
            keys: [(.calendar, ["l", "right"])]),
        Entry(
            command: .dayPrevious, name: "day-previous", group: .calendar, help: "A day earlier",
            keys: [(.calendar, ["h", "left"])]),
        Entry(
            command: .weekNext, name: "week-next", group: .calendar, help: "A week later",
            keys: [(.calendar, ["j", "down"]), (.calendarText, ["down"])]),
        Entry(
            command: .weekPrevious, name: "week-previous", group: .calendar, help: "A week earlier",
            keys: [(.calendar, ["k", "up"]), (.calendarText, ["up"])]),
        Entry(
            command: .monthNext, name: "month-next", group: .calendar, help: "A month later",
            keys: [(.calendar, ["]", "pagedown"]), (.calendarText, ["pagedown"])]),
        Entry(
            command: .monthPrevious, name: "month-previous", group: .calendar, help: "A month earlier",
            keys: [(.calendar, ["[", "pageup"]), (.calendarText, ["pageup"])]),
        Entry(
            command: .yearNext, name: "year-next", group: .calendar, help: "A year later",
            keys: [(.calendar, ["}"])]),
        Entry(
            command: .yearPrevious, name: "year-previous", group: .calendar, help: "A year earlier",
            keys: [(.calendar, ["{"])]),
        Entry(
            command: .calendarToday, name: "calendar-today", group: .calendar, help: "Today",
            keys: [(.calendar, ["t"])]),
        Entry(
            command: .timeLater, name: "time-later", group: .calendar, help: "Half an hour later, of a snooze",
            keys: [(.calendar, ["+"])]),
        Entry(
            command: .timeEarlier, name: "time-earlier", group: .calendar, help: "Half an hour earlier, of a snooze",
            keys: [(.calendar, ["-"])]),
        Entry(
            command: .calendarType, name: "calendar-type", group: .calendar,
            help: "Type the day, or pick it; a digit types at once",
            keys: [(.calendar, ["tab", "/", "i"]), (.calendarText, ["tab"])]),
    ]

    private static let program: [Entry] = [
        Entry(
            command: .refresh, name: "refresh", group: .program, help: "Ask the server for news now",
            hint: "refresh", keys: [(.stream, ["r"]), (.launch, ["r", "enter"])]),
        Entry(
            command: .help, name: "help", group: .program, help: "This help", hint: "help",
            keys: [(.stream, ["?", "f1"]), (.launch, ["?", "f1"])]),
        Entry(
            command: .redraw, name: "redraw", group: .program, help: "Redraw the screen", keys: [(.global, ["ctrl-l"])]),
        Entry(
            command: .suspend, name: "suspend", group: .program, help: "Suspend to the shell",
            keys: [(.global, ["ctrl-z"])]),
        Entry(
            command: .quit, name: "quit", group: .program, help: "Quit", hint: "quit",
            keys: [(.stream, ["q"]), (.launch, ["q", "esc"]), (.global, ["ctrl-c"])]),
    ]

    /// The same editing keys in a card's fields and in prompts.
    private static func text(_ keys: [String]) -> [(KeyLayer, [String])] { [(.form, keys), (.prompt, keys)] }

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
