public import Cards

/// The cards of a stream at one moment; see ``CardSession/snapshots(in:configuration:)``.
public struct StreamSnapshot: Hashable, Sendable {
    /// The cards, from the top of the stream, with values in place of runtime variables.
    public var cards: [Card]
    /// The number of cards that match the filters, including those beyond the limit.
    public var totalCount: Int
    /// Whether ``StreamObserverConfiguration/limit`` has cut off further cards.
    public var isTruncated: Bool
    /// The reason why there are no cards: the stream was never loaded and the server cannot be reached or refuses the
    /// user, or the store fails. Nil while there are cards, even if only stored ones; ``CardSession/statuses`` shows
    /// whether they are current.
    public var problem: RequestError?

    /// Creates an instance with these properties.
    public init(cards: [Card] = [], totalCount: Int = 0, isTruncated: Bool = false, problem: RequestError? = nil) {
        self.cards = cards
        self.totalCount = totalCount
        self.isTruncated = isTruncated
        self.problem = problem
    }
}
