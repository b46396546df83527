/// What is put into the clipboard.
package enum Copied: Hashable, Sendable { case text, link }

/// What became of it.
package enum CopyOutcome: Hashable, Sendable {
    case done
    /// The terminal can't be asked to, and no program here can do it.
    case noWay
    /// The terminal takes no more than so many bytes, and no program here can do it.
    case tooLong(limit: Int)
}
