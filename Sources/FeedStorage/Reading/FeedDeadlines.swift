package import struct Foundation.Date

/// The next times at which work is due.
package struct FeedDeadlines: Hashable, Sendable {
    /// When a card or an ask changes next by itself; nil if none has a deadline.
    package var card: Date?
    /// The time of the oldest unsubmitted upload; nil if there is none.
    package var upload: Date?

    package init(card: Date? = nil, upload: Date? = nil) {
        self.card = card
        self.upload = upload
    }
}
