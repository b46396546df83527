import Cards
package import FeedAPI
package import FeedEngine

extension FeedEntry {
    /// Converts a stored card for viewers. The body of a card that users cannot see is omitted.
    package init(_ stored: StoredCard) {
        let life = stored.card.life
        self.init(
            id: stored.card.id, sequence: stored.card.sequence, status: life.status, priority: stored.card.priority,
            createdAt: FeedTime.date(milliseconds: life.createdAt),
            updatedAt: FeedTime.date(milliseconds: life.updatedAt),
            activeAt: FeedTime.date(milliseconds: life.activeAt), snoozedUntil: life.snoozedUntil.map(FeedTime.date),
            expiresAt: life.expiresAt.map(FeedTime.date), vote: life.vote,
            body: life.status.isVisible ? stored.body : [])
    }
}

extension CardOutcome {
    /// - Parameter actions: The user's actions on the card, in the order of arrival.
    package init(_ stored: StoredCard, actions: [StoredAction]) throws(Problem) {
        let card = stored.card
        var responses: [Response] = []
        for action in actions {
            let request = try FeedCoder.decodeStoredActionRequest(action.request)
            responses.append(
                Response(
                    response: request.response, at: request.at,
                    receivedAt: FeedTime.date(milliseconds: action.receivedAt)))
        }
        self.init(
            id: card.id, user: card.feed.viewer.user, streamID: card.feed.streamID, status: card.life.status,
            createdAt: FeedTime.date(milliseconds: card.life.createdAt),
            updatedAt: FeedTime.date(milliseconds: card.life.updatedAt), responses: responses)
        // If the body cannot be decoded, the meaning of its buttons is unknown.
        if status == .completed, case .submit(let button, _)? = responses.last?.response,
            let body = try? CardBody.decode(stored.body)
        {
            meaning = body.meaning(ofButton: button)
        }
    }
}
