internal import CardStore
package import Cards

package import struct Foundation.Date

/// Access to a store that another program may have open, for commands.
extension CardSession {
    /// Counts from a store at one moment.
    package struct StoreCounts: Hashable, Sendable {
        /// Counts by stream, for streams that were fully synchronised.
        package var metrics = UserMetrics()
        /// The number of cards by stream that are open on the server, but hidden because an answer to them waits.
        package var answered: [StreamID: Int] = [:]
        /// Actions that the server has not accepted yet.
        package var waiting = 0
        /// Actions that the server refused.
        package var refused = 0
        /// Actions that cannot be decoded and were not sent.
        package var unreadable = 0
        /// The streams whose cards come from an attached source and not from the server.
        package var sourceStreams: Set<StreamID> = []
        /// When the cards were last known to be complete.
        package var syncedAt: Date?
        /// The owner of the cards: `USER at SOURCE`, or only the source. Nil before the first connection.
        package var owner: String?
        /// The actions that attached sources have not accepted, including refused ones, by the name of the source.
        package var sources: [String: SourceActions] = [:]

        /// The actions that an attached source has not accepted.
        package struct SourceActions: Hashable, Sendable {
            /// The user of the source, as the source reports it; empty before it has.
            package var owner: String
            package var count: Int

            package init(owner: String, count: Int) {
                self.owner = owner
                self.count = count
            }
        }

        package init() {}
    }

    /// Opens a session over a file for a short-lived command. Other programs may wait for it to end before they open
    /// the store.
    ///
    /// - Throws: The same errors as ``init(_:configuration:clock:)``.
    package convenience init(command path: String) throws(SessionError) {
        let database: CardDatabase
        do throws(StoreError) { database = try CardDatabase.open(path: path, at: Date(), as: .command) } catch {
            throw SessionError(error)
        }
        self.init(over: database)
    }

    /// The process that holds a store, after ``SessionError/inUse(path:processID:)``. Nil if it has not identified
    /// itself yet; call again.
    package static func holder(of path: String) -> (processID: Int32, isCommand: Bool, isAlone: Bool)? {
        CardDatabase.holder(of: path).map { ($0.processID, $0.isCommand, $0.kind == .alone) }
    }

    /// Creates a session in memory with a copy of a store's cards; a connection then loads later changes. Queued
    /// actions stay with the program that has the store open. Nil if there is no store, or if it is damaged; the next
    /// program that opens a damaged store repairs it.
    ///
    /// - Throws: ``SessionError`` if the store cannot be read.
    package static func copy(of path: String) throws(SessionError) -> CardSession? {
        do throws(StoreError) {
            guard let database = try CardDatabase.copy(of: path) else { return nil }
            return CardSession(over: database)
        } catch {
            if case .corrupt = error { return nil }
            throw SessionError(error)
        }
    }

    /// Reads the counts of a store without locking it, within milliseconds; nil if there is none.
    ///
    /// - Throws: ``SessionError`` if the store cannot be read.
    package static func storeCounts(at path: String) throws(SessionError) -> StoreCounts? {
        do throws(StoreError) {
            guard let found = try CardDatabase.summary(at: path) else { return nil }
            var counts = StoreCounts()
            counts.metrics.streams = found.streams
            (counts.waiting, counts.refused, counts.syncedAt) = (found.waiting, found.refused, found.syncedAt)
            counts.unreadable = found.unreadable
            counts.answered = found.answered
            counts.sourceStreams = found.sourceStreams
            counts.owner = found.owner
            counts.sources = found.sources.mapValues { .init(owner: $0.owner, count: $0.actions) }
            return counts
        } catch { throw SessionError(error) }
    }

    /// Discards the actions that an attached source has not accepted, including refused ones.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func discardActions(ofSource name: String) async throws(SessionError) {
        do { try await database.discardActions(ofSource: name, at: clock()) } catch { throw SessionError(error) }
        await deliver()
    }

    /// Calls a closure with each card that passes a filter, in feed order, until it returns false.
    ///
    /// - Parameter take: Called while the store is being read, so it must not use the session. Returns false to stop.
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
