import Cards

/// A page of a conversation's card, with the messages before an event.
struct OlderMessages: Equatable, Sendable {
    var event: Int

    init(before event: Int) { self.event = event }

    /// Reads the name of a page; nil if it is not one of older messages.
    init?(page: String) {
        guard page.hasPrefix(Self.prefix), let event = Int(page.dropFirst(Self.prefix.count)), event >= 0 else {
            return nil
        }
        self.event = event
    }

    /// The name of the page. The messages of a page never change, except for their read status.
    var page: String { "\(Self.prefix)\(event)" }

    var component: Card.Component { .loadMore(Card.LoadMore(text: "Older messages", page: page)) }

    private static let prefix = "before-"
}
