/// Commands for filling in a form.
extension Command {
    static let forms: [Entry] = [
        Entry(
            command: .toggleChoice, name: "toggle-choice", group: .forms, help: "Toggle the focused choice",
            fieldHint: "choose", keys: [(.choice, ["space", "enter"])], rule: .choice(.toggleChoice),
            perform: { state in state.toggleChoice() }),
        Entry(
            command: .choicePrevious, name: "choice-previous", group: .forms,
            help: "Previous choice, or a smaller number",
            fieldHint: "smaller", keys: [(.choice, ["left", "h"])], rule: .choice(.choicePrevious),
            perform: { state in state.stepChoice(-1) }
        ),
        Entry(
            command: .choiceNext, name: "choice-next", group: .forms,
            help: "Next choice, or a larger number",
            fieldHint: "change", keys: [(.choice, ["right", "l"])], rule: .choice(.choiceNext),
            perform: { state in state.stepChoice(1) }),
        Entry(
            command: .caretLeft, name: "caret-left", group: .forms, help: "Move left by a character",
            keys: text(["left", "ctrl-b"]), rule: .text, perform: { state in state.edit { $0.moveLeft() } }),
        Entry(
            command: .caretRight, name: "caret-right", group: .forms, help: "Move right by a character",
            keys: text(["right", "ctrl-f"]), rule: .text, perform: { state in state.edit { $0.moveRight() } }),
        Entry(
            command: .wordLeft, name: "word-left", group: .forms, help: "Move left by a word",
            keys: text(["alt-b", "ctrl-left"]), rule: .text, perform: { state in state.edit { $0.moveWordLeft() } }),
        Entry(
            command: .wordRight, name: "word-right", group: .forms, help: "Move right by a word",
            keys: text(["alt-f", "ctrl-right"]), rule: .text, perform: { state in state.edit { $0.moveWordRight() } }),
        Entry(
            command: .caretUp, name: "caret-up", group: .forms,
            help: "Move up a line, or from the first line to the previous field",
            keys: [(.form, ["up"])], rule: .text, perform: { state in state.moveLine(-1) }),
        Entry(
            command: .caretDown, name: "caret-down", group: .forms,
            help: "Move down a line, or from the last line to the next field",
            keys: [(.form, ["down"])], rule: .text, perform: { state in state.moveLine(1) }),
        Entry(
            command: .caretToStart, name: "caret-to-start", group: .forms, help: "Move to the start of the line",
            keys: text(["ctrl-a", "home"]), rule: .text, perform: { state in state.edit { $0.moveToStart() } }),
        Entry(
            command: .caretToEnd, name: "caret-to-end", group: .forms, help: "Move to the end of the line",
            keys: text(["ctrl-e", "end"]), rule: .text, perform: { state in state.edit { $0.moveToEnd() } }),
        Entry(
            command: .deleteBackward, name: "delete-backward", group: .forms, help: "Delete the previous character",
            keys: text(["backspace", "ctrl-h"]), rule: .text, perform: { state in state.edit { $0.deleteBackward() } }),
        Entry(
            command: .deleteForward, name: "delete-forward", group: .forms,
            help: "Delete the character under the cursor",
            keys: text(["delete", "ctrl-d"]), rule: .text, perform: { state in state.edit { $0.deleteForward() } }),
        Entry(
            command: .deleteWord, name: "delete-word", group: .forms, help: "Delete the previous word",
            keys: text(["ctrl-w", "alt-backspace"]), rule: .text,
            perform: { state in state.edit { $0.deleteWordBackward() } }),
        Entry(
            command: .deleteWordForward, name: "delete-word-forward", group: .forms, help: "Delete the next word",
            keys: text(["alt-d"]), rule: .text, perform: { state in state.edit { $0.deleteWordForward() } }),
        Entry(
            command: .deleteToStart, name: "delete-to-start", group: .forms, help: "Delete to the start of the line",
            keys: text(["ctrl-u"]), rule: .text, perform: { state in state.edit { $0.deleteToStart() } }),
        Entry(
            command: .deleteToEnd, name: "delete-to-end", group: .forms, help: "Delete to the end of the line",
            keys: text(["ctrl-k"]), rule: .text, perform: { state in state.edit { $0.deleteToEnd() } }),
        Entry(
            command: .undo, name: "undo", group: .forms, help: "Undo the last edit of the text",
            keys: text(["ctrl-_"]), rule: .text, perform: { state in state.undo() }),
        Entry(
            command: .editOutside, name: "edit-outside", group: .forms,
            help: "Edit the text in $VISUAL or $EDITOR", fieldHint: "editor", keys: text(["alt-e"]), rule: .text,
            perform: { state in state.editOutside() }),
        Entry(
            command: .newline, name: "newline", group: .forms, help: "Insert a new line in a multi-line field",
            fieldHint: "new line", keys: [(.form, ["alt-enter", "shift-enter", "ctrl-j"])], rule: .lines,
            perform: { state in state.edit { $0.insert("\n") } }),
        Entry(
            command: .submitForm, name: "submit-form", group: .forms, help: "Submit the form from any field",
            keys: [(.form, ["ctrl-enter"]), (.choice, ["ctrl-enter"])], rule: .input,
            perform: { state in state.submitForm() }),
        Entry(
            command: .openCalendar, name: "open-calendar", group: .forms, help: "Open the calendar of a date field",
            fieldHint: "pick", keys: [(.date, ["enter"])], rule: .dateField, perform: { state in state.openCalendar() }),
        Entry(
            command: .leaveField, name: "leave-field", group: .forms, help: "Leave the field",
            fieldHint: "leave", keys: [(.form, ["esc"])], rule: .field, perform: { state in state.goBack() }),
    ]

    /// The editing keys, which are the same in fields and in prompts.
    private static func text(_ keys: [String]) -> [(KeyLayer, [String])] { [(.form, keys), (.prompt, keys)] }
}
