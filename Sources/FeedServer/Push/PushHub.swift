import FeedAPI
import FeedEngine

/// Tracks which push connections follow which streams, and wakes exactly those whose stream has changed.
actor PushHub {
    /// In the order in which they came.
    private var sessions: [FeedKey: [PushSession]] = [:]
    /// Another number after every change of ``followed``.
    private(set) var followedVersion = 0
    private var connected: [Viewer: [ObjectIdentifier: PushSession]] = [:]
    private let mostPerUser: Int

    init(connectionsPerUser: Int) { mostPerUser = connectionsPerUser }

    /// Counts a user's connection, from before the upgrade is answered until its close begins: when a client has
    /// received a close frame, the place is free. ``PushSession`` ensures the end.
    func enter(_ session: PushSession, of viewer: Viewer) throws(Problem) {
        guard connected[viewer, default: [:]].count < mostPerUser else {
            throw Problem(
                .tooManyConnections,
                detail:
                    "A user can have at most \(mostPerUser) push connections at a time. Close a connection and try again."
            )
        }
        connected[viewer, default: [:]][ObjectIdentifier(session)] = session
    }

    /// Idempotent.
    func leave(_ session: PushSession, of viewer: Viewer) {
        connected[viewer]?[ObjectIdentifier(session)] = nil
        if connected[viewer]?.isEmpty == true { connected[viewer] = nil }
    }

    /// Tells all connections that the server stops.
    func closeAll() async {
        for session in connected.values.flatMap(\.values) {
            await session.close(code: 1001, reason: "the server is stopping")
        }
    }

    func follow(_ key: FeedKey, _ session: PushSession) {
        if sessions[key]?.contains(where: { $0 === session }) ?? false { return }
        if sessions[key] == nil { followedVersion += 1 }
        sessions[key, default: []].append(session)
    }

    func unfollow(_ key: FeedKey, _ session: PushSession) {
        sessions[key]?.removeAll { $0 === session }
        guard sessions[key]?.isEmpty == true else { return }
        sessions[key] = nil
        followedVersion += 1
    }

    /// The number of connections.
    var count: Int { connected.values.reduce(0) { $0 + $1.count } }

    /// The feeds that connections follow.
    var followed: Set<FeedKey> { Set(sessions.keys) }

    /// Those of some feeds that connections follow.
    func followed(among feeds: Set<FeedKey>) -> Set<FeedKey> { feeds.filter { sessions[$0] != nil } }

    func wake(_ changed: Set<FeedKey>) async {
        for key in changed {
            guard let followers = sessions[key] else { continue }
            for session in followers { await session.wake(key.streamID) }
        }
    }
}
