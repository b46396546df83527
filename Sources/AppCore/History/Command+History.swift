/// Commands for the user's past actions and snoozed cards.
extension Command {
    static let history: [Entry] = [
        Entry(
            command: .showSnoozed, name: "show-snoozed", group: .cards, help: "List snoozed cards, and wake them",
            keys: [(.stream, ["S"])], perform: { state in state.readSnoozed() }),
        Entry(
            command: .showHistory, name: "show-history", group: .cards, help: "Show the history of your actions",
            hint: "show refused", keys: [(.stream, ["H"])], perform: { state in state.readHistory() }),
    ]
}
