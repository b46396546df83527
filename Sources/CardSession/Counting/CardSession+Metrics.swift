import Basics
internal import CardSources
internal import CardStore
public import Cards

extension CardSession {
    /// The numbers as they are now, of all the user's streams, whether or not anything was ever observed or shown. The
    /// server is asked, which knows what was seen on other machines and is first told what was seen here; of streams that are observed, what was done and seen
    /// here counts at once. While the server is away, those streams are counted that are here.
    ///
    /// - Throws: ``RequestError``, of kind `network` where the server is away and nothing is here, and of kind `data` where
    ///   it refuses or the store cannot tell.
    public func userMetrics() async throws(RequestError) -> UserMetrics {
        try requireLogin()
        await sendSeenEvents()
        do throws(RequestError) {
            let asked = try await ask("metrics", { $0 as? any MetricsSource }) { source throws(SourceError) in
                try await source.metrics()
            }
            return asked.correctedBy(try await storedMetrics(), in: state.withLock { $0.streamsInStep })
        } catch {
            guard error.meansNoAnswer, isAdmitted else { throw error }
            let stored = try await storedMetrics()
            guard !stored.streams.isEmpty else { throw error }
            return stored
        }
    }

    /// Sends the events that wait: among them those of cards that were seen here. What cannot be sent waits on.
    private func sendSeenEvents() async {
        guard let waiting = try? await database.queuedRecordCount(), waiting > 0 else { return }
        _ = await attempt(until: .now + .seconds(Self.seenTime)) { [self] () throws(RequestError) in
            try await sendEvents()
        }
    }

    /// Seconds that takes at most.
    private static let seenTime = 2.0

    /// The same from the store alone, also before a login.
    package func storedMetrics() async throws(RequestError) -> UserMetrics {
        do throws(StoreError) {
            return UserMetrics(
                streams: try await database.counts().mapValues { .init(total: $0.total, unseen: $0.unseen) })
        } catch { throw RequestError(error) }
    }
}

extension UserMetrics {
    /// - Parameters:
    ///   - stored: What is here.
    ///   - streams: Those of which what is here is as new as the server's, or newer: something was done here that it does
    ///     not know yet. A card that was seen on either side was seen.
    func correctedBy(_ stored: UserMetrics, in streams: [StreamID]) -> UserMetrics {
        var metrics = self
        for stream in streams {
            guard let here = stored.streams[stream] else { continue }
            let unseen = metrics.streams[stream].map { min($0.unseen, here.unseen) } ?? here.unseen
            metrics.streams[stream] = Counts(total: here.total, unseen: unseen)
        }
        return metrics
    }
}

extension RequestError {
    /// The server is away, or has nothing of the kind.
    fileprivate var meansNoAnswer: Bool {
        switch self {
        case .network: true
        case .data(let cause): cause.isAboutAbility
        default: false
        }
    }
}
