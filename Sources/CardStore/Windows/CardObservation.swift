package import Cards

package import struct Foundation.Date

/// An observed window, until ``cancel()``.
///
/// Invariant: ``number`` is written once and read on the list's serial queue only.
package final class CardObservation: @unchecked Sendable {
    private let list: ObserverList
    private(set) var number: Int?

    init(list: ObserverList) { self.list = list }

    func bind(_ number: Int) { self.number = number }

    /// Observes another window, which is read and delivered at once.
    package func setQuery(_ query: FeedQuery) { list.setQuery(query, of: self) }

    /// Ends the observation. A delivery in progress may still arrive.
    package func cancel() { list.remove(self) }
}

extension CardDatabase {
    /// Reads one window, for the first frame. Blocks for well under a millisecond and never waits for a write.
    ///
    /// - Parameter now: The time for filters that depend on it.
    package func window(_ query: FeedQuery, at now: Date = Date()) throws(StoreError) -> CardWindow {
        do { return try observers.window(query, at: now) } catch { throw recordDamage(StoreError(error)) }
    }

    /// Observes a window: `onChange` gets it at once and after every visible change, on a private serial queue.
    package func observe(
        _ query: FeedQuery, clock: @escaping @Sendable () -> Date = { Date() },
        onChange: @escaping @Sendable (Result<CardWindow, StoreError>) -> Void
    ) -> CardObservation {
        observers.add(query, clock: clock, onChange)
    }
}
