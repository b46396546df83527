internal import CardStore
public import Cards

import struct Foundation.Date

/// The part of a stream that a container watches. ``move(to:)`` watches another part, ``stop()`` none.
///
/// Belongs to one thread; what it brings may come on any.
public final class WindowObserver {
    public typealias Handler = @Sendable (FeedQuery, Result<CardWindow, SessionError>) -> Void

    /// What is watched now. Windows of an earlier query that were under way when it changed may still be delivered;
    /// the handler is told the query each belongs to.
    public private(set) var query: FeedQuery
    private let database: CardDatabase
    /// For filters that ask for a time.
    private let clock: @Sendable () -> Date
    private let handler: Handler
    private var observation: CardObservation

    init(
        _ query: FeedQuery, in database: CardDatabase, clock: @escaping @Sendable () -> Date, handler: @escaping Handler
    ) {
        self.clock = clock
        self.query = query
        self.database = database
        self.handler = handler
        observation = Self.watch(query, in: database, clock, handler)
    }

    /// Watches another window; it is delivered even if it looks like the last one.
    public func move(to query: FeedQuery) {
        self.query = query
        observation.cancel()
        observation = Self.watch(query, in: database, clock, handler)
    }

    public func stop() { observation.cancel() }

    private static func watch(
        _ query: FeedQuery, in database: CardDatabase, _ clock: @escaping @Sendable () -> Date,
        _ handler: @escaping Handler
    ) -> CardObservation {
        database.observe(query, clock: clock) { result in handler(query, result.mapError(SessionError.init)) }
    }
}
