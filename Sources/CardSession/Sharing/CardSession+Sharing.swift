import Basics
internal import CardSources
internal import CardStore
internal import Cards
internal import FeedSync

internal import struct Foundation.Date

extension CardSession {
    /// Opens a store that sessions of several processes share. The first session leads: only it connects to the source.
    /// The others follow: they show the same cards and store their users' actions, which the leader sends. When the
    /// leader ends, a follower takes the lead. Call ``share(_:)`` next.
    ///
    /// - Throws: ``SessionError/inUse(path:processID:)`` if a process has the store open without sharing it, such as
    ///   one of an earlier version; other errors of opening.
    package convenience init(shared path: String) throws(SessionError) {
        let database: CardDatabase
        do throws(StoreError) { database = try CardDatabase.openShared(path: path, at: Date()) } catch {
            throw SessionError(error)
        }
        self.init(over: database)
        setFollower(!database.isLeader)
    }

    /// Opens a store to follow the viewer that leads it. Nil if no viewer leads it. Call ``share(_:)`` next.
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

    /// Callbacks for changes of a session's role in a shared store. Called on any thread.
    package struct SharingHandlers: Sendable {
        /// The session leads from now on: connect it, and attach its sources, including those that were attached while
        /// it followed.
        package var lead: @Sendable () -> Void
        /// The session follows a leader, possibly a new one. A connection made now only sends files; the leader does
        /// everything else.
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

    /// Joins the other sessions with this store, unless it already has. Does not wait. If the session leads at once,
    /// `lead` is called before this returns.
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

    /// Compares the user of a follower's connection with the owner of the store. A follower sends no requests that
    /// would do this.
    ///
    /// - Throws: ``SessionError/otherOwner(_:waiting:drafts:events:)`` if they are different users. Does not throw if
    ///   the user cannot be determined, for example without a token.
    package func checkOwner() async throws(SessionError) {
        guard let identify = state.withLock({ $0.identify }) else { return }
        do throws(SourceError) { try await identify() } catch {
            guard case .local(.store) = error, let owner = try await self.owner() else { return }
            throw .otherOwner(owner, waiting: 0)
        }
    }

    /// Whether another process leads the store.
    package var isFollower: Bool { state.withLock { $0.isFollower } }

    /// Whether other processes share the store now. They send the actions that wait in it.
    package var sharesStore: Bool {
        let (isFollower, group) = state.withLock { ($0.isFollower, $0.group) }
        return isFollower || group?.hasPeers == true
    }

    /// Ends the connection and lets another session lead. ``share(_:)`` joins the sessions again.
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

    /// Ends all connections of this session, which then sends and loads nothing. Stored data stays.
    package func disconnect() async { for link in links { await link.disconnect(within: 0.5) } }

    /// Runs `body` while no write is in progress, so that a process that is suspended in `body` does not block others.
    /// Waits for a write that is in progress.
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

    /// Makes the engines check the outbox after a change; in a follower, those of the leader.
    func deliver() async {
        if await !sendToLeader(.deliver) { for link in links { await link.outboxChanged() } }
    }

    /// Makes the engines send queued events soon; in a follower, those of the leader.
    func sendEventsSoon() async {
        if await !sendToLeader(.sendEvents) { for link in links { await link.analytics?.wake() } }
    }

    /// Contacts all sources now, regardless of retry delays and earlier failures.
    public func refresh() async {
        if await !sendToLeader(.refresh) { for link in links { await link.refresh() } }
    }

    /// Makes an attached source deliver the next card that it holds back; see ``SyncStatus/heldCards``. Does nothing if
    /// there is none.
    public func releaseHeld() async {
        if await sendToLeader(.releaseHeld) { return }
        let link = state.withLock { state in state.attached.first { $0.heldCards > 0 }?.link }
        guard let source = await link?.source as? any HoldingSource else { return }
        do throws(SourceError) { try await source.releaseHeld() } catch {
            warn(
                "a card that is held back could not be shown",
                ["reason": RequestError(error).explanation.escapingControls])
        }
    }

    /// Sends a request to the leader. Returns false in the leader itself. If there is no leader now, the next one does
    /// this work when it starts.
    private func sendToLeader(_ request: PeerRequest) async -> Bool {
        let (isFollower, group) = state.withLock { ($0.isFollower, $0.group) }
        guard isFollower else { return false }
        group?.send(.request(request))
        return true
    }
}
