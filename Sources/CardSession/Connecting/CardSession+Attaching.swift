import Basics
public import CardSources
internal import CardStore
public import Cards
internal import FeedSync

extension CardSession {
    /// Attaches a source of cards in addition to the session's own connection. The streams of the source are shown,
    /// answered and stored like all others.
    ///
    /// ```swift
    /// try await session.attach(team, named: "team", streams: ["conversations"])
    /// ```
    ///
    /// Each attached source has its own engine, with its own polling, live feed, retry delays and token, so a failing
    /// source does not delay the others. An action goes to the source of its card's stream, even after a restart,
    /// because the store records which source a stream belongs to. The session never requests the streams of an
    /// attached source from the connection's server, not even while that source is detached.
    ///
    /// A source can be attached before or after ``connect(_:onEvent:)``. Another call with the same name replaces the
    /// source. It stays attached until ``detach(named:removingCards:)``, ``close()`` or a logout.
    ///
    /// - Parameters:
    ///   - name: Identifies the source in this store and is shown in ``SyncStatus/sources``. For an account of another
    ///     user, use another name, or call ``detach(named:removingCards:)`` first to remove the cards. This is not
    ///     necessary for a source that reports its user; see ``UserReporting``.
    ///   - streams: The streams that the source has; they are all followed.
    ///   - delivery: How changes arrive. A source without a live feed is polled at the interval.
    ///   - token: Called for a new token when the source refuses with ``SourceRefusal/Reason/unauthorized``; nil for a
    ///     source that needs none.
    ///   - onEvent: Called with the events of this source, from any thread. Status events describe the whole session, see
    ///     ``SyncStatus/sources``.
    /// - Throws: ``SessionError/streamTaken(_:by:)`` if another source has one of the streams,
    ///   ``SessionError/streamBusy(_:of:actions:)`` if actions for an earlier source wait in one of them, and other
    ///   errors of the store. After an error nothing is changed, except that an earlier source with this name is
    ///   disconnected.
    public func attach(
        _ source: any CardSource, named name: String, streams: [StreamID],
        delivery: CardSession.Connection.Delivery = .push(fallbackInterval: .seconds(15)), token: TokenSource? = nil,
        onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
    ) async throws(SessionError) {
        let (attached, former) = try reserve(streams, for: source, named: name)
        let number = attached.number
        // Stop the earlier source with this name first: nothing that it still delivers may be stored after the new one
        // starts.
        await former?.link.disconnect(within: 2)
        await former?.link.stop()
        do throws(SessionError) {
            try await assign(attached)
        } catch {
            state.withLock { $0.attached.removeAll { $0.number == number } }
            reportStatus()
            throw error
        }
        let tokens = token.map {
            TokenCache(provider: $0.provider, settings: TokenCache.Settings(), clock: connectionClock)
        }
        let stored = state.withLock { $0.attached.first { $0.number == number }?.stored }
        guard let stored else { return }
        state.withLock { state in
            if let index = state.attached.firstIndex(where: { $0.number == number }) {
                state.attached[index].onStatus = { onEvent(.status($0)) }
            }
        }
        await start(
            checkingOwner(of: source, stored), on: attached.link,
            SourceSettings(
                stored: stored, sync: Self.syncSettings(delivery), streams: { _ in (streams, [:]) }, tokens: tokens,
                keepsTime: false),
            onStatus: { [weak self] status in
                self?.state.withLock { state in
                    guard let index = state.attached.firstIndex(where: { $0.number == number }) else { return }
                    state.attached[index].status = status
                }
                self?.reportStatus()
            },
            report: reporting(to: onEvent),
            isCurrent: { [weak self] in self?.state.withLock { $0.attached.contains { $0.number == number } } ?? false }
        )
        if let source = source as? any HoldingSource { await followHeld(source, number, attached.link) }
        if let source = source as? any RecoveringSource { await followRecoveries(of: source, attached.link) }
        await chooseTimekeeper()
        // Unsubscribe the connection from these streams, if it follows them.
        followObserved()
        reportStatus()
    }

    /// Disconnects an attached source. Does nothing if no attached source has this name.
    ///
    /// - Parameter removesCards: By default, its cards stay on this machine and can be answered; unsent actions wait until
    ///   a source is attached under the name again. With true, the cards, drafts and unsent actions of its streams are
    ///   removed for good, whether or not the source is attached now, and the streams are the connection's again.
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func detach(named name: String, removingCards removesCards: Bool = false) async throws(SessionError) {
        let former = state.withLock { state in
            let former = state.attached.first { $0.name == name }
            state.attached.removeAll { $0.name == name }
            return former
        }
        await former?.link.disconnect(within: removesCards ? 2 : 0)
        await former?.link.stop()
        if removesCards {
            do { try await database.removeSource(name) } catch { throw SessionError(error) }
            state.withLock { state in state.assigned = state.assigned.filter { $0.value != name } }
        }
        await chooseTimekeeper()
        if removesCards { followObserved() }
        reportStatus()
    }

    /// The capabilities of the source of a stream. Nil while they are unknown; the session then allows every action.
    public func capabilities(of stream: StreamID) -> SourceCapabilities? {
        state.withLock { $0.capabilities(of: stream) }
    }

    // MARK: Implementation

    /// Reports how many cards an attached source holds back.
    private func followHeld(_ source: any HoldingSource, _ number: Int, _ link: SessionLink) async {
        let counts = await source.heldCounts()
        await link.attend(
            Task { [weak self] in
                for await count in counts {
                    self?.state.withLock { state in
                        guard let index = state.attached.firstIndex(where: { $0.number == number }) else { return }
                        state.attached[index].heldCards = count
                    }
                    self?.reportStatus()
                }
            })
    }

    /// Retries the connection to an attached source whenever the source reports that it may succeed now.
    private func followRecoveries(of source: any RecoveringSource, _ link: SessionLink) async {
        let recoveries = await source.recoveries()
        await link.attend(Task { [weak link] in for await _ in recoveries { await link?.refresh() } })
    }

    /// Reserves the streams in memory, so that only one of two concurrent calls succeeds. Also returns the attached
    /// source that is replaced.
    private func reserve(
        _ streams: [StreamID], for source: any CardSource, named name: String
    ) throws(SessionError) -> (AttachedSource, former: AttachedSource?) {
        let result = state.withLock { state -> Result<(AttachedSource, former: AttachedSource?), SessionError> in
            if state.isClosed { return .failure(.closed) }
            for stream in streams {
                if let other = state.attachedSource(of: stream), other.name != name {
                    return .failure(.streamTaken(stream, by: other.name))
                }
                if state.streams.contains(stream) { return .failure(.streamTaken(stream, by: nil)) }
            }
            let attached = AttachedSource(source, named: name, number: state.nextNumber(), streams: streams)
            let index = state.attached.firstIndex { $0.name == name }
            let former = index.map { state.attached[$0] }
            if let index { state.attached[index] = attached } else { state.attached.append(attached) }
            state.isMuted = false
            return .success((attached, former))
        }
        return try result.get()
    }

    private func assign(_ attached: AttachedSource) async throws(SessionError) {
        let assigned: Result<StoredSource, StreamConflict>
        do throws(StoreError) {
            assigned = try await database.assign(attached.streams, to: attached.name)
        } catch { throw SessionError(error) }
        switch assigned {
        case .failure(let conflict):
            throw .streamBusy(conflict.stream, of: conflict.source, actions: conflict.actions)
        case .success(let stored):
            state.withLock { state in
                for stream in attached.streams { state.assigned[stream] = attached.name }
                guard let index = state.attached.firstIndex(where: { $0.number == attached.number }) else { return }
                state.attached[index].stored = stored
            }
        }
    }

    /// Reads from the store which streams belong to attached sources. Called before the connection follows any stream.
    func readAssignedStreams() async {
        guard state.withLock({ !$0.knowsAssigned }) else { return }
        // Ignore errors: reading the cards reports them, and a store that cannot be read is not synchronised.
        guard let assigned = try? await database.assignedStreams() else { return }
        state.withLock { state in
            state.assigned.merge(assigned) { present, _ in present }
            state.knowsAssigned = true
        }
    }

    // MARK: All sources

    /// The link to the source of a stream; nil while that source is not attached.
    func link(of stream: StreamID) -> SessionLink? {
        state.withLock { state in
            if let source = state.attachedSource(of: stream) { return source.link }
            return state.isOfConnection(stream) ? link : nil
        }
    }

    /// The connection's link, then those of attached sources.
    var links: [SessionLink] { state.withLock { [link] + $0.attached.map(\.link) } }

    /// The sources that actions can be sent to now.
    var onlineSources: [StoredSource] {
        get async {
            var online: [StoredSource] = []
            if await link.isOnline { online.append(.connection) }
            for source in state.withLock({ $0.attached }) {
                if let stored = source.stored, await source.link.isOnline { online.append(stored) }
            }
            return online
        }
    }

    /// Makes one engine responsible for the deadlines of all cards: that of the connection or, without a connection,
    /// the first running one. Only one call does this at a time; it starts again if another call arrives while it runs.
    func chooseTimekeeper() async {
        let begins = state.withLock { state in
            state.timekeeping.isRequested = true
            defer { state.timekeeping.isUnderWay = true }
            return !state.timekeeping.isUnderWay
        }
        guard begins else { return }
        while let links = state.withLock({ $0.timekeeping.next([link] + $0.attached.map(\.link)) }) {
            var isChosen = false
            for link in links where await link.setKeepsTime(!isChosen) { isChosen = true }
        }
    }

    /// Reports the status of the whole session. Only one thread does this at a time, and it reports the newest status.
    func reportStatus() {
        let begins = state.withLock { state in
            state.reporting.isRequested = true
            defer { state.reporting.isUnderWay = true }
            return !state.reporting.isUnderWay
        }
        guard begins else { return }
        while let handlers = state.withLock({ state in
            state.reporting.next([state.onStatus].compactMap(\.self) + state.attached.compactMap(\.onStatus))
        }) {
            let (status, isFollower, group) = state.withLock { ($0.combinedStatus, $0.isFollower, $0.group) }
            // The status of a follower is the leader's.
            guard let status, !isFollower else { continue }
            handle(.status(status))
            group?.send(.event(.status(status)))
            for handler in handlers { handler(status) }
        }
    }

    /// Handles an event of a source, and passes it on to other processes and to the host.
    func reporting(
        to onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) -> @Sendable (SessionEvent) -> Void {
        { [weak self] event in
            self?.handle(event)
            self?.state.withLock { $0.group }?.send(.event(event))
            onEvent(event)
        }
    }
}

/// Combines concurrent calls for the same work: one caller does the work, and repeats it if another call arrived in the
/// meantime.
struct SingleRun {
    var isRequested = false
    var isUnderWay = false

    /// The value for the next run; nil if no further run is needed.
    mutating func next<Value>(_ value: @autoclosure () -> Value) -> Value? {
        isUnderWay = isRequested
        guard isRequested else { return nil }
        isRequested = false
        return value()
    }
}
