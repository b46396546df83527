/// What an answer means to the publisher.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Yes: the user agrees to the request.
    case positive
    /// No: the user refuses the request.
    case negative
}
