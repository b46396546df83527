/// A source that holds cards back, for example while the user is busy, and can be asked for them.
public protocol HoldingSource: CardSource {
    /// How many cards are held back: now, and after each change.
    func heldCounts() async -> AsyncStream<Int>

    /// Delivers the next card that is held back, although it would wait. Does nothing if there is none.
    ///
    /// - Throws: ``SourceError``.
    func releaseHeld() async throws(SourceError)
}
