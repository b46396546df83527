import Basics
import Cards
import Dispatch

import struct Foundation.Date

/// Observers whose cards are filtered, in groups or in another order than the feed's. An index of them is made in steps of a
/// few milliseconds, between which others have their turn, and shown as it grows.
extension ObserverList {
    /// Nanoseconds between two windows while cards are still being looked at.
    private static let growthInterval: UInt64 = 100_000_000
    /// Nanoseconds that the first window may wait for enough cards to fill it.
    private static let firstWindowDelay: UInt64 = 150_000_000
    /// Seconds after which an unused index is removed: a window that moves releases it for a moment.
    private static let retention = 2.0
    /// Nanoseconds after which the clock is looked at again while time may change what gets through: it may have been set,
    /// and the machine may have slept.
    private static let longestWait: UInt64 = 30_000_000_000
    private static let shortestWait: UInt64 = 10_000_000

    func startIndexed(_ number: Int, _ query: FeedQuery) {
        let key = CardIndex.Key(query)
        if let index = indexes[key] {
            // Otherwise it comes with the first of the growing ones.
            if index.delivered != nil { deliver(number, always: true) }
            catchUp(index)
            return
        }
        do {
            let index = CardIndex(
                key, around: try place(of: query), at: DispatchTime.now().uptimeNanoseconds)
            indexes[key] = index
            dropUnusedIndexesSoon()
            work(index)
        } catch {
            observers[number]?.handler(.failure(StoreError(error)))
        }
    }

    private func place(of query: FeedQuery) throws -> WindowReader.Place? {
        guard case .card(let id) = query.anchor else { return nil }
        return try reader.read { db in
            guard let stream = try reader.streamRow(query.streamID, db) else { return nil }
            return try reader.rowPlace(of: id, stream, db)?.place
        }
    }

    /// Handles written cards.
    func handle(_ changes: StoreChanges, _ index: CardIndex) {
        if changes.emptied.contains(index.key.streamID) { index.empty() }
        index.changed.formUnion(changes.rows[index.key.streamID] ?? [])
        let isConcerned = changes.streams.contains(index.key.streamID) || index.hasWork
        if isConcerned, !index.isWorking { work(index) }
    }

    /// Does one step and schedules the next one after the work that already waits.
    private func work(_ index: CardIndex) {
        let users = users(of: index)
        guard let clock = users.first?.value.clock else {
            index.isWorking = false
            return
        }
        do {
            try reader.step(index, at: clock())
        } catch {
            index.isWorking = false
            index.walks = []
            for user in users.values { user.handler(.failure(StoreError(error))) }
            return
        }
        if isDue(index, users) {
            index.delivered = DispatchTime.now().uptimeNanoseconds
            for number in users.keys { deliver(number, always: false) }
        }
        index.isWorking = index.hasWork
        guard index.hasWork else { return setAlarm(index, at: clock()) }
        let (key, started) = (index.key, index.started)
        queue.async { [self] in
            guard let index = indexes[key], index.started == started else { return }
            work(index)
        }
    }

    private func users(of index: CardIndex) -> [Int: Observer] {
        observers.filter { CardIndex.Key($0.value.query) == index.key }
    }

    private func isDue(_ index: CardIndex, _ users: [Int: Observer]) -> Bool {
        if !index.hasWork { return true }
        let now = DispatchTime.now().uptimeNanoseconds
        if let delivered = index.delivered { return now - delivered >= Self.growthInterval }
        // Half a window fills most screens.
        let wanted = users.values.map { ($0.query.size.before + $0.query.size.after) / 2 }.max() ?? 0
        return index.count >= wanted || now - index.started >= Self.firstWindowDelay
    }

    /// Looks at what time has changed since, if it has.
    private func catchUp(_ index: CardIndex) {
        guard !index.isWorking, let clock = users(of: index).first?.value.clock else { return }
        let now = clock()
        index.takeDue(at: now.milliseconds)
        if index.hasWork { work(index) } else { setAlarm(index, at: now) }
    }

    /// Wakes an index when the next of its cards is due. Costs nothing where no time is asked for.
    private func setAlarm(_ index: CardIndex, at now: Date) {
        guard let due = index.nextDue else { return }
        let wait = UInt64(max(0, due - now.milliseconds)).multipliedReportingOverflow(by: 1_000_000)
        let nanoseconds = min(max(wait.overflow ? .max : wait.partialValue, Self.shortestWait), Self.longestWait)
        let time = DispatchTime.now().uptimeNanoseconds + nanoseconds
        if let alarm = index.alarm, alarm <= time { return }
        index.alarm = time
        let (key, started) = (index.key, index.started)
        queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) { [self] in
            guard let index = indexes[key], index.started == started, index.alarm == time else { return }
            index.alarm = nil
            catchUp(index)
        }
    }

    func dropUnusedIndexesSoon() {
        guard !indexes.isEmpty else { return }
        queue.asyncAfter(deadline: .now() + Self.retention) { [self] in
            let used = Set(observers.values.map { CardIndex.Key($0.query) })
            indexes = indexes.filter { used.contains($0.key) }
        }
    }
}
