package import CardSources
package import Cards

package import struct Foundation.Date

// In this protocol, the version of a card is `seq`, the sequence number of the change in the server's log.

extension FeedEntry {
    package var sequence: Int64 {
        get { version }
        set { version = newValue }
    }

    /// JSON: `{"id","seq","status","priority","created","updated","active","snoozedUntil"?,"expires"?,"vote"?,"card":{…}}`.
    package init(
        id: CardID, sequence: Int64, status: CardStatus = .active, priority: Int = CardBody.defaultPriority,
        createdAt: Date, updatedAt: Date, activeAt: Date, snoozedUntil: Date? = nil, expiresAt: Date? = nil,
        vote: Card.Vote? = nil, body: [UInt8]
    ) {
        self.init(
            id: id, version: sequence, status: status, priority: priority, createdAt: createdAt, updatedAt: updatedAt,
            activeAt: activeAt, snoozedUntil: snoozedUntil, expiresAt: expiresAt, vote: vote, body: body)
    }
}

extension FeedRemoval {
    package var sequence: Int64 { version }

    /// JSON: `{"id","seq","status"}`.
    package init(id: CardID, sequence: Int64, status: CardStatus) {
        self.init(id: id, version: sequence, status: status)
    }
}

extension ActionReceipt {
    package var sequence: Int64 { version }

    /// JSON: `{"key","card":"ID","status","seq"}`.
    package init(key: ActionKey, cardID: CardID, status: CardStatus, sequence: Int64) {
        self.init(key: key, cardID: cardID, status: status, version: sequence)
    }
}
