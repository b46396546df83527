/// What an editor program left.
package enum EditOutcome: Hashable, Sendable {
    /// The text, and how many control characters were left out of it.
    case edited(String, leftOut: Int)
    /// The text stays as it was.
    case failed(reason: String)
}
