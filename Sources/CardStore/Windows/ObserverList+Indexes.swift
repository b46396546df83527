import Basics
import Cards
import Dispatch

import struct Foundation.Date

/// Observers whose cards are filtered, grouped, or in a different order from the feed. Their index is built in steps of
/// a few milliseconds, with other work in between, and is shown as it grows.
extension ObserverList {
    /// The interval in nanoseconds between two windows while cards are still being checked.
    private static let growthInterval: UInt64 = 100_000_000
    /// How long the first window may wait for enough cards to fill it, in nanoseconds.
    private static let firstWindowDelay: UInt64 = 150_000_000
    /// How long an unused index is kept, in seconds. An observer that moves does not use it for a moment.
    private static let retention = 2.0
    /// The longest wait, in nanoseconds, before the clock is checked again while time alone may change which cards
    /// match. The clock may have been set, or the machine may have slept.
    private static let longestWait: UInt64 = 30_000_000_000
    private static let shortestWait: UInt64 = 10_000_000

    func startIndexed(_ number: Int, _ query: FeedQuery) {
        let key = CardIndex.Key(query)
        if let index = indexes[key] {
            // Otherwise the observer gets the first window of the growing index.
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

    /// Updates an index after cards were written.
    func handle(_ changes: StoreChanges, _ index: CardIndex) {
        if changes.emptied.contains(index.key.streamID) { index.empty() }
        index.changed.formUnion(changes.rows[index.key.streamID] ?? [])
        let isConcerned = changes.streams.contains(index.key.streamID) || index.hasWork
        if isConcerned, !index.isWorking { work(index) }
    }

    /// Does one step of work on an index, and schedules the next one behind other queued work.
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
        // Half a window usually fills the screen.
        let wanted = users.values.map { ($0.query.size.before + $0.query.size.after) / 2 }.max() ?? 0
        return index.count >= wanted || now - index.started >= Self.firstWindowDelay
    }

    /// Checks the cards that are due because of the time.
    private func catchUp(_ index: CardIndex) {
        guard !index.isWorking, let clock = users(of: index).first?.value.clock else { return }
        let now = clock()
        index.takeDue(at: now.milliseconds)
        if index.hasWork { work(index) } else { setAlarm(index, at: now) }
    }

    /// Sets a timer for the next card of an index that is due. Does nothing if the filter does not depend on the time.
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
