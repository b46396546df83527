import Cards
package import FeedAPI

extension Ask {
    /// A stored ask as its publisher sees it.
    ///
    /// - Parameter cards: The cards of the users asked so far. Their `isTold` is set from the stored ask.
    package init(_ stored: StoredAsk, cards: [Ask.Card]) {
        let told = Set(stored.state.people.filter(\.isTold).map(\.card))
        let cards = cards.map { card in
            var card = card
            card.isTold = told.contains(card.id)
            return card
        }
        self.init(
            id: stored.id, streamID: stored.request.streamID,
            // A body that cannot be decoded has no title.
            title: (try? CardBody.decode(stored.request.body, isStrict: false))?.title,
            createdAt: FeedTime.date(milliseconds: stored.createdAt),
            deadline: FeedTime.date(milliseconds: stored.deadline), digest: stored.digest,
            settlement: stored.state.settlement, signature: stored.state.signature,
            votes: stored.state.votes, cards: cards)
        isSigned = stored.request.isSigned
        isUnattended = stored.isOpen && stored.state.isUnattended
    }
}
