import Basics
import FeedEngine
import FeedStorage
import Logging

/// What other servers change in the same storage.
extension FeedService {
    /// Wakes who follows what another server has changed, until the task is cancelled. Returns at once for a storage of one
    /// server. Hints of the others only say when to look; what none has said is found by asking regularly.
    func followOthers() async {
        guard storage.isShared else { return }
        let signal = Signal()
        let hinting = Task { [storage] in for await _ in storage.hintsArrived { await signal.raise() } }
        defer { hinting.cancel() }
        var followed = Followed()
        var (lastAsked, lastTakenOver) = (ContinuousClock.now, ContinuousClock.now)
        var waitsForStandby = false
        /// Since when nothing that was asked has been answered.
        var unansweredSince: ContinuousClock.Instant?
        var moving: Task<Void, Never>?
        defer { moving?.cancel() }
        while !Task.isCancelled {
            let hints = storage.takeHints()
            await announceFollowed(hints.changed)
            let pause = Duration.seconds(hints.isListening ? limits.followSeconds : limits.followSecondsUnheard)
            if hints.isEverything || ContinuousClock.now >= lastAsked + pause {
                let since = unansweredSince ?? .now
                // A database that is cut off may let a question wait.
                let alarm = moving == nil ? moveViewers(at: since + .seconds(limits.cutOffSeconds)) : nil
                let isAnswered = await askWhatChanged(&followed)
                alarm?.cancel()
                if let alarm { moving = await alarm.value }
                // What it cannot answer now is found by the next round that has a database.
                if isAnswered {
                    if moving != nil { answersAgain() }
                    moving?.cancel()
                    moving = nil
                    await logStandby(&waitsForStandby)
                }
                unansweredSince = isAnswered ? nil : since
                lastAsked = .now
            }
            // Others may have made or removed webhooks, or have ended.
            if hints.isEverything || ContinuousClock.now >= lastTakenOver + .seconds(limits.takeOverSeconds) {
                lastTakenOver = .now
                await dispatcher?.follow()
                await dispatcher?.wake()
                await announce(FeedEffects())
            }
            await Self.wait(for: signal, until: lastAsked + pause)
        }
    }

    /// Sends the viewers to other servers, which may reach the database, unless it is cancelled before. Those that come back are
    /// refused, until ``answersAgain()``.
    ///
    /// - Returns: What sends them; nil if it was cancelled in time.
    private func moveViewers(at time: ContinuousClock.Instant) -> Task<Task<Void, Never>?, Never> {
        Task {
            // Cancellation is looked at below.
            try? await Task.sleep(until: time, clock: .continuous)
            guard !Task.isCancelled else { return nil }
            logger.error("the database does not respond: viewers are sent to other servers")
            isCutOff.withLock { $0 = true }
            return Task { [keeper] in await keeper.moveAll() }
        }
    }

    private func answersAgain() {
        logger.notice("the database responds again")
        isCutOff.withLock { $0 = false }
    }

    /// Says when changes begin to wait for a standby of the database, and when they no longer do.
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

    /// Asks which of the feeds and asks that are followed here have changed, and announces those.
    ///
    /// - Returns: Whether the storage has answered.
    private func askWhatChanged(_ followed: inout Followed) async -> Bool {
        await followed.update(hub, feedWaiters)
        let asks = await askWaiters.awaited
        guard let found = try? await storage.marks(of: followed.feeds, asks: Array(asks)) else { return false }
        let changed = followed.apply(found, asks: asks)
        if !changed.isEmpty { await announce(changed) }
        return true
    }

    /// Announces what is followed here; most of what others change is not.
    private func announceFollowed(_ changed: FeedEffects) async {
        guard !changed.isEmpty else { return }
        let feeds = await hub.followed(among: changed.feeds).union(feedWaiters.awaited(among: changed.feeds))
        let followed = FeedEffects(feeds: feeds, asks: await askWaiters.awaited(among: changed.asks))
        if !followed.isEmpty { await announce(followed) }
    }

    private static func wait(for signal: Signal, until end: ContinuousClock.Instant) async {
        let sleeper = Task {
            try? await Task.sleep(until: end, clock: .continuous)
            // A cancelled sleep must not raise the flag for the next one, which would loop for ever.
            if !Task.isCancelled { await signal.raise() }
        }
        await signal.wait()
        sleeper.cancel()
    }
}
