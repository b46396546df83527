import Basics
import Cards
import Dispatch
import SQLite

/// The observers of the number of cards in all streams.
extension ObserverList {
    struct CountObserver {
        var handler: @Sendable (StreamID, Int) -> Void
        /// Whether it receives every change of a stream, even if the number stays the same, and no initial numbers.
        var hearsChanges = false
        var last: [StreamID: Int] = [:]
    }

    func addCounts(
        hearsChanges: Bool = false, _ handler: @escaping @Sendable (StreamID, Int) -> Void
    ) -> @Sendable () -> Void {
        let number = Lock<Int?>(nil)
        queue.async { [self] in
            let added = addCounter(CountObserver(handler: handler, hearsChanges: hearsChanges))
            number.withLock { $0 = added }
            if !hearsChanges { notifyCounts(of: nil, to: [added]) }
        }
        return { [self] in
            queue.async { [self] in
                guard let number = number.withLock({ $0 }) else { return }
                counters[number] = nil
            }
        }
    }

    /// Notifies observers of the current numbers.
    ///
    /// - Parameter streams: The streams that may have changed; nil for all.
    func notifyCounts(of streams: Set<StreamID>?, to numbers: [Int]) {
        guard !numbers.isEmpty else { return }
        let counts: [(StreamID, Int)]
        do {
            counts = try reader.read { db in
                try db.statement("SELECT name, visible_count FROM stream").all {
                    (StreamID(stored: $0[0]), $0[1] as Int)
                }
            }
        } catch {
            // Ignore errors: observers of cards get them, and a number follows with the next change.
            return
        }
        for (stream, count) in counts where streams?.contains(stream) ?? true {
            for number in numbers {
                guard let counter = counters[number], counter.hearsChanges || counter.last[stream] != count else {
                    continue
                }
                counters[number]?.last[stream] = count
                counter.handler(stream, count)
            }
        }
    }
}
