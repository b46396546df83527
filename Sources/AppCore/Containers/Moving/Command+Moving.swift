/// Commands that move through the cards.
extension Command {
    static let moving: [Entry] = [
        Entry(
            command: .nextCard, name: "next-card", group: .moving, help: "Next card; scrolls inside tall cards",
            hint: "move", keys: [(.stream, ["j", "down"]), (.filter, ["ctrl-n"])],
            perform: { state in state.isInGroup ? state.stepChoice(1) : state.step(1) }),
        Entry(
            command: .previousCard, name: "previous-card", group: .moving,
            help: "Previous card; scrolls inside tall cards",
            keys: [(.stream, ["k", "up"]), (.filter, ["ctrl-p"])],
            perform: { state in state.isInGroup ? state.stepChoice(-1) : state.step(-1) }),
        Entry(
            command: .skipToNext, name: "skip-to-next-card", group: .moving,
            help: "Next card; skips the rest of a tall card",
            keys: [(.stream, ["J"])], perform: { state in state.skip(1) }),
        Entry(
            command: .skipToPrevious, name: "skip-to-previous-card", group: .moving,
            help: "Previous card; skips the rest of a tall card", keys: [(.stream, ["K"])],
            perform: { state in state.skip(-1) }),
        Entry(
            command: .nextNew, name: "next-new-card", group: .moving, help: "Next new card; wraps around",
            keys: [(.stream, ["n"])], rule: .newCards, perform: { state in state.goToNew(1) }),
        Entry(
            command: .previousNew, name: "previous-new-card", group: .moving,
            help: "Previous new card; wraps around", keys: [(.stream, ["N"])], rule: .newCards,
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
            command: .halfPageDown, name: "half-page-down", group: .moving, help: "Go down half a page",
            keys: [(.stream, ["ctrl-d"])], perform: { state in state.page(halves: 1) }),
        Entry(
            command: .halfPageUp, name: "half-page-up", group: .moving, help: "Go up half a page",
            keys: [(.stream, ["ctrl-u"])], perform: { state in state.page(halves: -1) }),
        Entry(
            command: .pageDown, name: "page-down", group: .moving, help: "Go down a page",
            keys: [(.stream, ["ctrl-f", "pagedown"]), (.filter, ["pagedown"])],
            perform: { state in state.page(halves: 2) }),
        Entry(
            command: .pageUp, name: "page-up", group: .moving, help: "Go up a page",
            keys: [(.stream, ["ctrl-b", "pageup"]), (.filter, ["pageup"])], perform: { state in state.page(halves: -2) }
        ),
        Entry(
            command: .cardRight, name: "card-right", group: .moving,
            help: "Next card of a horizontal container; next image of a carousel",
            hint: "move", keys: [(.stream, ["l", "right"])], rule: .across,
            perform: { state in state.moveInCarousel(1) ?? state.step(1, isAcross: true) }),
        Entry(
            command: .cardLeft, name: "card-left", group: .moving,
            help: "Previous card of a horizontal container; previous image of a carousel",
            hint: "move", keys: [(.stream, ["h", "left"])], rule: .across,
            perform: { state in state.moveInCarousel(-1) ?? state.step(-1, isAcross: true) }),
    ]
}
