/// How an ask ended.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AskOutcome: String, Hashable, Sendable, CaseIterable {
    /// Yes: a button with the outcome `positive`, from as many users as the ask needs.
    case accept
    /// No.
    case decline
    /// The ask ended without an answer: it was withdrawn, or every user dismissed it.
    case cancel
    /// The deadline passed. Silence is never a yes and never a no.
    case timeout
}
