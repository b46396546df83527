import Cards

/// The page of a conversation's card with the messages before an event.
struct OlderMessages: Equatable, Sendable {
    var event: Int

    init(before event: Int) { self.event = event }

    /// Nil for a name of something else.
    init?(page: String) {
        guard page.hasPrefix(Self.prefix), let event = Int(page.dropFirst(Self.prefix.count)), event >= 0 else {
            return nil
        }
        self.event = event
    }

    /// Names the page: its content never changes but for what has been read.
    var page: String { "\(Self.prefix)\(event)" }

    var component: Card.Component { .loadMore(Card.LoadMore(text: "Older messages", page: page)) }

    private static let prefix = "before-"
}
