import CardSources
import Cards

extension FeedClient {
    /// The same client, but it reports every finished request.
    func reporting(_ onRequest: @escaping @Sendable (RequestReport) -> Void) -> FeedClient {
        let watch = Watch(onRequest: onRequest)
        var client = self
        client.snapshot = { [snapshot] stream, page throws(FeedError) in
            try await watch(.snapshot(stream: stream), .cards, stream) { () throws(FeedError) in
                try await snapshot(stream, page)
            }
        }
        client.changes = { [changes] stream, since throws(FeedError) in
            try await watch(.changes(stream: stream, since: since), .cards, stream) { () throws(FeedError) in
                try await changes(stream, since)
            }
        }
        client.act = { [act] request throws(FeedError) in
            try await watch(.act, .action, request.streamID, request.cardID) { () throws(FeedError) in
                try await act(request)
            }
        }
        client.upload = { [upload] target, file, onProgress throws(FeedError) in
            try await watch(.upload(target), .file, target.streamID, target.cardID) { () throws(FeedError) in
                try await upload(target, file, onProgress)
            }
        }
        client.page = { [page] name, card, stream throws(FeedError) in
            try await watch(.page(name, card: card, stream: stream), .page, stream, card) { () throws(FeedError) in
                try await page(name, card, stream)
            }
        }
        client.openSocket = { [openSocket] () throws(FeedError) in
            try await watch(.socket, .live) { () throws(FeedError) in try await openSocket() }
        }
        client.watchAccount(watch)
        return client
    }

    private mutating func watchAccount(_ watch: Watch) {
        sendAnalytics = { [sendAnalytics] records throws(FeedError) in
            try await watch(.sendAnalytics, .analytics) { () throws(FeedError) in try await sendAnalytics(records) }
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

    /// Runs requests and reports them.
    private struct Watch: Sendable {
        let onRequest: @Sendable (RequestReport) -> Void

        func callAsFunction<Answer>(
            _ route: FeedRoute, _ purpose: RequestReport.Purpose = .account, _ stream: StreamID? = nil,
            _ card: CardID? = nil, _ ask: () async throws(FeedError) -> Answer
        ) async throws(FeedError) -> Answer {
            // Omit the query, because it contains keys.
            var report = RequestReport(
                purpose, path: String(route.target.prefix { $0 != "?" }), streamID: stream, cardID: card)
            do throws(FeedError) {
                let answer = try await ask()
                onRequest(report)
                return answer
            } catch {
                report.error = SourceError(error)
                onRequest(report)
                throw error
            }
        }
    }
}
