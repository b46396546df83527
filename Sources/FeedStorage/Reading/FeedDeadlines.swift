package import struct Foundation.Date

/// When something becomes due next.
package struct FeedDeadlines: Hashable, Sendable {
    /// When time changes a card next; nil when no card waits for a time.
    package var card: Date?
    /// When the oldest upload came that no submit has named; nil when there is none.
    package var upload: Date?

    package init(card: Date? = nil, upload: Date? = nil) {
        self.card = card
        self.upload = upload
    }
}
