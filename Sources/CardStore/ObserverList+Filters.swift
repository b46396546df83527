import Cards
import Dispatch

/// Observers that look through a filter. What gets through is found in steps of a few milliseconds, between which others
/// have their turn, and shown as it grows.
extension ObserverList {
    /// Nanoseconds between two windows while cards are still being looked at.
    private static let growthInterval: UInt64 = 100_000_000
    /// So long the first window may wait for enough cards to fill it.
    private static let patience: UInt64 = 150_000_000
    /// Seconds after which an index that nobody uses is given up: a window that moves leaves it for a moment.
    private static let retention = 2.0
    /// Seconds after which what depends on the time is looked at again.
    private static let timeInterval = 30.0

    func startFiltered(_ number: Int, _ query: FeedQuery) {
        let key = FilterIndex.Key(query)
        if let index = indexes[key] {
            // Otherwise it comes with the first of the growing ones.
            if index.delivered != nil { deliver(number, always: true) }
            if index.hasWork, !index.isWorking { work(index) }
            return
        }
        do {
            let index = FilterIndex(
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

    /// Cards were written.
    func take(_ changes: StoreChanges, _ index: FilterIndex) {
        if changes.emptied.contains(index.key.streamID) { index.empty() }
        index.changed.formUnion(changes.rows[index.key.streamID] ?? [])
        let isConcerned = changes.streams.contains(index.key.streamID) || index.hasWork
        if isConcerned, !index.isWorking { work(index) }
    }

    /// One step, and the next one after whatever else waits.
    private func work(_ index: FilterIndex) {
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
        guard index.hasWork else {
            if index.filter.dependsOnTime { lookAgainLater(index) }
            return
        }
        let (key, started) = (index.key, index.started)
        queue.async { [self] in
            guard let index = indexes[key], index.started == started else { return }
            work(index)
        }
    }

    private func users(of index: FilterIndex) -> [Int: Observer] {
        observers.filter { FilterIndex.Key($0.value.query) == index.key }
    }

    private func isDue(_ index: FilterIndex, _ users: [Int: Observer]) -> Bool {
        if !index.hasWork { return true }
        let now = DispatchTime.now().uptimeNanoseconds
        if let delivered = index.delivered { return now - delivered >= Self.growthInterval }
        // Half a window fills most screens.
        let wanted = users.values.map { ($0.query.before + $0.query.after) / 2 }.max() ?? 0
        return index.spots.count >= wanted || now - index.started >= Self.patience
    }

    private func lookAgainLater(_ index: FilterIndex) {
        let (key, started) = (index.key, index.started)
        queue.asyncAfter(deadline: .now() + Self.timeInterval) { [self] in
            guard let index = indexes[key], index.started == started, !index.isWorking else { return }
            index.begin()
            work(index)
        }
    }

    func dropUnusedIndexesSoon() {
        guard !indexes.isEmpty else { return }
        queue.asyncAfter(deadline: .now() + Self.retention) { [self] in
            let used = Set(observers.values.map { FilterIndex.Key($0.query) })
            indexes = indexes.filter { used.contains($0.key) }
        }
    }
}
