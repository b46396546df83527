/// Several cards at once.
extension Command {
    static let marks: [Entry] = [
        Entry(
            command: .markCard, name: "mark-card", group: .cards, help: "Mark the card, or take its mark, and go on",
            keys: [(.stream, ["space"])]),
        Entry(
            command: .markRange, name: "mark-range", group: .cards,
            help: "Mark from here on; again to end there",
            keys: [(.stream, ["v"])]),
        Entry(
            command: .markAll, name: "mark-all", group: .cards, help: "Mark all cards, or none",
            keys: [(.stream, ["V"])]),
    ]

    static let history: [Entry] = [
        Entry(
            command: .showSnoozed, name: "show-snoozed", group: .cards, help: "The snoozed cards, to wake one",
            keys: [(.stream, ["S"])]),
        Entry(
            command: .showHistory, name: "show-history", group: .cards, help: "What you did, and how it stands",
            keys: [(.stream, ["H"])]),
    ]

    static let elsewhere: [Entry] = [
        Entry(
            command: .copyText, name: "copy-text", group: .cards, help: "Copy the card's text",
            keys: [(.stream, ["y"])]),
        Entry(
            command: .copyLink, name: "copy-link", group: .cards, help: "Copy the card's first link",
            keys: [(.stream, ["Y"])]),
        Entry(
            command: .openFirstLink, name: "open-link", group: .cards, help: "Open the card's first link",
            keys: [(.stream, ["o"])]),
        Entry(
            command: .pipe, name: "pipe", group: .cards, help: "Give the card's JSON to a command",
            keys: [(.stream, ["|"])]),
    ]
}
