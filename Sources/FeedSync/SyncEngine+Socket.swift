import CardStore
import Cards
import FeedAPI

extension SyncEngine {
    /// One connection from the first load to its end.
    func run(connection number: Int) async {
        do throws(FeedError) {
            for stream in streams where try await cursor(of: stream) == nil {
                try await inOneLife { life throws(FeedError) in try await snapshot(stream, life) }
            }
            let socket = try await client.openSocket()
            guard number == connectionNumber else {
                await socket.close()
                return
            }
            self.socket = socket
            // From here on: opening it may have given the store to another user.
            socketLife = database.life
            awaitSuccessor(connection: number)
            note(serverTime: socket.hello.serverTime)
            var subscriptions: [ClientFrame.Subscription] = []
            for stream in streams {
                subscriptions.append(ClientFrame.Subscription(streamID: stream, since: try await cursor(of: stream)))
            }
            caughtUpStreams = []
            try await socket.send(.subscribe(subscriptions))
            guard number == connectionNumber else { return }
            feed(.opened)
            if streams.isEmpty { feed(.caughtUp) }
            try await read(socket, number)
            if number == connectionNumber { feed(.socketLost(nil)) }
        } catch {
            fail(error, connection: number)
        }
    }

    private func fail(_ error: FeedError, connection number: Int) {
        guard number == connectionNumber, let failure = SyncFailure(error) else { return }
        feed(.socketLost(failure))
    }

    private func read(_ socket: FeedSocket, _ number: Int) async throws(FeedError) {
        do {
            for try await frame in socket.frames {
                guard number == connectionNumber else { return }
                feed(.received)
                if case .ping(let token) = frame {
                    // At once, not behind the frames that wait for the disk.
                    try await socket.send(.pong(token: token))
                    continue
                }
                inbox.frames.append(frame)
                if inbox.processing == nil {
                    inbox.processing = Task { await self.process(socket, number) }
                }
                if inbox.frames.count >= SocketInbox.limit { await inbox.processing?.value }
            }
            await inbox.processing?.value
        } catch let error as FeedError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .network("\(error)")
        }
    }

    /// Stores what has gathered, in order, until nothing is left.
    private func process(_ socket: FeedSocket, _ number: Int) async {
        do throws(FeedError) {
            while number == connectionNumber, !inbox.frames.isEmpty {
                let frames = inbox.frames
                inbox.frames = []
                var deltas: [FeedDelta] = []
                for frame in frames {
                    if case .delta(let delta) = frame {
                        deltas.append(delta)
                        continue
                    }
                    try await store(deltas, acknowledgingOn: socket)
                    deltas = []
                    try await take(frame, from: socket, number)
                }
                try await store(deltas, acknowledgingOn: socket)
                // What waited for the disk was alive, and so may be what nobody has read meanwhile.
                if number == connectionNumber { feed(.received) }
            }
        } catch {
            fail(error, connection: number)
        }
        if number == connectionNumber { inbox.processing = nil }
    }

    /// Acknowledges only what is in the store.
    private func store(_ deltas: [FeedDelta], acknowledgingOn socket: FeedSocket) async throws(FeedError) {
        guard let last = deltas.last else { return }
        note(serverTime: last.serverTime)
        let ended = try await stored { () throws(StoreError) in
            try await self.database.apply(deltas, at: self.serverNow, of: self.socketLife)
        }
        await tell(ended)
        checkDeadlines()
        var cursors: [StreamID: FeedCursor] = [:]
        for delta in deltas { cursors[delta.streamID] = delta.cursor }
        for (stream, cursor) in cursors { try await socket.send(.ack(stream: stream, cursor: cursor)) }
        if caughtUpStreams.isSuperset(of: streams) { noteSynced() }
    }

    private func take(_ frame: PushFrame, from socket: FeedSocket, _ number: Int) async throws(FeedError) {
        switch frame {
        case .live(let stream, _):
            try await stored { () throws(StoreError) in
                try await self.database.markSynced(stream, at: self.serverNow, of: self.socketLife)
            }
            // The connection may have been replaced meanwhile.
            guard number == connectionNumber else { return }
            caughtUpStreams.insert(stream)
            guard caughtUpStreams.isSuperset(of: streams) else { return }
            feed(.caughtUp)
            noteSynced()
        case .gap(let stream):
            caughtUpStreams.remove(stream)
            try await stored { () throws(StoreError) in try await self.database.dropCursor(of: stream) }
            try await inOneLife { life throws(FeedError) in try await snapshot(stream, life) }
            let since = try await cursor(of: stream)
            try await socket.send(.subscribe([ClientFrame.Subscription(streamID: stream, since: since)]))
        case .error(let problem) where problem.status == 401 || problem.status == 403:
            throw .server(problem, retryAfter: nil)
        // Anything else that was refused concerns one frame; the connection goes on.
        case .error, .hello, .delta, .ping, .pong, .unrecognised: break
        }
    }
}
