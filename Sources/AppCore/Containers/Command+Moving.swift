/// Moving over the cards.
extension Command {
    static let moving: [Entry] = [
        Entry(
            command: .nextCard, name: "next-card", group: .moving, help: "Next card; line down in a tall one",
            hint: "move", keys: [(.stream, ["j", "down"]), (.filter, ["ctrl-n"])],
            perform: { state in state.isInGroup ? state.stepChoice(1) : state.step(1) }),
        Entry(
            command: .previousCard, name: "previous-card", group: .moving,
            help: "Previous card; line up in a tall one",
            keys: [(.stream, ["k", "up"]), (.filter, ["ctrl-p"])],
            perform: { state in state.isInGroup ? state.stepChoice(-1) : state.step(-1) }),
        Entry(
            command: .skipToNext, name: "skip-to-next-card", group: .moving,
            help: "Next card, however tall this one is",
            keys: [(.stream, ["J"])], perform: { state in state.skip(1) }),
        Entry(
            command: .skipToPrevious, name: "skip-to-previous-card", group: .moving,
            help: "Previous card, however tall it is", keys: [(.stream, ["K"])], perform: { state in state.skip(-1) }),
        Entry(
            command: .nextNew, name: "next-new-card", group: .moving, help: "Next new card; at the end from the start",
            keys: [(.stream, ["n"])], rule: .newCards, perform: { state in state.goToNew(1) }),
        Entry(
            command: .previousNew, name: "previous-new-card", group: .moving,
            help: "Previous new card; at the start from the end", keys: [(.stream, ["N"])], rule: .newCards,
            perform: { state in state.goToNew(-1) }),
        Entry(
            command: .firstCard, name: "first-card", group: .moving, help: "First card",
            keys: [(.stream, ["g", "home"]), (.menu, ["g", "home"]), (.help, ["g", "home"])],
            perform: { state in state.jump(to: .start) }),
        Entry(
            command: .lastCard, name: "last-card", group: .moving, help: "Last card",
            keys: [(.stream, ["G", "end"]), (.menu, ["G", "end"]), (.help, ["G", "end"])],
            perform: { state in state.jump(to: .end) }),
        Entry(
            command: .halfPageDown, name: "half-page-down", group: .moving, help: "Half a page down",
            keys: [(.stream, ["ctrl-d"])], perform: { state in state.page(halves: 1) }),
        Entry(
            command: .halfPageUp, name: "half-page-up", group: .moving, help: "Half a page up",
            keys: [(.stream, ["ctrl-u"])], perform: { state in state.page(halves: -1) }),
        Entry(
            command: .pageDown, name: "page-down", group: .moving, help: "A page down",
            keys: [(.stream, ["ctrl-f", "pagedown"]), (.filter, ["pagedown"])],
            perform: { state in state.page(halves: 2) }),
        Entry(
            command: .pageUp, name: "page-up", group: .moving, help: "A page up",
            keys: [(.stream, ["ctrl-b", "pageup"]), (.filter, ["pageup"])], perform: { state in state.page(halves: -2) }
        ),
        Entry(
            command: .cardRight, name: "card-right", group: .moving, help: "Next card of a horizontal container",
            hint: "move", keys: [(.stream, ["l", "right"])], rule: .horizontal,
            perform: { state in state.step(1, isAcross: true) }),
        Entry(
            command: .cardLeft, name: "card-left", group: .moving, help: "Previous card of a horizontal container",
            hint: "move", keys: [(.stream, ["h", "left"])], rule: .horizontal,
            perform: { state in state.step(-1, isAcross: true) }),
    ]
}
