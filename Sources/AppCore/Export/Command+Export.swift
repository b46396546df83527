/// Commands that copy, open or pipe content of a card.
extension Command {
    static let elsewhere: [Entry] = [
        Entry(
            command: .copyText, name: "copy-text", group: .cards, help: "Copy the card's text",
            keys: [(.stream, ["y"])], rule: .card(.copyText), perform: { state in state.copyText() }),
        Entry(
            command: .copyLink, name: "copy-link", group: .cards, help: "Copy the card's first link",
            keys: [(.stream, ["Y"])], rule: .card(.copyLink), perform: { state in state.copyFirstLink() }),
        Entry(
            command: .openFirstLink, name: "open-link", group: .cards, help: "Open the card's first link",
            keys: [(.stream, ["o"])], rule: .card(.openFirstLink), perform: { state in state.openFirstLink() }),
        Entry(
            command: .pipe, name: "pipe", group: .cards, help: "Pipe the card's JSON to a command",
            keys: [(.stream, ["|"])], rule: .card(.pipe), perform: { state in state.askForCommand() }),
    ]
}
