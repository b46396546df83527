public import Cards

/// Which users or cards of an environment a publisher wants listed.
public struct AdminQuery: Hashable, Sendable {
    /// Cards of this stream only.
    public var stream: StreamID?
    /// Cards of this user only.
    public var user: UserID?
    /// Cards of this status only.
    public var status: CardStatus?
    /// Where the last line of the page before ended: its `user` or its `row`.
    public var after: String?
    /// At most so many lines; nil is 100.
    public var limit: Int?

    public init(
        stream: StreamID? = nil, user: UserID? = nil, status: CardStatus? = nil, after: String? = nil,
        limit: Int? = nil
    ) {
        self.stream = stream
        self.user = user
        self.status = status
        self.after = after
        self.limit = limit
    }

    var items: [(name: String, value: String?)] {
        [
            ("stream", stream?.rawValue), ("user", user?.rawValue), ("status", status?.rawValue), ("after", after),
            ("limit", limit?.description),
        ]
    }
}
