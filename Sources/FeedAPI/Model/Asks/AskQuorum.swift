/// How many users have to say yes. Without a quorum the first answer settles an ask.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AskQuorum: Hashable, Sendable {
    /// At least this number of users, from 1.
    case count(Int)
    /// More than half of the users asked so far.
    case majority
    /// All users asked so far.
    case all

    /// Reads `2`, `majority` or `all`; nil for other text.
    public init?(_ text: String) {
        switch text {
        case "majority": self = .majority
        case "all": self = .all
        default:
            guard let count = Int(text), count >= 1 else { return nil }
            self = .count(count)
        }
    }

    /// What ``init(_:)`` reads, for messages.
    public static let expected = "a whole number of at least 1, \"majority\" or \"all\""

    /// How many of `users` have to say yes.
    package func needed(of users: Int) -> Int {
        switch self {
        case .count(let count): count
        case .majority: users / 2 + 1
        case .all: users
        }
    }
}
