/// A source that holds cards back, for example while the user is busy, and delivers them on request.
public protocol HoldingSource: CardSource {
    /// The number of cards that are held back: the current number first, then the new number after each change.
    func heldCounts() async -> AsyncStream<Int>

    /// Delivers the next card that is held back now. Does nothing if there is none.
    ///
    /// - Throws: ``SourceError``.
    func releaseHeld() async throws(SourceError)
}
