/// The kind of text that is copied to the clipboard.
package enum Copied: Hashable, Sendable { case text, link }

/// The result of copying.
package enum CopyOutcome: Hashable, Sendable {
    case done
    /// The terminal does not support copying, and no program on this system can do it.
    case noWay
    /// The terminal accepts at most this number of bytes, and no program on this system can copy more.
    case tooLong(limit: Int)
}
