package import Cards

/// A query of a publisher for the users or cards of an environment.
package struct AdminQuery: Hashable, Sendable {
    /// Lists only cards of this stream; nil for all.
    package var stream: StreamID?
    /// Lists only cards of this user; nil for all.
    package var user: UserID?
    /// Lists only cards with this status; nil for all.
    package var status: CardStatus?
    /// Lists only cards whose id begins with this text; nil for all.
    package var beginning: String?
    /// The end of the previous page: the `user` or `row` of its last line; nil for the first page.
    package var after: String?
    /// The maximum number of lines; nil is 100.
    package var limit: Int?

    package init(
        stream: StreamID? = nil, user: UserID? = nil, status: CardStatus? = nil, beginning: String? = nil,
        after: String? = nil, limit: Int? = nil
    ) {
        self.stream = stream
        self.user = user
        self.status = status
        self.beginning = beginning
        self.after = after
        self.limit = limit
    }

    var items: [(name: String, value: String?)] {
        [
            ("stream", stream?.rawValue), ("user", user?.rawValue), ("status", status?.rawValue), ("id", beginning),
            ("after", after), ("limit", limit?.description),
        ]
    }
}
