internal import Cards
internal import FeedAPI

extension FeedClient {
    /// The same client, with somebody who is told of every request that the server refused or answered with nonsense, and
    /// of push that cannot be had: a `request-failed` each (Atomic SwiftUI SDK guide 25.4, "Observing SDK events"). Not of
    /// a server that is not reached or too slow.
    ///
    /// - Parameter asked: Told of every request, when it has its answer: where it went, without its query, and what went wrong.
    func reporting(
        _ failed: @escaping @Sendable (EventReport) -> Void,
        asked: @escaping @Sendable (_ path: String, FeedError?) -> Void = { _, _ in }
    ) -> FeedClient {
        let watch = Watch(failed: failed, asked: asked)
        var client = self
        client.snapshot = { [snapshot] stream, page throws(FeedError) in
            try await watch(.snapshot(stream: stream), streams: [stream]) { () throws(FeedError) in
                try await snapshot(stream, page)
            }
        }
        client.changes = { [changes] stream, since throws(FeedError) in
            try await watch(.changes(stream: stream, since: since), streams: [stream]) { () throws(FeedError) in
                try await changes(stream, since)
            }
        }
        client.act = { [act] request throws(FeedError) in
            try await watch(.act, streams: [request.streamID], card: request.cardID) { () throws(FeedError) in
                try await act(request)
            }
        }
        client.upload = { [upload] target, file, onProgress throws(FeedError) in
            try await watch(.upload(target), streams: [target.streamID], card: target.cardID) { () throws(FeedError) in
                try await upload(target, file, onProgress)
            }
        }
        client.openSocket = { [openSocket] () throws(FeedError) in
            try await watch(.socket) { () throws(FeedError) in try await openSocket() }
        }
        client.watchAccount(watch)
        return client
    }

    private mutating func watchAccount(_ watch: Watch) {
        sendAnalytics = { [sendAnalytics] records throws(FeedError) in
            try await watch(.sendAnalytics) { () throws(FeedError) in try await sendAnalytics(records) }
        }
        sendEvent = { [sendEvent] event throws(FeedError) in
            try await watch(.sendEvent) { () throws(FeedError) in try await sendEvent(event) }
        }
        user = { [user] () throws(FeedError) in
            try await watch(.user) { () throws(FeedError) in try await user() }
        }
        updateUser = { [updateUser] settings throws(FeedError) in
            try await watch(.updateUser) { () throws(FeedError) in try await updateUser(settings) }
        }
        metrics = { [metrics] () throws(FeedError) in
            try await watch(.metrics) { () throws(FeedError) in try await metrics() }
        }
        registerDevice = { [registerDevice] device throws(FeedError) in
            try await watch(.registerDevice) { () throws(FeedError) in try await registerDevice(device) }
        }
        deregisterDevice = { [deregisterDevice] device throws(FeedError) in
            try await watch(.deregisterDevice) { () throws(FeedError) in try await deregisterDevice(device) }
        }
        registerStreams = { [registerStreams] streams throws(FeedError) in
            try await watch(.registerStreams) { () throws(FeedError) in try await registerStreams(streams) }
        }
    }

    /// Makes a report of an answer that tells of a failure.
    private struct Watch: Sendable {
        let failed: @Sendable (EventReport) -> Void
        let asked: @Sendable (String, FeedError?) -> Void

        func callAsFunction<Answer>(
            _ route: FeedRoute, streams: [StreamID] = [], card: CardID? = nil,
            _ ask: () async throws(FeedError) -> Answer
        ) async throws(FeedError) -> Answer {
            // Without the query: it holds keys.
            let path = String(route.target.prefix { $0 != "?" })
            do throws(FeedError) {
                let answer = try await ask()
                asked(path, nil)
                return answer
            } catch {
                asked(path, error)
                guard let status = error.failedStatus else { throw error }
                failed(
                    EventReport(
                        .requestFailed(path: path, status: status), streamID: streams.first,
                        card: card.map { AnalyticsRecord.CardContext(id: $0) }))
                throw error
            }
        }
    }
}

extension FeedError {
    /// What the documents call the failed status; nil for what is no failure of a request.
    fileprivate var failedStatus: Int? {
        switch self {
        case .server(let problem, _): problem.status
        case .malformed, .notFeed, .socketRefused: 0
        case .network, .unreachable, .noNetwork, .hostNotFound, .local, .tls, .denied, .closed, .file, .noToken,
            .cancelled:
            nil
        }
    }
}
