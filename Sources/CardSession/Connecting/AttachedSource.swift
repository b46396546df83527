internal import CardSources
internal import CardStore
internal import Cards

/// A source that is attached to a session in addition to the session's own connection.
struct AttachedSource {
    let name: String
    /// Unique in the session, so that it distinguishes this source from an earlier one with the same name.
    let number: Int
    let streams: [StreamID]
    let capabilities: SourceCapabilities
    let acceptsAnalytics: Bool
    let link = SessionLink()
    /// Nil until the store has assigned the streams.
    var stored: StoredSource?
    /// The last status of its own connection.
    var status: SyncStatus?
    /// The number of cards that the source holds back.
    var heldCards = 0
    /// The host's handler of the session's status.
    var onStatus: (@Sendable (SyncStatus) -> Void)?

    init(_ source: any CardSource, named name: String, number: Int, streams: [StreamID]) {
        self.name = name
        self.number = number
        self.streams = streams
        capabilities = source.capabilities
        acceptsAnalytics = source is any AnalyticsSink
    }
}

extension SessionState {
    /// The attached source of a stream; nil for a stream of the connection.
    func attachedSource(of stream: StreamID) -> AttachedSource? { attached.first { $0.streams.contains(stream) } }

    /// Whether a stream belongs to the session's own connection. A stream that an attached source has or had does not,
    /// until ``CardSession/detach(named:removingCards:)`` removes its cards.
    func isOfConnection(_ stream: StreamID) -> Bool { assigned[stream] == nil }

    /// The capabilities of the source of a stream; nil while they are unknown.
    func capabilities(of stream: StreamID) -> SourceCapabilities? {
        if let source = attachedSource(of: stream) { return source.capabilities }
        // A follower process may have no attached sources; the leader's status then lists them.
        if let source = status?.source(of: stream) { return source.capabilities }
        return isOfConnection(stream) ? capabilities : nil
    }

    /// Whether the publisher of a stream's cards receives events. Without a stream, this concerns the connection's
    /// publisher.
    func sendsAnalytics(of stream: StreamID?) -> Bool {
        guard sendsAnalytics else { return false }
        guard let stream, !isOfConnection(stream) else { return acceptsAnalytics }
        return attachedSource(of: stream)?.acceptsAnalytics ?? false
    }

    /// The status of the connection, with the actions of all sources and the state of the attached ones. Without a
    /// login, the status of the first attached source takes the connection's place. Nil while no status is known.
    var combinedStatus: SyncStatus? {
        guard var status = connectionStatus ?? (isLoggedIn ? nil : attached.first?.status) else { return nil }
        let all = [connectionStatus].compactMap(\.self) + attached.compactMap(\.status)
        status.waitingActions = all.map(\.waitingActions).reduce(0, +)
        status.refusedActions = all.map(\.refusedActions).reduce(0, +)
        status.sources = attached.map { source in
            SyncStatus.Source(
                name: source.name, streams: source.streams, connection: source.status?.connection ?? .connecting,
                capabilities: source.capabilities, heldCards: source.heldCards)
        }
        return status
    }
}
