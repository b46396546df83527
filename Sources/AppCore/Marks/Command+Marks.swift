/// Several cards at once.
extension Command {
    static let marks: [Entry] = [
        Entry(
            command: .markCard, name: "mark-card", group: .cards, help: "Mark the card, or take its mark, and go on",
            keys: [(.stream, ["space"])], rule: .markable, perform: { state in state.mark(.markCard) }),
        Entry(
            command: .markRange, name: "mark-range", group: .cards,
            help: "Mark from here on; again to end there",
            keys: [(.stream, ["v"])], rule: .markable, perform: { state in state.mark(.markRange) }),
        Entry(
            command: .markAll, name: "mark-all", group: .cards, help: "Mark all cards, or none",
            keys: [(.stream, ["V"])], rule: .allMarkable, perform: { state in state.mark(.markAll) }),
    ]
}
