import CardSources
import CardStore
import Cards

extension SyncEngine {
    /// Runs one live feed, from the initial load to its end.
    func run(connection number: Int) async {
        do throws(SourceError) {
            guard let live = try await open(connection: number) else { return }
            self.live = live
            awaitSuccessor(connection: number)
            if let time = live.serverTime { updateSkew(serverTime: time) }
            themedStreams = []
            handle(.opened)
            if streams.isEmpty { handle(.caughtUp) }
            try await read(live, number)
            if number == connectionNumber {
                lastError = nil
                handle(.liveLost(nil))
            }
        } catch {
            fail(error, connection: number)
        }
    }

    /// Loads streams without a cursor, then follows all streams from their cursors. Nil if another connection was
    /// requested in the meantime.
    private func open(connection number: Int) async throws(SourceError) -> (any LiveFeed)? {
        while true {
            let ownerEpoch = store.ownerEpoch
            var subscriptions: [Subscription] = []
            for stream in streams {
                if try await cursor(of: stream) == nil {
                    try await inOneEpoch { ownerEpoch throws(SourceError) in try await snapshot(stream, ownerEpoch) }
                }
                subscriptions.append(Subscription(streamID: stream, since: try await cursor(of: stream)))
            }
            caughtUpStreams = []
            let live = try await source.follow(subscriptions)
            guard number == connectionNumber else {
                await live.close()
                return nil
            }
            // Opening the feed may have assigned the store to another user, whose cursors differ.
            if ownerEpoch == store.ownerEpoch {
                liveEpoch = ownerEpoch
                return live
            }
            await live.close()
            guard number == connectionNumber else { return nil }
        }
    }

    private func fail(_ error: SourceError, connection number: Int) {
        guard number == connectionNumber, let failure = SyncFailure(error) else { return }
        lastError = error
        handle(.liveLost(failure))
    }

    private func read(_ live: any LiveFeed, _ number: Int) async throws(SourceError) {
        do {
            for try await event in live.events {
                guard number == connectionNumber else { return }
                inbox.events.append(event)
                if inbox.processing == nil {
                    inbox.processing = Task { await self.process(live, number) }
                }
                if inbox.events.count >= LiveInbox.limit { await inbox.processing?.value }
            }
            await inbox.processing?.value
        } catch let error as SourceError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .network("\(error)")
        }
    }

    /// Stores collected events in order until there are none left.
    private func process(_ live: any LiveFeed, _ number: Int) async {
        do throws(SourceError) {
            while number == connectionNumber, !inbox.events.isEmpty {
                let events = inbox.events
                inbox.events = []
                var deltas: [FeedDelta] = []
                for event in events {
                    if case .changes(let delta) = event {
                        deltas.append(delta)
                        continue
                    }
                    try await store(deltas, acknowledgingOn: live)
                    deltas = []
                    try await handle(event, from: live, number)
                }
                try await store(deltas, acknowledgingOn: live)
            }
        } catch {
            fail(error, connection: number)
        }
        if number == connectionNumber { inbox.processing = nil }
    }

    /// Stores changes, then acknowledges them.
    private func store(_ deltas: [FeedDelta], acknowledgingOn live: any LiveFeed) async throws(SourceError) {
        guard let last = deltas.last else { return }
        updateSkew(serverTime: last.serverTime)
        let ended = try await stored { () throws(StoreError) in
            try await self.store.apply(deltas, since: nil, at: self.serverNow, of: self.liveEpoch)
        }
        await report(ended)
        checkDeadlines()
        var cursors: [StreamID: FeedCursor] = [:]
        for delta in deltas { cursors[delta.streamID] = delta.cursor }
        for (stream, cursor) in cursors { try await live.acknowledge(cursor, of: stream) }
        if caughtUpStreams.isSuperset(of: streams) { markSynced() }
    }

    private func handle(_ event: LiveEvent, from live: any LiveFeed, _ number: Int) async throws(SourceError) {
        switch event {
        case .caughtUp(let stream):
            try await stored { () throws(StoreError) in
                try await self.store.markSynced(stream, at: self.serverNow, of: self.liveEpoch)
            }
            // The connection may have been replaced in the meantime.
            guard number == connectionNumber else { return }
            caughtUpStreams.insert(stream)
            guard caughtUpStreams.isSuperset(of: streams) else { return }
            handle(.caughtUp)
            markSynced()
        case .cursorExpired(let stream):
            caughtUpStreams.remove(stream)
            try await stored { () throws(StoreError) in try await self.store.dropCursor(of: stream) }
            try await inOneEpoch { ownerEpoch throws(SourceError) in try await snapshot(stream, ownerEpoch) }
            try await live.resume(Subscription(streamID: stream, since: try await cursor(of: stream)))
        case .unavailable(let refusal): onTrouble(.unavailable(refusal))
        case .changes: break
        }
    }
}
