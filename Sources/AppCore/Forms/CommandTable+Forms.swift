/// Filling in a form, and choosing a file for it.
extension Command {
    static let forms: [Entry] = [
        Entry(
            command: .toggleChoice, name: "toggle-choice", group: .forms, help: "Switch or tick the focused choice",
            fieldHint: "choose", keys: [(.choice, ["space", "enter"])]),
        Entry(
            command: .choicePrevious, name: "choice-previous", group: .forms,
            help: "Previous choice, or less; in a list also k and up",
            keys: [(.choice, ["left", "h"])]),
        Entry(
            command: .choiceNext, name: "choice-next", group: .forms,
            help: "Next choice, or more; in a list also j and down",
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

    static let files: [Entry] = [
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

    /// The same editing keys in a card's fields and in prompts.
    private static func text(_ keys: [String]) -> [(KeyLayer, [String])] { [(.form, keys), (.prompt, keys)] }
}
