import Basics
public import CardSources
import Cards
import VendorClient

/// The WebSocket.
extension ComapiSource {
    /// Follows the conversations. Returns once the WebSocket is open.
    public func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        for subscription in subscriptions { try check(subscription.streamID) }
        try await begin()
        if listening == nil { listen() }
        try await waitUntilOpen()
        isLive = true
        // Load the changes from before the WebSocket was open.
        do throws(SourceError) { try await refresh() } catch {
            isLive = !feeds.isEmpty
            throw error
        }
        publish()
        let feed = VendorFeed(
            Set(subscriptions.map(\.streamID)),
            onResume: { subscription, feed throws(SourceError) in try await self.begin(subscription, in: feed) },
            onClose: { await self.end($0) })
        for subscription in subscriptions { try await begin(subscription, in: feed) }
        feeds[ObjectIdentifier(feed)] = feed
        return feed
    }

    /// Sends the changes that a subscription has missed.
    func begin(_ subscription: Subscription, in feed: VendorFeed) async throws(SourceError) {
        try feed.begin(subscription, from: table, at: clock.now())
    }

    /// Removes a closed feed. After the last one, stops listening and closes the WebSocket.
    func end(_ feed: VendorFeed) async {
        feeds[ObjectIdentifier(feed)] = nil
        guard feeds.isEmpty else { return }
        isLive = false
        let ended = listening
        listening = nil
        ended?.cancel()
        await ended?.value
        await client.closeUnusedSocket()
    }

    // MARK: Listening

    private func listen() {
        let events = client.events()
        let states = client.liveStates()
        listening = Task { [weak self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await event in events { await self?.receive(event) } }
                group.addTask { for await state in states { await self?.receive(state) } }
            }
        }
    }

    private func waitUntilOpen() async throws(SourceError) {
        for await state in client.liveStates() {
            switch state {
            case .open: return
            case .closed, .opening: continue
            case .waiting(let error):
                // The service responds, but refuses the WebSocket.
                if let error, error.code == .unexpectedStatus {
                    throw .refused(SourceRefusal(.noLiveFeed, detail: error.description, status: error.status))
                }
                throw error.map(SourceError.init) ?? .network("the service closed the connection")
            }
        }
        throw .cancelled
    }

    /// Ends all feeds when the connection is lost. The session then decides how to continue.
    private func receive(_ state: LiveState) {
        guard case .waiting(let error) = state else { return }
        isLive = false
        let reason = error.map(SourceError.init) ?? .network("the service closed the connection")
        for feed in feeds.values { feed.end(reason) }
        feeds = [:]
    }

    private func receive(_ event: ConversationEvent) async {
        guard let me = people?.me else { return }
        if case .profileUpdated(let id, let attributes) = event.kind {
            rename(id, attributes)
            if id == me { await reloadProfile() }
            return
        }
        guard let id = event.conversationID else { return }
        if pending[id] != nil { pending[id]?.append(event) }
        switch event.kind {
        case .deleted: drop(id)
        case .participantRemoved(me): drop(id)
        default:
            guard threads[id] != nil else { return await load(id) }
            if case .sent = event.kind, threads[id]?.isFullOfUndelivered(to: me) == true { confirmArrival(in: [id]) }
            if threads[id]?.apply(event, at: clock.now()) == true { dirty.insert(id) }
            if case .typing = event.kind { typing.insert(id) }
        }
        flushSoon()
    }

    /// Applies a changed name of a profile.
    private func rename(_ id: String, _ attributes: JSONObject) {
        var profile = ComapiProfile(id: id, attributes: attributes)
        // An update can contain only the changed attributes.
        guard profile.firstName != nil || profile.lastName != nil, people?.knows(id) == true else { return }
        profile.attributes["id"] = nil
        people?.set(profile)
        for thread in threads.values where thread.participants.contains(where: { $0.profileID == id }) {
            dirty.insert(thread.conversation.id)
        }
        flushSoon()
    }

    /// Schedules one update for all changes within ``combining`` seconds.
    private func flushSoon() {
        guard flushing == nil else { return }
        let time = clock.uptime() + Self.combining
        flushing = Task { [clock, weak self] in
            await clock.sleep(time)
            await self?.flush()
        }
    }

    private func flush() async {
        flushing = nil
        await update()
    }
}
