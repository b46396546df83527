public import Cards

/// The users or cards of an environment that a publisher lists.
public struct AdminQuery: Hashable, Sendable {
    /// Cards of this stream only.
    public var stream: StreamID?
    /// Cards of this user only.
    public var user: UserID?
    /// Cards of this status only.
    public var status: CardStatus?
    /// Cards whose id begins so only.
    public var beginning: String?
    /// The end of the previous page: the `user` or `row` of its last line.
    public var after: String?
    /// The maximum number of lines; nil is 100.
    public var limit: Int?

    public init(
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
