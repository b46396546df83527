/// How many users have to answer with yes. Without a quorum, the first answer settles an ask.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AskQuorum: Hashable, Sendable {
    /// At least this number of users; 1 or more.
    case count(Int)
    /// More than half of the users asked so far.
    case majority
    /// All users asked so far.
    case all

    /// Parses `2`, `majority` or `all`; nil for other text.
    public init?(_ text: String) {
        switch text {
        case "majority": self = .majority
        case "all": self = .all
        default:
            guard let count = Int(text), count >= 1 else { return nil }
            self = .count(count)
        }
    }

    /// The values that ``init(_:)`` accepts, for error messages.
    public static let expected = "a whole number of at least 1, \"majority\" or \"all\""

    /// How many of the users have to answer with yes.
    package func needed(of users: Int) -> Int {
        switch self {
        case .count(let count): count
        case .majority: users / 2 + 1
        case .all: users
        }
    }
}
