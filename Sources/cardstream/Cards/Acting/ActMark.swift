internal import AppRuntime
internal import ArgumentParser
internal import Cards

/// `cardstream act read` and `act unread`: marks a message.
enum ActMark {
    /// The reply that marks a message. The source accepts a reply with this name whether or not the card shows a button
    /// for it.
    ///
    /// - Throws: ``CommandFailure`` if the card is not a message, or is already marked in this way.
    static func response(_ card: Card, isRead: Bool) throws(CommandFailure) -> CardResponse {
        guard let was = card.body.metadata[CardBody.readKey]?.bool else {
            throw CommandFailure(.failure, "the card is not a message; only messages can be marked as read or unread")
        }
        guard was != isRead else {
            throw CommandFailure(.failure, "the message is already marked as \(isRead ? "read" : "unread")")
        }
        return .reply(buttonName: isRead ? "read" : "unread", values: [:])
    }
}

struct ActRead: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Mark messages as read.",
        discussion: """
            Messages from a source of kind cordial are marked as read without being opened.

            EXAMPLES
              cardstream act read ID ID
              cardstream cards --filter is:unread | cut -d' ' -f1 |
                xargs cardstream act read
            """)

    @OptionGroup var options: CardsOptions
    @OptionGroup var act: ActOptions
    @Argument(help: cardsHelp, completion: CompletionValues.cards) var ids: [String]

    func run() throws {
        try act.act(on: ids, with: options) { card, _, _ in try ActMark.response(card, isRead: true) }
    }
}

struct ActUnread: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", abstract: "Mark messages as unread.",
        discussion: """
            EXAMPLES
              cardstream act unread ID
            """)

    @OptionGroup var options: CardsOptions
    @OptionGroup var act: ActOptions
    @Argument(help: cardsHelp, completion: CompletionValues.cards) var ids: [String]

    func run() throws {
        try act.act(on: ids, with: options) { card, _, _ in try ActMark.response(card, isRead: false) }
    }
}
