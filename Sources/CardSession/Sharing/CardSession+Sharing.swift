import Basics
internal import CardSources
internal import CardStore
internal import Cards
internal import FeedSync

internal import struct Foundation.Date

extension CardSession {
    /// Opens a store together with sessions of other processes. The first one leads: it alone connects to the source. The
    /// others follow: they show the same cards and store what their users do; the leader sends it. When the leader
    /// ends, a follower takes the lead. Call ``share(_:)`` next.
    ///
    /// - Throws: ``SessionError/inUse(path:processID:)`` when a process has the store that does not share it, as one of an
    ///   earlier version; other errors of opening.
    package convenience init(shared path: String) throws(SessionError) {
        let database: CardDatabase
        do throws(StoreError) { database = try CardDatabase.openShared(path: path, at: Date()) } catch {
            throw SessionError(error)
        }
        self.init(over: database)
        setFollower(!database.isLeader)
    }

    /// Opens a store whose leader is a viewer, to follow it. Nil if there is no such viewer. Call ``share(_:)`` next.
    ///
    /// - Throws: The errors of opening.
    package static func following(_ path: String) throws(SessionError) -> CardSession? {
        do throws(StoreError) {
            guard let database = try CardDatabase.openFollowing(path: path) else { return nil }
            let session = CardSession(over: database)
            session.setFollower(true)
            return session
        } catch { throw SessionError(error) }
    }

    /// What a host does about its session's part in a shared store. Called on any thread.
    package struct SharingHandlers: Sendable {
        /// The session leads from now on: connect it, and attach its sources, also those that were attached while it followed.
        package var lead: @Sendable () -> Void
        /// The session follows a leader, maybe a new one. A connection made now serves files alone; the leader has all else.
        package var follow: @Sendable () -> Void
        /// An event of the leader's connection.
        package var onEvent: @Sendable (SessionEvent) -> Void

        package init(
            lead: @escaping @Sendable () -> Void, follow: @escaping @Sendable () -> Void,
            onEvent: @escaping @Sendable (SessionEvent) -> Void
        ) {
            (self.lead, self.follow, self.onEvent) = (lead, follow, onEvent)
        }
    }

    /// Takes part with the other sessions over the store, unless it does already. Returns at once; `lead` is called before
    /// that if it leads.
    package func share(_ handlers: SharingHandlers) {
        if state.withLock({ $0.group != nil }) { return }
        guard let path = database.socketPath else { return handlers.lead() }
        let group = StoreGroup(
            path: path, database: database,
            handlers: StoreGroup.Handlers(
                lead: { [weak self] in
                    self?.setFollower(false)
                    handlers.lead()
                },
                follow: { handlers.follow() },
                receive: { [weak self] in self?.receive($0, handlers.onEvent) },
                greeting: { [weak self] in
                    let status = self?.state.withLock { $0.status }
                    return status.map { [.event(.status($0))] } ?? []
                },
                warn: { [weak self] in self?.warn($0, $1) }))
        let isClosed = state.withLock { state in
            if !state.isClosed { state.group = group }
            return state.isClosed
        }
        if !isClosed { group.begin() }
    }

    /// Compares the user of a follower's connection with the owner of the store, which no request of its own does.
    ///
    /// - Throws: ``SessionError/otherOwner(_:waiting:drafts:events:)`` if they are different users. While the user cannot be
    ///   known, as without a token, nothing is thrown.
    package func checkOwner() async throws(SessionError) {
        guard let identify = state.withLock({ $0.identify }) else { return }
        do throws(SourceError) { try await identify() } catch {
            guard case .local(.store) = error, let owner = try await self.owner() else { return }
            throw .otherOwner(owner, waiting: 0)
        }
    }

    /// Whether another process leads the store.
    package var isFollower: Bool { state.withLock { $0.isFollower } }

    /// Whether other processes share the store now, which send what waits in it.
    package var sharesStore: Bool {
        let (isFollower, group) = state.withLock { ($0.isFollower, $0.group) }
        return isFollower || group?.hasPeers == true
    }

    /// Ends the connection and lets another session lead; ``share(_:)`` takes part again.
    package func leaveSharing() async {
        let group = state.withLock { state -> StoreGroup? in
            guard let group = state.group else { return nil }
            (state.group, state.isFollower) = (nil, true)
            return group
        }
        guard let group else { return }
        group.end()
        await disconnect()
        database.endLead()
    }

    /// Ends all connections of this session, which sends and loads nothing from now on. What is stored stays.
    package func disconnect() async { for link in links { await link.disconnect(within: 0.5) } }

    /// Runs `body` while nothing is being written, so that a process that stops in it holds up no other. Blocks until then.
    package func withoutWriting(_ body: () -> Void) { database.withoutWriting(body) }

    private func setFollower(_ isFollower: Bool) { state.withLock { $0.isFollower = isFollower } }

    /// Handles a message of another session.
    private func receive(_ message: PeerMessage, _ onEvent: @Sendable (SessionEvent) -> Void) {
        switch message {
        case .hello: break
        case .committed(let commit): database.handle(commit)
        case .reread:
            database.rereadAll()
            if !isFollower { Task { for link in links { await link.outboxChanged() } } }
        case .event(let event):
            guard isFollower else { return }
            handle(event)
            onEvent(event)
        case .request(let request):
            guard !isFollower else { return }
            Task {
                switch request {
                case .deliver: await deliver()
                case .sendEvents: await sendEventsSoon()
                case .refresh: await refresh()
                case .releaseHeld: await releaseHeld()
                }
            }
        }
    }

    // MARK: What only the leader's connections do

    /// Has the outbox looked at, after it has changed.
    func deliver() async {
        if await !ask(.deliver) { for link in links { await link.outboxChanged() } }
    }

    /// Has queued events sent soon.
    func sendEventsSoon() async {
        if await !ask(.sendEvents) { for link in links { await link.analytics?.wake() } }
    }

    /// Contacts all sources now, regardless of waiting times and earlier failures.
    public func refresh() async {
        if await !ask(.refresh) { for link in links { await link.refresh() } }
    }

    /// Has the next card delivered that an attached source holds back; see ``SyncStatus/heldCards``. Does nothing if there is
    /// none.
    public func releaseHeld() async {
        if await ask(.releaseHeld) { return }
        let link = state.withLock { state in state.attached.first { $0.heldCards > 0 }?.link }
        guard let source = await link?.source as? any HoldingSource else { return }
        do throws(SourceError) { try await source.releaseHeld() } catch {
            warn(
                "a card that is held back could not be shown",
                ["reason": RequestError(error).explanation.escapingControls])
        }
    }

    /// Asks the leader; false in the leader itself. Without a leader the next one does it by itself.
    private func ask(_ request: PeerRequest) async -> Bool {
        let (isFollower, group) = state.withLock { ($0.isFollower, $0.group) }
        guard isFollower else { return false }
        group?.send(.request(request))
        return true
    }
}
