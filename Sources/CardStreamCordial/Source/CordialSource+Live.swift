import Basics
public import CardSources
import Cards
import VendorClient

/// Live feeds, which deliver changes announced by pushes and by the times of the newest messages.
extension CordialSource {
    /// Follows the inbox. Returns once the service has responded.
    public func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        for subscription in subscriptions { _ = try table(of: subscription.streamID) }
        try await refresh()
        await client.watchFile()
        if listening == nil { listen() }
        let feed = VendorFeed(
            Set(subscriptions.map(\.streamID)),
            onResume: { subscription, feed throws(SourceError) in try await self.begin(subscription, in: feed) },
            onCheck: { await self.check() }, onClose: { await self.end($0) })
        for subscription in subscriptions { try await begin(subscription, in: feed) }
        feeds[ObjectIdentifier(feed)] = feed
        if polling == nil, client.account.delivery == .direct { poll() }
        // Send the actions that were performed without a network.
        Task { [client] in await client.events.flush() }
        return feed
    }

    /// Sends the changes that a subscription has missed.
    func begin(_ subscription: Subscription, in feed: VendorFeed) async throws(SourceError) {
        try feed.begin(subscription, from: try table(of: subscription.streamID), at: clock.now())
    }

    /// Removes a closed feed.
    func end(_ feed: VendorFeed) async {
        feeds[ObjectIdentifier(feed)] = nil
        guard feeds.isEmpty else { return }
        listening?.cancel()
        polling?.cancel()
        (listening, polling) = (nil, nil)
    }

    /// Emits an element when a contact was set, by this process or another, while no feed is open.
    public func recoveries() async -> AsyncStream<Void> {
        let notices = client.notices()
        await client.watchFile()
        let (recoveries, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { [weak self] in
            for await notice in notices where notice == .contactChanged {
                if await self?.feeds.isEmpty == true { continuation.yield() }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return recoveries
    }

    private func listen() {
        let notices = client.notices()
        listening = Task { [weak self] in for await notice in notices { await self?.receive(notice) } }
    }

    private func receive(_ notice: CordialNotice) async {
        switch notice {
        case .newInboxMessage, .contactChanged, .contactAccepted: await check()
        case .inboxChanged, .inAppMessagesChanged:
            // Ignore errors: the next request reports a failure of the disk.
            try? await update()
        case .refused, .inputsCaptured, .link, .categoriesRequested: break
        }
    }

    private func poll() {
        polling = Task { [clock, pollInterval, weak self] in
            while !Task.isCancelled {
                await clock.sleep(clock.uptime() + pollInterval)
                guard !Task.isCancelled else { return }
                await self?.check()
            }
        }
    }

    /// Asks the service for changes. A failure ends all feeds; the session then decides when to retry.
    private func check() async {
        do throws(SourceError) {
            try await refresh()
            if inApp != nil { await client.inAppMessages.refresh() }
        } catch {
            guard error != .cancelled else { return }
            for feed in feeds.values { feed.end(error) }
            feeds = [:]
            polling?.cancel()
            polling = nil
        }
    }
}
