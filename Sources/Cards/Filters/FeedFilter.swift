/// The cards of a stream that a container shows: those that match all conditions and the search. Other cards are only
/// hidden.
public struct FeedFilter: Hashable, Sendable {
    /// Permanent conditions from a configuration.
    public var conditions: [CardFilter]
    /// The search that the user typed.
    public var search: CardSearch

    /// Creates an instance with these properties.
    public init(conditions: [CardFilter] = [], search: CardSearch = CardSearch()) {
        self.conditions = conditions
        self.search = search
    }

    /// Whether every card matches.
    public var isEmpty: Bool { conditions.isEmpty && search.isEmpty }
}
