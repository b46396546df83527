internal import CardStore
package import Cards

package import struct Foundation.Date

/// Cards of a store that another program may have open, and cards in one go: for commands.
extension CardSession {
    /// The numbers of a store at one moment.
    package struct StoreCounts: Hashable, Sendable {
        /// By stream, of those that were here in full.
        package var metrics = UserMetrics()
        /// Actions that the server does not have yet.
        package var waiting = 0
        /// Actions that the server refused.
        package var refused = 0
        /// Actions that cannot be read, and were not sent.
        package var unreadable = 0
        /// When the cards were last known to be all there are.
        package var syncedAt: Date?

        package init() {}
    }

    /// A session over a file for a command, which ends by itself: so others may wait for it.
    ///
    /// - Throws: ``SessionError``, as of ``init(_:clock:)``.
    package convenience init(command path: String) throws(SessionError) {
        let database: CardDatabase
        do throws(StoreError) { database = try CardDatabase.open(path: path, at: Date(), isCommand: true) } catch {
            throw SessionError(error)
        }
        self.init(over: database)
    }

    /// Who has a store, for whoever was refused it with ``SessionError/inUse(path:processID:)``: nil where nobody says so
    /// yet: ask again.
    package static func holder(of path: String) -> (processID: Int32, isCommand: Bool)? {
        CardDatabase.holder(of: path).map { ($0.processID, $0.isCommand) }
    }

    /// A session in memory that begins with the cards of a store; the connection brings what has changed since. What waits to
    /// be sent there is left to the program that has the store. Nil when there is none, or a damaged one, which is left to the next that opens
    /// it: the server has the cards.
    ///
    /// - Throws: ``SessionError`` when it cannot be read.
    package static func copy(of path: String) throws(SessionError) -> CardSession? {
        do throws(StoreError) {
            guard let database = try CardDatabase.copy(of: path) else { return nil }
            return CardSession(over: database)
        } catch {
            if case .corrupt = error { return nil }
            throw SessionError(error)
        }
    }

    /// Looks at a store without locking it, in milliseconds; nil when there is none.
    ///
    /// - Throws: ``SessionError`` when it cannot be read.
    package static func storeCounts(at path: String) throws(SessionError) -> StoreCounts? {
        do throws(StoreError) {
            guard let found = try CardDatabase.glance(at: path) else { return nil }
            var counts = StoreCounts()
            counts.metrics.streams = found.streams
            (counts.waiting, counts.refused, counts.syncedAt) = (found.waiting, found.refused, found.syncedAt)
            counts.unreadable = found.unreadable
            return counts
        } catch { throw SessionError(error) }
    }

    /// Gives the cards that a filter lets through one by one, in feed order, until it is told that it is enough.
    ///
    /// - Parameter take: Called while the store is being read: it must not use the session. False ends it.
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func forEachCard(
        in stream: StreamID, through filter: FeedFilter = FeedFilter(),
        _ take: @escaping @Sendable (CardWindow.Item) -> Bool
    ) async throws(SessionError) {
        do throws(StoreError) {
            try await database.forEachCard(in: stream, through: filter, at: clock(), take)
        } catch { throw SessionError(error) }
    }
}
