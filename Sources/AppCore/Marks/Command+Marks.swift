/// Commands that mark cards.
extension Command {
    static let marks: [Entry] = [
        Entry(
            command: .markCard, name: "mark-card", group: .cards, help: "Mark or unmark the card, then move down",
            keys: [(.stream, ["space"])], rule: .markable, perform: { state in state.mark(.markCard) }),
        Entry(
            command: .markRange, name: "mark-range", group: .cards,
            help: "Mark a range: press the key on its first card, then on its last",
            keys: [(.stream, ["v"])], rule: .markable, perform: { state in state.mark(.markRange) }),
        Entry(
            command: .markAll, name: "mark-all", group: .cards, help: "Mark all cards, or clear the marks",
            keys: [(.stream, ["V"])], rule: .allMarkable, perform: { state in state.mark(.markAll) }),
    ]
}
