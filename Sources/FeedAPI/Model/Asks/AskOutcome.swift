/// The outcome of an ask.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AskOutcome: String, Hashable, Sendable, CaseIterable {
    /// Yes: enough users have pressed a button with the outcome `positive`, or such a button counts at the deadline,
    /// see ``AskRequest/onTimeout``.
    case accept
    /// No: the answers of users, or the button that counts at the deadline, have another outcome.
    case decline
    /// The ask ended without an answer: it was withdrawn, or its users dismissed it.
    case cancel
    /// The deadline has passed. A missing answer never counts as a yes or a no.
    case timeout
}
