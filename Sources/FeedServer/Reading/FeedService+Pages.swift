import Cards
import FeedAPI
import FeedEngine
import FeedStorage

extension FeedService {
    /// A page of a card in a user's stream, as the JSON array that its publisher wrote.
    func page(_ name: String, of card: CardID, in feed: FeedKey) async throws(Problem) -> [UInt8] {
        try await run(ReadPage(name, of: card, in: feed)).reply
    }
}
