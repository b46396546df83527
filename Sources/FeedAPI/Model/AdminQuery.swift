package import Cards

/// The users or cards of an environment that a publisher lists.
package struct AdminQuery: Hashable, Sendable {
    /// Cards of this stream only.
    package var stream: StreamID?
    /// Cards of this user only.
    package var user: UserID?
    /// Cards of this status only.
    package var status: CardStatus?
    /// Cards whose id begins so only.
    package var beginning: String?
    /// The end of the previous page: the `user` or `row` of its last line.
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
