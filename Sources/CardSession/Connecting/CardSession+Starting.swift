import Basics
internal import CardSources
internal import CardStore
internal import Cards
internal import FeedSync

/// What the engine of a source needs.
struct SourceSettings {
    /// The source as the store knows it.
    var stored: StoredSource
    var sync: SyncSettings
    /// The streams to follow, and the polling intervals that differ from the settings'.
    var streams: @Sendable (SessionState) -> (streams: [StreamID], intervals: [StreamID: Double])
    /// Nil for a source that needs no token.
    var tokens: TokenCache?
    /// Whether this engine handles the deadlines of all cards from the start: expiry and the end of snoozes.
    var keepsTime: Bool
}

extension CardSession {
    static func syncSettings(_ delivery: CardSession.Connection.Delivery) -> SyncSettings {
        switch delivery {
        case .push(let interval): SyncSettings(deliveryMode: .push, pollInterval: interval.seconds)
        case .polling(let interval): SyncSettings(deliveryMode: .polling, pollInterval: interval.seconds)
        }
    }

    /// Starts the engine of a source.
    ///
    /// - Parameters:
    ///   - onStatus: Called with every status of this source alone.
    ///   - report: Called when an action of this source has ended.
    ///   - isCurrent: Returns false once this connection is no longer wanted.
    func start(
        _ source: any CardSource, on link: SessionLink, _ settings: SourceSettings,
        onStatus: @escaping @Sendable (SyncStatus) -> Void, report: @escaping @Sendable (SessionEvent) -> Void,
        isCurrent: @escaping @Sendable () -> Bool
    ) async {
        let (tokens, database, streams) = (settings.tokens, database, settings.streams)
        let source =
            (source as? any RequestReporting)?.reporting { [weak self] request in
                guard let self else { return }
                handle(request, streams: state.withLock { streams($0).streams })
            } ?? source
        let (followed, flushInterval, sendsAnalytics) = state.withLock {
            (streams($0), $0.flushInterval, $0.sendsAnalytics)
        }
        var configuration = SyncEngine.Configuration(
            streams: followed.streams, settings: settings.sync, intervals: followed.intervals)
        configuration.stored = settings.stored
        configuration.keepsTime = settings.keepsTime
        let engine = SyncEngine(
            configuration: configuration, source: source, store: database, clock: connectionClock, tokens: tokens,
            onSettled: { [weak self] action, settlement in
                await self?.settled(action, settlement, report: report)
            },
            onEnded: { ended in
                report(.closed(ended.action.cardID, ended.action.response, ended.status))
            }, onTrouble: { [weak self] in self?.handle($0) }, onTheme: { report(.themeChanged($0)) })
        var analytics: AnalyticsSender?
        if sendsAnalytics, let sink = source as? any AnalyticsSink {
            analytics = AnalyticsSender(
                sink: sink, stored: settings.stored, database: database, clock: connectionClock,
                interval: flushInterval,
                events: AnalyticsSender.Events(
                    unauthorised: { await tokens?.invalidate() },
                    refused: { [weak self] count, reason in
                        self?.warn("events were discarded", ["events": "\(count)", "reason": reason.escapingControls])
                    }))
        }
        let files = FileSender(
            upload: { target, file, onProgress throws(SourceError) in
                try await source.send(file, to: target, onProgress: onProgress)
            }, tokens: tokens)
        await link.start(
            engine, source, files: files, analytics: analytics, onStatus: onStatus, isFollower: isFollower,
            isCurrent: isCurrent)
    }
}
