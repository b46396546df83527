package import Cards

package import struct Foundation.Date

/// A window being watched, until ``cancel()``.
///
/// Invariant: ``number`` is written once and read on the list's serial queue only.
package final class CardObservation: @unchecked Sendable {
    private let list: ObserverList
    private(set) var number: Int?

    init(list: ObserverList) { self.list = list }

    func bind(_ number: Int) { self.number = number }

    /// Watches another window; it is read and delivered at once.
    package func setQuery(_ query: FeedQuery) { list.setQuery(query, of: self) }

    /// A delivery under way may still arrive.
    package func cancel() { list.remove(self) }
}

extension CardDatabase {
    /// Reads one window. Blocks for well under a millisecond and never waits for a write: for the first paint.
    ///
    /// - Parameter now: for filters that ask for a time.
    package func window(_ query: FeedQuery, at now: Date = Date()) throws(StoreError) -> CardWindow {
        do { return try observers.window(query, at: now) } catch { throw recordDamage(StoreError(error)) }
    }

    /// Watches a window: `onChange` gets it at once and after every change that shows, on a private serial queue.
    package func observe(
        _ query: FeedQuery, clock: @escaping @Sendable () -> Date = { Date() },
        onChange: @escaping @Sendable (Result<CardWindow, StoreError>) -> Void
    ) -> CardObservation {
        observers.add(query, clock: clock, onChange)
    }
}
