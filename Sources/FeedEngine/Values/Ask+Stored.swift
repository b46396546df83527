import Cards
package import FeedAPI

extension Ask {
    /// A stored ask as its publisher sees it.
    ///
    /// - Parameter cards: The cards of the users asked so far.
    package init(_ stored: StoredAsk, cards: [Ask.Card]) {
        self.init(
            id: stored.id, streamID: stored.request.streamID,
            // A body that cannot be decoded has no title.
            title: (try? CardBody.reading(stored.request.body, isStrict: false))?.title,
            createdAt: FeedTime.date(milliseconds: stored.createdAt),
            deadline: FeedTime.date(milliseconds: stored.deadline), digest: stored.digest,
            settlement: stored.state.settlement, signature: stored.state.signature,
            votes: stored.state.votes, cards: cards)
        isSigned = stored.request.isSigned
        isUnattended = stored.isOpen && stored.state.isUnattended
    }
}
