import CardStore
import Cards
import FeedAPI

extension SyncEngine {
    /// Brings every stream up to date over HTTP.
    func fetchAll() async -> Result<Void, SyncFailure> {
        do throws(FeedError) {
            for stream in streams { try await fetch(stream) }
            noteSynced()
            return .success(())
        } catch {
            return .failure(SyncFailure(error) ?? .network("cancelled"))
        }
    }

    /// Whether it worked.
    func fetchOne(_ stream: StreamID) async -> Bool {
        do throws(FeedError) {
            try await fetch(stream)
            return true
        } catch {
            // The connection's own watch reports it.
            return false
        }
    }

    private func fetch(_ stream: StreamID) async throws(FeedError) {
        var isComplete = false
        while !isComplete {
            guard let since = try await cursor(of: stream) else { return try await snapshot(stream) }
            do throws(FeedError) {
                if let delta = try await client.changes(stream, since) {
                    note(serverTime: delta.serverTime)
                    try await stored { () throws(StoreError) in
                        try await self.database.apply(delta, at: self.serverNow)
                    }
                    // A server that repeats its cursor would keep us here for ever.
                    isComplete = !delta.hasMore || delta.cursor == since
                } else {
                    try await stored { () throws(StoreError) in
                        try await self.database.markSynced(stream, at: self.serverNow)
                    }
                    isComplete = true
                }
            } catch {
                guard error.isCursorExpired else { throw error }
                try await stored { () throws(StoreError) in try await self.database.dropCursor(of: stream) }
            }
            checkDeadlines()
        }
    }

    /// The whole stream, page by page: the first is on the screen before the second is asked for.
    func snapshot(_ stream: StreamID) async throws(FeedError) {
        var page = try await client.snapshot(stream, nil)
        note(serverTime: page.serverTime)
        let cursor = page.cursor
        let ticket = try await stored { () throws(StoreError) in
            try await self.database.beginSnapshot(of: stream, cursor: cursor)
        }
        var asked: Set<String> = []
        while true {
            let current = page
            try await stored { () throws(StoreError) in
                try await self.database.apply(current, of: ticket, at: self.serverNow)
            }
            checkDeadlines()
            guard let next = page.next else { break }
            // Each page once: a server that names a page again would keep us here for ever.
            guard asked.insert(next).inserted else { throw .malformed("a page that names itself as the next") }
            page = try await client.snapshot(stream, next)
            guard page.cursor == cursor else { throw .malformed("a page of another snapshot") }
        }
        try await stored { () throws(StoreError) in try await self.database.finish(ticket, at: self.serverNow) }
    }

    func cursor(of stream: StreamID) async throws(FeedError) -> FeedCursor? {
        try await stored { () throws(StoreError) in try await self.database.syncRecord(of: stream).cursor }
    }

    /// A store that cannot take cards makes the connection useless for now: told and tried again like one.
    func stored<T>(_ body: () async throws(StoreError) -> T) async throws(FeedError) -> T {
        do throws(StoreError) { return try await body() } catch {
            if error == .cancelled { throw .cancelled }
            throw .malformed(error.explanation)
        }
    }
}

extension FeedError {
    fileprivate var isCursorExpired: Bool {
        if case .server(let problem, _) = self {
            problem.type == .cursorExpired || problem.status == 410
        } else {
            false
        }
    }
}
