public import struct Foundation.Date
public import protocol Foundation.LocalizedError

/// A search for cards: terms that must all match. ``init(_:)`` defines the syntax.
///
///     rollback is:unseen priority:<=2 -has:input template:"on call" category:ops expires:<2h sent:>=2026-07-31 var.region:eu
public struct CardSearch: Hashable, Sendable {
    /// Terms that must all match; an empty list matches every card.
    public var terms: [Term]

    /// A condition, or its negation with a leading minus.
    public struct Term: Hashable, Sendable {
        /// The condition.
        public var condition: Condition
        /// Whether the condition is negated. False by default.
        public var isNegated: Bool

        /// Creates an instance with these properties.
        public init(_ condition: Condition, isNegated: Bool = false) {
            self.condition = condition
            self.isNegated = isNegated
        }
    }

    /// A condition on a card.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Condition: Hashable, Sendable {
        /// Matches text anywhere in the card, ignoring case and diacritics.
        case text(String)
        /// Matches the card's state for this user.
        case state(State)
        /// Matches the priority from 1 (top) to 10: `priority:<=2`.
        case priority(Comparison, Int)
        /// Matches text in the template's name, or its id.
        case template(String)
        /// Matches text in the card's category, ignoring case and diacritics: `category:ops`.
        case category(String)
        /// Matches cards with an element of this kind, including in subviews.
        case has(Part)
        /// Matches cards that expire, by the number of seconds until then.
        case expires(Comparison, seconds: Int)
        /// Matches cards that never expire.
        case neverExpires
        /// Compares the time at which the card was published with a time. `=`, the default operator, matches the 24
        /// hours that begin at that time.
        case sent(Comparison, Date)
        /// Compares the seconds since the card was published: `sent:<2h`.
        case age(Comparison, seconds: Int)
        /// Matches text in the default of a runtime variable. Values from the host are not searched.
        case variable(name: String, value: String)
    }

    /// The state of a card for its user: seen or not, snoozed, with an unsent or refused action, or voted on. If the
    /// source reports what was read (``CardBody/isRead``), a card counts as seen once it is read.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// What the user did to the card.
        case unseen, seen, snoozed, waiting, refused, voted
        /// Other names of `unseen` and `seen`, for messages.
        case unread, read
    }

    /// An element of a card or its subviews.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Part: String, Hashable, Sendable, CaseIterable { case image, video, input, button, file, subview }

    /// A comparison operator as typed.
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        /// Greater or equal.
        case atLeast = ">="
        /// Less or equal.
        case atMost = "<="
        /// Greater.
        case above = ">"
        /// Less.
        case below = "<"
        /// Equal.
        case equal = "="

        func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
            switch self {
            case .atLeast: left >= right
            case .atMost: left <= right
            case .above: left > right
            case .below: left < right
            case .equal: left == right
            }
        }
    }

    /// Creates a search that matches every card.
    public init() { terms = [] }

    /// Whether every card matches.
    public var isEmpty: Bool { terms.isEmpty }

    /// Which cards the search examines.
    package enum Scope: Hashable, Sendable {
        /// Cards that are shown.
        case shown
        case snoozed
        /// Cards with an action that has not been sent yet. Answered cards are otherwise not shown.
        case waiting
    }

    /// The cards to examine. Snoozed and waiting cards are examined only if the search asks for them.
    package var scope: Scope {
        if terms.contains(Term(.state(.snoozed))) { return .snoozed }
        return terms.contains(Term(.state(.waiting))) ? .waiting : .shown
    }
}

/// Why a search is invalid, with what was expected.
public struct CardSearchError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}

extension CardSearchError: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
