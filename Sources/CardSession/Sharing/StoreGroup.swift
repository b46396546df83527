import Basics
internal import CardStore
internal import Cards
internal import Glibc

/// The sessions with one store, each in its own process. The leader listens on a socket next to the store; the
/// followers are connected to it. Sessions report to each other what they have committed, and the leader forwards these
/// reports.
///
/// No data depends on a message: cards, actions and drafts are in the store before they are shown. A session that
/// misses messages while it is disconnected reads everything again when it is connected.
final class StoreGroup: Sendable {
    /// Callbacks for events of the group. Called on threads of the group.
    struct Handlers: Sendable {
        /// This session leads, from now on.
        var lead: @Sendable () -> Void
        /// This session follows a leader, from now on or again.
        var follow: @Sendable () -> Void
        var receive: @Sendable (PeerMessage) -> Void
        /// Returns the first messages for a new follower.
        var greeting: @Sendable () -> [PeerMessage]
        var warn: @Sendable (_ message: String, [String: String]) -> Void
    }

    private struct State {
        var listener: LocalListener?
        /// The leader's connections to followers.
        var followers: [ObjectIdentifier: LocalConnection] = [:]
        /// The follower's connection to the leader.
        var leader: LocalConnection?
        /// The processes with a different version that were already reported.
        var strangers: Set<Int32> = []
        /// The leader that was already reported as suspended.
        var stopped: Int32?
        var isLeading = false
        var hasEnded = false
    }

    private let path: String
    private let database: CardDatabase
    private let handlers: Handlers
    private let state = Lock(State())

    init(path: String, database: CardDatabase, handlers: Handlers) {
        self.path = path
        self.database = database
        self.handlers = handlers
    }

    /// Joins the group. Does not wait.
    func begin() {
        database.setCommitHandler { [weak self] in self?.send(.committed($0)) }
        if !database.isLeader { Blocking.start { [weak self] in Self.follow { self } } }
        database.whenLeader { [weak self] in
            self?.state.withLock { !$0.hasEnded } ?? false
        } onLeader: { [weak self] in
            self?.lead()
        } onFailure: { [handlers] error in
            handlers.warn(
                "this viewer cannot take over the connection of the profile; quit this viewer and start it again",
                ["reason": error.explanation])
        }
    }

    /// Ends all connections. Idempotent.
    func end() {
        database.setCommitHandler(nil)
        let last = state.withLock { state in
            defer {
                (state.hasEnded, state.listener, state.followers, state.leader) = (true, nil, [:], nil)
            }
            return state
        }
        last.listener?.close()
        for connection in last.followers.values { connection.close() }
        last.leader?.close()
    }

    /// Whether other sessions share the store at present.
    var hasPeers: Bool { state.withLock { $0.leader != nil || !$0.followers.isEmpty } }

    /// Sends a message: as the leader to all followers, as a follower to the leader.
    func send(_ message: PeerMessage, except sender: LocalConnection? = nil) {
        let receivers = state.withLock { Array($0.followers.values) + [$0.leader].compactMap(\.self) }
        guard !receivers.isEmpty else { return }
        let bytes = message.bytes
        // Ignore failures: a session that cannot be reached reads everything again when it is connected.
        for receiver in receivers where receiver !== sender { receiver.send(bytes) }
    }

    // MARK: The leader

    private func lead() {
        let formerly = state.withLock { state in
            state.isLeading = true
            defer { state.leader = nil }
            return state.leader
        }
        formerly?.close()
        do throws(LocalSocketError) {
            let listener = try LocalListener(path: path)
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.listener = listener }
                return state.hasEnded
            }
            if hasEnded { return listener.close() }
            Blocking.start { [weak self] in
                while let connection = listener.accept() {
                    Blocking.start { [weak self] in self?.serve(connection) }
                }
            }
        } catch {
            handlers.warn(
                "other viewers of this profile do not update live",
                ["socket": path.escapingControls, "reason": error.reason])
        }
        handlers.lead()
        // The previous leader may have committed changes that it could not report.
        handlers.receive(.reread)
    }

    /// Reads from a follower until the connection ends.
    private func serve(_ connection: LocalConnection) {
        defer {
            connection.close()
            state.withLock { $0.followers[ObjectIdentifier(connection)] = nil }
        }
        connection.send(PeerMessage.hello(version: PeerMessage.version).bytes)
        guard isUnderstood(connection) else { return }
        let isWelcome = state.withLock { state in
            if !state.hasEnded { state.followers[ObjectIdentifier(connection)] = connection }
            return !state.hasEnded
        }
        guard isWelcome else { return }
        for message in handlers.greeting() { connection.send(message.bytes) }
        // The follower may have committed changes while it was not connected.
        receive(.reread, from: connection)
        while let message = next(connection) { receive(message, from: connection) }
    }

    private func receive(_ message: PeerMessage, from connection: LocalConnection) {
        switch message {
        case .committed, .reread: send(message, except: connection)
        case .hello, .event, .request: break
        }
        handlers.receive(message)
    }

    // MARK: A follower

    /// Delays in milliseconds before the next attempt to reach the leader. Each failure selects the next delay.
    private static let pauses: [Int32] = [5, 10, 20, 50, 100, 200, 500]

    /// Connects to the leader whenever there is one, until this session leads or ends.
    private static func follow(_ group: () -> StoreGroup?) {
        var failures = 0
        while let self = group(), self.isFollowing {
            // Ignore errors: without a leader there is nothing to connect to, and the next attempt may find one.
            if let connection = try? LocalConnection(path: self.path), self.listen(to: connection) {
                failures = 0
            } else {
                poll(nil, 0, pauses[min(failures, pauses.count - 1)])
                failures += 1
            }
        }
    }

    private var isFollowing: Bool { state.withLock { !$0.isLeading && !$0.hasEnded } }

    /// Reads from the leader until the connection ends. Returns false if the connection was not used, for example
    /// because the leader is suspended or has another version.
    private func listen(to connection: LocalConnection) -> Bool {
        defer { connection.close() }
        guard !isStopped(connection.processID) else { return false }
        connection.send(PeerMessage.hello(version: PeerMessage.version).bytes)
        guard isUnderstood(connection) else { return false }
        let isWanted = state.withLock { state in
            guard !state.isLeading, !state.hasEnded else { return false }
            state.stopped = nil
            state.leader = connection
            return true
        }
        guard isWanted else { return false }
        defer { state.withLock { if $0.leader === connection { $0.leader = nil } } }
        handlers.follow()
        handlers.receive(.reread)
        while let message = next(connection) { handlers.receive(message) }
        return true
    }

    /// Whether the leader's process is suspended and cannot respond. Reports this once. That process keeps the lead,
    /// because it holds the lock until it ends.
    private func isStopped(_ leader: Int32) -> Bool {
        guard ProcessState.isStopped(leader) else { return false }
        let isChanged = state.withLock { state in
            defer { state.stopped = leader }
            return state.stopped != leader
        }
        if isChanged {
            let words =
                "another viewer of this profile (process \(leader)) has the connection and is suspended: resume it with "
                + "fg in its terminal, or quit it"
            handlers.receive(.event(.status(SyncStatus(connection: .stopped(.local(.store(words)))))))
        }
        return true
    }

    // MARK: Both

    /// Whether the other side begins with a `hello` message with the same version.
    private func isUnderstood(_ connection: LocalConnection) -> Bool {
        guard let first = next(connection) else { return false }
        if first == .hello(version: PeerMessage.version) { return true }
        if case .hello(let version) = first {
            // The connection is retried continually, so report each process only once.
            guard state.withLock({ $0.strangers.insert(connection.processID).inserted }) else { return false }
            if isFollowing {
                let words =
                    "another viewer of this profile (process \(connection.processID)) has a different version: quit "
                    + "that viewer and start it again"
                handlers.receive(.event(.status(SyncStatus(connection: .stopped(.local(.store(words)))))))
            }
            handlers.warn(
                "another viewer of this profile has a different version; quit that viewer and start it again",
                ["process": "\(connection.processID)", "version": "\(version)"])
        } else {
            refuse(connection, "the first message is not a version")
        }
        return false
    }

    /// The next message. Nil when the connection has ended, or was refused because of an invalid message.
    private func next(_ connection: LocalConnection) -> PeerMessage? {
        do throws(LocalConnection.Failure) {
            guard let bytes = try connection.receive() else { return nil }
            if let message = PeerMessage(bytes) { return message }
            refuse(connection, "a message cannot be read")
        } catch {
            // Other errors are normal: a process that is killed can end the connection at any point.
            if case .badLength(let count) = error {
                refuse(connection, "a message has an invalid length of \(count) bytes")
            }
        }
        return nil
    }

    private func refuse(_ connection: LocalConnection, _ reason: String) {
        handlers.warn(
            "a connection with another viewer was closed", ["process": "\(connection.processID)", "reason": reason])
    }
}
