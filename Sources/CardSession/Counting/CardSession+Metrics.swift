import Basics
internal import CardSources
internal import CardStore
public import Cards

extension CardSession {
    /// The current metrics of all the user's streams, observed or not. First sends the server what was seen on this
    /// machine, then asks it for the metrics, because it also knows what was seen on other machines. In observed
    /// streams, local actions and views count at once. While the server is unreachable, the stored streams are counted.
    ///
    /// - Throws: ``RequestError``; `network` if the server is unreachable and nothing is stored, `data` if it refuses
    ///   or the store fails.
    public func userMetrics() async throws -> UserMetrics {
        do throws(RequestError) {
            try requireLogin()
            await sendSeenEvents()
            do throws(RequestError) {
                let asked = try await withAbility("metrics", { $0 as? any MetricsSource }) {
                    source throws(SourceError) in
                    try await source.metrics()
                }
                return asked.correctedBy(try await storedMetrics(), in: state.withLock { $0.streamsInStep })
            } catch {
                guard error.meansNoAnswer, isAdmitted else { throw error }
                let stored = try await storedMetrics()
                guard !stored.streams.isEmpty else { throw error }
                return stored
            }
        } catch { throw error.orCancellation }
    }

    /// Sends the queued events, including those of cards seen on this machine. Ignores failures: the events stay
    /// queued, and the metrics are then slightly out of date.
    private func sendSeenEvents() async {
        guard let waiting = try? await database.queuedRecordCount(), waiting > 0 else { return }
        _ = await attempt(until: .now + .seconds(Self.seenTime)) { [self] () throws(RequestError) in
            try await sendEvents()
        }
    }

    /// The time limit for sending events, in seconds.
    private static let seenTime = 2.0

    /// The metrics of the store alone. Also available before a login.
    package func storedMetrics() async throws(RequestError) -> UserMetrics {
        do throws(StoreError) {
            return UserMetrics(
                streams: try await database.counts().mapValues { .init(total: $0.total, unseen: $0.unseen) })
        } catch { throw RequestError(error) }
    }
}

extension UserMetrics {
    /// Metrics of the server, corrected by those of the store.
    ///
    /// - Parameters:
    ///   - stored: The metrics of the store.
    ///   - streams: The streams whose stored state is at least as new as the server's, because of unsent local changes.
    ///     A card that was seen on either side counts as seen.
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
    /// Whether the server is unreachable or does not support metrics.
    fileprivate var meansNoAnswer: Bool {
        switch self {
        case .network: true
        case .data(let cause): cause.isAboutAbility
        default: false
        }
    }
}
