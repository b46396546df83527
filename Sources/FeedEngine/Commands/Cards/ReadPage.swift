package import Cards
package import FeedAPI

/// Reads a page of a card that its user can see, as the JSON array that its publisher wrote.
///
/// Throws ``Problem`` of type `unknown-card`, `card-closed` or `unknown-page`.
package struct ReadPage: FeedCommand {
    private let name: String
    private let card: CardAddress

    /// The command does not depend on the time.
    package var time: Int64 { 0 }

    package init(_ name: String, of card: CardID, in feed: FeedKey) {
        self.name = name
        self.card = CardAddress(card, in: feed)
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.cards = [card]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<[UInt8]> {
        let body = try FeedEngine.requireOpen(loaded.cards.first).body
        do {
            let pages = try JSONSlice(body).members()["pages"]?.members()
            if let page = pages?[name] { return .reply(page.bytes) }
        } catch {
            // The body is nested too deeply to be read, which only an older server accepted. Viewers show a placeholder
            // for such a card.
        }
        throw Problem(.unknownPage, detail: "The card does not have this page.")
    }
}
