internal import Basics
internal import Cards
internal import FeedAPI
internal import Glibc

extension Publish {
    /// The maximum number of ids in a message.
    private static let maxNamed = 5

    /// Prints a line for each card.
    ///
    /// - Parameter words: What to say if the lines cannot be printed: the cards exist, and scripts look for them.
    func report(_ receipt: PublishReceipt, orSay words: String) {
        // A closed pipe would end the program without a word.
        signal(SIGPIPE, SIG_IGN)
        Console.beforeFailing.withLock { $0 = { Console.error(words) } }
        let output = BufferedLineWriter()
        for card in receipt.cards {
            output.add(
                .object([
                    "id": .string(card.id.rawValue), "user": .string(card.user.rawValue),
                    "stream": .string(card.streamID.rawValue), "status": .string(card.status.rawValue),
                ]))
        }
        output.flush()
    }

    /// - Parameters:
    ///   - unsent: The number of cards that are not sent yet.
    ///   - again: How to send the same cards again, which prints their ids again.
    static func message(_ published: [CardID], unsent: Int, again: String) -> String {
        let ids = published.prefix(maxNamed).map(\.rawValue).joined(separator: ", ")
        var words =
            published.count == 1 ? "the card was published: \(ids)" : "\(published.count) cards were published: \(ids)"
        if published.count > maxNamed { words += ", …" }
        if unsent > 0 { words += "; \(unsent) later \(unsent == 1 ? "card was" : "cards were") not sent" }
        guard published.count > maxNamed || unsent > 0 else { return words }
        return "\(words). For the ids of all cards, \(again): nothing is published twice"
    }
}
