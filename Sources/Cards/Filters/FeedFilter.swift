/// Which cards of a stream a container shows: those that meet all conditions and the search. What is left out is not
/// gone, only out of sight.
public struct FeedFilter: Hashable, Sendable {
    /// Set for good, as in a configuration.
    public var conditions: [CardFilter]
    /// What was typed.
    public var search: CardSearch

    /// See the properties.
    public init(conditions: [CardFilter] = [], search: CardSearch = CardSearch()) {
        self.conditions = conditions
        self.search = search
    }

    /// Whether every card gets through.
    public var isEmpty: Bool { conditions.isEmpty && search.isEmpty }
}
