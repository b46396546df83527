/// The result of running an editor program.
package enum EditOutcome: Hashable, Sendable {
    /// The edited text, and the number of control characters that were removed from it.
    case edited(String, leftOut: Int)
    /// The editor failed, and the text is unchanged.
    case failed(reason: String)
}
