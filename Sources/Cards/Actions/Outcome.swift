/// What an answer means to the publisher.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Yes: what was asked for may happen.
    case positive
    /// No: it may not.
    case negative
}
