/// The order in which a window shows cards. Cards that are equal in this order are in feed order.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CardOrder: String, Hashable, Sendable, CaseIterable {
    /// The order of the feed: priority 1 first, and of equal priority the most recently active card first.
    case feed
    /// The most recently active card first, regardless of priority. This is the age that a card displays.
    case newest
    /// The card that expires next first; cards without an expiry last.
    case expiring

    /// The order that a user names: the raw value, or `priority`, which is the order of the feed. Nil for other names.
    package init?(name: String) {
        if name == Self.priorityName {
            self = .feed
        } else {
            self.init(rawValue: name)
        }
    }

    /// The names that ``init(name:)`` accepts.
    package static let names = allCases.map(\.rawValue) + [priorityName]

    private static let priorityName = "priority"

    /// The sort key that is compared before the position in the feed; the card with the lower key comes first.
    ///
    /// - Parameters:
    ///   - activeAt: When the card became active last, in milliseconds since 1970.
    ///   - expiresAt: When it expires, in milliseconds since 1970; nil for never.
    package func key(activeAt: Int64, expiresAt: Int64?) -> Int64 {
        switch self {
        case .feed: 0
        case .newest: -activeAt
        case .expiring: expiresAt ?? .max
        }
    }
}
