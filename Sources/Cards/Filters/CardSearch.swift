/// What somebody typed to narrow cards down: terms that must all hold. The language is read by ``init(_:)``.
///
///     rollback is:unseen priority:<=2 -has:input template:"on call" expires:<2h var.region:eu
public struct CardSearch: Hashable, Sendable {
    /// What must hold, all of it; none lets every card through.
    public var terms: [Term]

    /// One condition, or with a minus before it its opposite.
    public struct Term: Hashable, Sendable {
        /// What is asked of a card.
        public var condition: Condition
        /// Whether it must not hold. False by default.
        public var isNegated: Bool

        /// See the properties.
        public init(_ condition: Condition, isNegated: Bool = false) {
            self.condition = condition
            self.isNegated = isNegated
        }
    }

    /// What is asked of a card.
    public enum Condition: Hashable, Sendable {
        /// Stands in one of the card's texts, whatever the case and the marks on letters.
        case text(String)
        /// How the card stands with this user.
        case state(State)
        /// From 1 (top) to 10, compared so: `priority:<=2`.
        case priority(Comparison, Int)
        /// Stands in the template's name, or is its id.
        case template(String)
        /// Has something of this kind, also in a subview.
        case has(Part)
        /// Holds of cards that expire, by the seconds from now until they do.
        case expires(Comparison, seconds: Int)
        /// Has no end of life.
        case neverExpires
        /// The default of the runtime variable of that name holds the text. What a host gives instead is not known where
        /// cards are searched.
        case variable(name: String, value: String)
    }

    /// How a card stands with its user: looked at, away, on its way to the server, refused by it, or voted on.
    public enum State: String, Hashable, Sendable, CaseIterable { case unseen, seen, snoozed, waiting, refused, voted }

    /// What is somewhere in the card or in its subviews.
    public enum Part: String, Hashable, Sendable, CaseIterable { case image, video, input, button, file, subview }

    /// How a number is compared, as it is typed.
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        /// This or more.
        case atLeast = ">="
        /// This or less.
        case atMost = "<="
        /// More than this.
        case above = ">"
        /// Less than this.
        case below = "<"
        /// Just this.
        case equal = "="

        func holds(_ left: Int, _ right: Int) -> Bool {
            switch self {
            case .atLeast: left >= right
            case .atMost: left <= right
            case .above: left > right
            case .below: left < right
            case .equal: left == right
            }
        }
    }

    /// Lets every card through.
    public init() { terms = [] }

    /// Whether every card gets through.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether only snoozed cards can be meant: they are in no list otherwise.
    package var looksAtSnoozed: Bool { terms.contains(Term(.state(.snoozed))) }
}

/// Why a search cannot be understood, with what was expected.
public struct CardSearchError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
