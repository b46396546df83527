import Basics
import FeedEngine
import FeedStorage
import Logging

/// Changes by other servers to the same storage.
extension FeedService {
    /// Wakes the clients that follow what another server has changed, until the task is cancelled. Returns immediately
    /// if the storage is not shared. Hints of other servers only tell when to look; polling finds changes without a
    /// hint.
    func followOthers() async {
        guard storage.isShared else { return }
        let signal = Signal()
        let hinting = Task { [storage] in for await _ in storage.hintsArrived { await signal.raise() } }
        defer { hinting.cancel() }
        var followed = FollowedState()
        var (lastAsked, lastTakenOver) = (ContinuousClock.now, ContinuousClock.now)
        var waitsForStandby = false
        /// Since when no poll has been successful; nil if the last one was.
        var unansweredSince: ContinuousClock.Instant?
        var moving: Task<Void, Never>?
        defer { moving?.cancel() }
        while !Task.isCancelled {
            let hints = storage.takeHints()
            await announceFollowed(hints.changed)
            let pause = Duration.seconds(hints.isListening ? limits.followSeconds : limits.followSecondsUnheard)
            if hints.isEverything || ContinuousClock.now >= lastAsked + pause {
                let since = unansweredSince ?? .now
                // A database that cannot be reached may let a query wait for a long time.
                let alarm = moving == nil ? moveViewers(at: since + .seconds(limits.cutOffSeconds)) : nil
                let isAnswered = await askWhatChanged(&followed)
                alarm?.cancel()
                if let alarm { moving = await alarm.value }
                // If the storage does not respond, the next successful poll finds the changes.
                if isAnswered {
                    if moving != nil { answersAgain() }
                    moving?.cancel()
                    moving = nil
                    await logStandby(&waitsForStandby)
                }
                unansweredSince = isAnswered ? nil : since
                lastAsked = .now
            }
            // Other servers may have added or removed webhooks, or may have stopped.
            if hints.isEverything || ContinuousClock.now >= lastTakenOver + .seconds(limits.takeOverSeconds) {
                lastTakenOver = .now
                await dispatcher?.follow()
                await dispatcher?.wake()
                await announce(FeedEffects())
            }
            await Self.wait(for: signal, until: lastAsked + pause)
        }
    }

    /// Closes the push connections at the given time, unless cancelled before, so that viewers reconnect to other
    /// servers, which may reach the database. New push connections are refused until ``answersAgain()``.
    ///
    /// - Returns: The task that closes the connections; nil if it was cancelled in time.
    private func moveViewers(at time: ContinuousClock.Instant) -> Task<Task<Void, Never>?, Never> {
        Task {
            // The next line checks for cancellation.
            try? await Task.sleep(until: time, clock: .continuous)
            guard !Task.isCancelled else { return nil }
            logger.error("the database does not respond: viewers are sent to other servers")
            isCutOff.withLock { $0 = true }
            return Task { [pushSupervisor] in await pushSupervisor.closeAllGradually() }
        }
    }

    private func answersAgain() {
        logger.notice("the database responds again")
        isCutOff.withLock { $0 = false }
    }

    /// Logs when changes begin to wait for a standby of the database, and when they no longer wait.
    private func logStandby(_ before: inout Bool) async {
        guard let state = await (storage as? any ObservableStorage)?.state, state.waitsForStandby != before else {
            return
        }
        before = state.waitsForStandby
        if before {
            logger.error(
                "changes wait: no standby confirms them to the database; connect one that synchronous_standby_names has"
            )
        } else {
            logger.notice("changes no longer wait for a standby")
        }
    }

    /// Asks the storage which of the followed feeds and asks have changed, and announces the changes.
    ///
    /// - Returns: Whether the storage has responded.
    private func askWhatChanged(_ followed: inout FollowedState) async -> Bool {
        await followed.update(hub, feedWaiters)
        let asks = await askWaiters.awaited
        guard let found = try? await storage.marks(of: followed.feeds, asks: Array(asks)) else { return false }
        let changed = followed.apply(found, asks: asks)
        if !changed.isEmpty { await announce(changed) }
        return true
    }

    /// Announces the changes that clients of this server follow. Most changes by other servers are not followed here.
    private func announceFollowed(_ changed: FeedEffects) async {
        guard !changed.isEmpty else { return }
        let feeds = await hub.followed(among: changed.feeds).union(feedWaiters.awaited(among: changed.feeds))
        let followed = FeedEffects(feeds: feeds, asks: await askWaiters.awaited(among: changed.asks))
        if !followed.isEmpty { await announce(followed) }
    }

    private static func wait(for signal: Signal, until end: ContinuousClock.Instant) async {
        let sleeper = Task {
            try? await Task.sleep(until: end, clock: .continuous)
            // A cancelled sleep must not raise the signal: the next wait would return at once, and the caller would
            // loop forever.
            if !Task.isCancelled { await signal.raise() }
        }
        await signal.wait()
        sleeper.cancel()
    }
}
