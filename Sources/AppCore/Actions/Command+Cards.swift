/// Commands for the selected card.
extension Command {
    static let focus: [Entry] = [
        Entry(
            command: .focusNext, name: "focus-next", group: .cards, help: "Next button or field of the card",
            fieldHint: "next", keys: [(.stream, ["tab"]), (.form, ["tab"])], rule: .focus(.focusNext),
            perform: { state in state.moveFocus(1) }),
        Entry(
            command: .focusPrevious, name: "focus-previous", group: .cards,
            help: "Previous button or field of the card",
            keys: [(.stream, ["shift-tab"]), (.form, ["shift-tab"])], rule: .focus(.focusPrevious),
            perform: { state in state.moveFocus(-1) }),
        Entry(
            command: .jump, name: "jump", group: .cards, help: "Show a letter on every button and field",
            keys: [(.stream, ["f"])], rule: .cardsShown, perform: { state in state.openJump() }),
        Entry(
            command: .press, name: "press", group: .cards,
            help: "Press the focused button or field; open the card selected in a list",
            hint: "press", fieldHint: "send", keys: [(.stream, ["enter"]), (.form, ["enter"])], rule: .press,
            perform: { state in state.unfoldSelected() ?? state.pressFocused() }),
    ]

    static let buttons: [Entry] = (1...9).map { number in
        Entry(
            command: .pressButton(number), name: "press-button-\(number)", group: .cards,
            help: "Press button \(number)",
            keys: [(.stream, ["\(number)"])], rule: .button(number), perform: { state in state.pressButton(number) })
    }

    static let cards: [Entry] = [
        Entry(
            command: .dismiss, name: "dismiss", group: .cards, help: "Dismiss the card or the marked cards",
            hint: "dismiss",
            keys: [(.stream, ["d"])], rule: .marksOrCard(.dismiss),
            perform: { state in state.hasMarks ? state.reviewMarks(.dismiss) : state.actOnSelected(.dismiss) }),
        Entry(
            command: .snooze, name: "snooze", group: .cards, help: "Snooze the card or the marked cards",
            hint: "snooze",
            keys: [(.stream, ["s"])], rule: .marksOrCard(.snooze),
            perform: { state in state.hasMarks ? state.reviewMarks(.snooze) : state.actOnSelected(.snooze) }),
        Entry(
            command: .voteUp, name: "vote-up", group: .cards, help: "Vote: this is useful", keys: [(.stream, ["+"])],
            rule: .marksOrCard(.voteUp), perform: { state in state.vote(.voteUp) }),
        Entry(
            command: .voteDown, name: "vote-down", group: .cards, help: "Vote: this isn't useful",
            keys: [(.stream, ["-"])], rule: .marksOrCard(.voteDown), perform: { state in state.vote(.voteDown) }),
        Entry(
            command: .openMenu, name: "open-menu", group: .cards, help: "Open the card's menu", hint: "menu",
            keys: [(.stream, ["m"])], rule: .card(.openMenu), perform: { state in state.actOnSelected(.openMenu) }),
        Entry(
            command: .back, name: "back", group: .cards,
            help: "Leave the field, subview or card; clear the marks or filter; cancel sending",
            hint: Strings.Lists.back, fieldHint: "leave", keys: [(.stream, ["esc"])],
            perform: { state in state.goBack() }),
        Entry(
            command: .toggleFolds, name: "toggle-folds", group: .cards, help: "Fold or unfold long text",
            hint: "more", keys: [(.stream, ["e"])], rule: .card(.toggleFolds), perform: { state in state.toggleFolds() }
        ),
        Entry(
            command: .inspect, name: "inspect", group: .cards, help: "Show the card's JSON",
            keys: [(.stream, ["i"])], rule: .card(.inspect), perform: { state in state.inspect() }),
        Entry(
            command: .retryAction, name: "retry-action", group: .cards, help: "Send a refused action again",
            keys: [(.stream, ["R"]), (.history, ["R"])], rule: .refused(.retryAction),
            perform: { state in state.actOnSelected(.retryAction) }
        ),
        Entry(
            command: .discardAction, name: "discard-action", group: .cards, help: "Discard a refused action",
            keys: [(.stream, ["X"]), (.history, ["X"])], rule: .refused(.discardAction),
            perform: { state in state.actOnSelected(.discardAction) }),
        Entry(
            command: .undoAction, name: "undo-action", group: .cards,
            help: "Undo the last unsent action", hint: "undo",
            keys: [(.stream, ["u"])], perform: { state in state.askToUndo() }),
    ]
}
