import Basics
package import CardSources
import CardStore
package import Cards

extension SyncEngine {
    /// Fetches the changes of streams: only of those due for polling, or of all.
    func fetchAll() async -> Result<Void, SyncFailure> {
        do throws(SourceError) {
            for stream in schedule.begin(at: clock.uptime()) {
                try await fetch(stream)
                schedule.recordFetch(of: stream, at: clock.uptime())
            }
            markSynced()
            return .success(())
        } catch {
            lastError = error
            return .failure(SyncFailure(error) ?? .network("cancelled"))
        }
    }

    /// Waits until a stream is up to date, whether or not it is followed.
    package func update(_ stream: StreamID) async throws(SourceError) {
        if case .live = machine.state, streams.contains(stream), caughtUpStreams.contains(stream) { return }
        try await fetch(stream)
    }

    /// The reason why the last attempt to send an action failed before anything was sent; nil otherwise.
    package func failure(of key: ActionKey) async -> SourceError? { await drainer?.failure(of: key) }

    /// Returns whether the fetch succeeded.
    func fetchOne(_ stream: StreamID) async -> Bool {
        do throws(SourceError) {
            try await fetch(stream)
            return true
        } catch {
            // The connection itself monitors and reports errors. But a live feed continues after its token was revoked,
            // so request a new token here.
            if case .refused(let refusal) = error, refusal.reason == .unauthorized { await tokens?.invalidate() }
            return false
        }
    }

    private func fetch(_ stream: StreamID) async throws(SourceError) {
        try await inOneEpoch { ownerEpoch throws(SourceError) in try await fetch(stream, ownerEpoch) }
    }

    /// Repeats a request if the store gets another owner during it. Data requested for one user must not be stored for
    /// another, and the first token of a connection may identify another user.
    func inOneEpoch(_ body: (_ ownerEpoch: Int) async throws(SourceError) -> Void) async throws(SourceError) {
        while true {
            let ownerEpoch = store.ownerEpoch
            do throws(SourceError) { return try await body(ownerEpoch) } catch {
                guard ownerEpoch != store.ownerEpoch, !Task.isCancelled else { throw error }
            }
        }
    }

    private func fetch(_ stream: StreamID, _ ownerEpoch: Int) async throws(SourceError) {
        var isComplete = false
        while !isComplete {
            guard let since = try await cursor(of: stream) else { return try await snapshot(stream, ownerEpoch) }
            do throws(SourceError) {
                if let delta = try await source.changes(of: stream, since: since) {
                    updateSkew(serverTime: delta.serverTime)
                    let ended = try await stored { () throws(StoreError) in
                        try await self.store.apply([delta], since: since, at: self.serverNow, of: ownerEpoch)
                    }
                    await report(ended)
                    // A server that repeats its cursor must not cause an endless loop.
                    isComplete = !delta.hasMore || delta.cursor == since
                } else {
                    try await stored { () throws(StoreError) in
                        try await self.store.markSynced(stream, at: self.serverNow, of: ownerEpoch)
                    }
                    isComplete = true
                }
            } catch {
                guard error.isCursorExpired else { throw error }
                try await stored { () throws(StoreError) in try await self.store.dropCursor(of: stream) }
            }
            checkDeadlines()
        }
    }

    /// Loads the whole stream in pages. The first page is stored and shown before the second is requested; after that,
    /// the next page is loaded while one is stored.
    func snapshot(_ stream: StreamID, _ ownerEpoch: Int) async throws(SourceError) {
        var page = try await source.snapshot(of: stream, page: nil)
        updateSkew(serverTime: page.serverTime)
        let (cursor, generation) = (page.cursor, page.generation)
        let snapshot = try await stored { () throws(StoreError) in
            try await self.store.openSnapshot(
                of: stream, cursor: cursor, generation: generation, ownerEpoch: ownerEpoch)
        }
        try await store(page, in: snapshot)
        var ahead = page.next.map { PrefetchedPage(source, stream, $0) }
        defer { ahead?.cancel() }
        // Request each page only once: a server that repeats a page token must not cause an endless loop.
        var asked = Set(page.next.map { [$0] } ?? [])
        while let current = ahead {
            page = try await current.page()
            guard page.cursor == cursor else { throw .malformed("a page belongs to a different snapshot") }
            if let next = page.next, !asked.insert(next).inserted {
                throw .malformed("a page links to itself as the next page")
            }
            ahead = page.next.map { PrefetchedPage(source, stream, $0) }
            try await store(page, in: snapshot)
        }
        try await stored { () throws(StoreError) in try await snapshot.finish(at: self.serverNow) }
    }

    private func store(_ page: FeedPage, in snapshot: any SyncSnapshot) async throws(SourceError) {
        try await stored { () throws(StoreError) in try await snapshot.store(page, at: self.serverNow) }
        checkDeadlines()
    }

    func cursor(of stream: StreamID) async throws(SourceError) -> FeedCursor? {
        try await stored { () throws(StoreError) in try await self.store.syncRecord(of: stream).cursor }
    }

    /// Runs an operation of the store. A store that cannot save cards makes the connection useless, so the error is
    /// reported and retried like a connection failure.
    func stored<T>(_ body: () async throws(StoreError) -> T) async throws(SourceError) -> T {
        do throws(StoreError) { return try await body() } catch {
            if error == .cancelled { throw .cancelled }
            throw .local(error == .diskFull ? .diskFull(folder: database?.folder) : .store(error.explanation))
        }
    }
}

/// A page of a snapshot that is being prefetched.
private struct PrefetchedPage {
    private let task: Task<Result<FeedPage, SourceError>, Never>

    init(_ source: any CardSource, _ stream: StreamID, _ name: String) {
        task = Task {
            do throws(SourceError) { return .success(try await source.snapshot(of: stream, page: name)) } catch {
                return .failure(error)
            }
        }
    }

    /// Waits for the page. Cancelling the waiting task cancels the request.
    func page() async throws(SourceError) -> FeedPage {
        try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    func cancel() { task.cancel() }
}

extension SourceError {
    fileprivate var isCursorExpired: Bool {
        if case .refused(let refusal) = self { refusal.reason == .cursorExpired } else { false }
    }
}
