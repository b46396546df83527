import FeedAPI
import FeedEngine

/// Tracks which push connections follow which streams, and wakes only the connections whose stream has changed.
actor PushHub {
    /// The followers of each feed, in the order in which they began to follow it.
    private var sessions: [FeedKey: [PushSession]] = [:]
    /// A number that changes with every change of ``followed``.
    private(set) var followedVersion = 0
    private var connected: [Viewer: [ObjectIdentifier: PushSession]] = [:]
    private let mostPerUser: Int

    init(connectionsPerUser: Int) { mostPerUser = connectionsPerUser }

    /// Counts a user's connection from before the response to the upgrade until its close begins. When a client has
    /// received a close frame, its place is free again. ``PushSession`` ensures that ``leave(_:of:)`` is called.
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

    /// Closes all connections because the server is stopping.
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

    /// The number of push connections.
    var count: Int { connected.values.reduce(0) { $0 + $1.count } }

    /// The feeds that connections follow.
    var followed: Set<FeedKey> { Set(sessions.keys) }

    /// The subset of `feeds` that connections follow.
    func followed(among feeds: Set<FeedKey>) -> Set<FeedKey> { feeds.filter { sessions[$0] != nil } }

    func wake(_ changed: Set<FeedKey>) async {
        for key in changed {
            guard let followers = sessions[key] else { continue }
            for session in followers { await session.wake(key.streamID) }
        }
    }
}
