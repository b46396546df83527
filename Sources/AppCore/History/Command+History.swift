/// What the user did, and what they put off.
extension Command {
    static let history: [Entry] = [
        Entry(
            command: .showSnoozed, name: "show-snoozed", group: .cards, help: "The snoozed cards, to wake one",
            keys: [(.stream, ["S"])], perform: { state in state.readSnoozed() }),
        Entry(
            command: .showHistory, name: "show-history", group: .cards, help: "What you did, and how it stands",
            keys: [(.stream, ["H"])], perform: { state in state.readHistory() }),
    ]
}
