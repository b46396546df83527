import Cards
import Dispatch

import struct Foundation.Date

/// The observers of windows. It runs on a private serial queue: it collects the changed streams of any number of
/// commits, and reads each observer's window again at most once per ``interval``, but at once after an action of the
/// user.
///
/// Invariant: every stored variable is read and written on ``queue`` only.
final class ObserverList: @unchecked Sendable {
    /// In nanoseconds. While a whole feed is being stored, there are more commits than a screen shows frames.
    private static let interval: UInt64 = 16_000_000

    typealias Handler = @Sendable (Result<CardWindow, StoreError>) -> Void

    struct Observer {
        var query: FeedQuery
        var clock: @Sendable () -> Date
        var handler: Handler
        var place: WindowReader.Place?
        var position: WindowReader.RememberedPosition?
        var last: CardWindow?
    }

    let queue: DispatchQueue
    let reader: WindowReader
    private(set) var observers: [Int: Observer] = [:]
    /// The observers of the number of cards.
    var counters: [Int: CountObserver] = [:]
    private var nextNumber = 0
    /// The indexes of observers whose query is not plain: filtered, grouped or in another order.
    var indexes: [CardIndex.Key: CardIndex] = [:]
    private var changes = StoreChanges()
    private var isPassScheduled = false
    private var lastPass: UInt64 = 0

    /// - Parameter target: A serial queue that several lists share; nil for a separate queue with its own thread.
    init(reader: WindowReader, target: DispatchQueue?) {
        self.reader = reader
        queue = DispatchQueue(label: "cardstream.observation", qos: .userInteractive, target: target)
    }

    /// Reads a window once. A window that needs an index has only the cards found in a single step.
    func window(_ query: FeedQuery, at now: Date) throws -> CardWindow {
        guard query.isPlain else {
            var position: WindowReader.RememberedPosition?
            let index = CardIndex(CardIndex.Key(query), around: nil)
            try reader.step(index, at: now)
            return try reader.window(query, index, remembered: &position)
        }
        var place: WindowReader.Place?
        return try reader.window(query, remembered: &place)
    }

    /// The size of the cached card bodies. Call it only inside an access to the reading connection.
    var cachedBytes: Int { reader.cachedBytes }

    // MARK: Registration

    func add(
        _ query: FeedQuery, clock: @escaping @Sendable () -> Date, _ handler: @escaping Handler
    ) -> CardObservation {
        // Numbers are assigned on the queue, in order, so the observation also gets its number there.
        let observation = CardObservation(list: self)
        queue.async { [self] in
            nextNumber += 1
            observers[nextNumber] = Observer(query: query, clock: clock, handler: handler)
            observation.bind(nextNumber)
            start(nextNumber)
        }
        return observation
    }

    func addCounter(_ counter: CountObserver) -> Int {
        nextNumber += 1
        counters[nextNumber] = counter
        return nextNumber
    }

    func setQuery(_ query: FeedQuery, of observation: CardObservation) {
        queue.async { [self] in
            guard let number = observation.number, observers[number] != nil else { return }
            observers[number]?.query = query
            start(number)
        }
    }

    func remove(_ observation: CardObservation) {
        queue.async { [self] in
            guard let number = observation.number else { return }
            observers[number] = nil
            dropUnusedIndexesSoon()
        }
    }

    /// Removes all observers. Waits until no handler is running. Must not be called from a handler.
    func removeAll() {
        queue.sync { dropAll() }
    }

    /// Like ``removeAll()``, but does not block the caller. No handler is called after it.
    func end() async {
        await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
            queue.async { [self] in
                dropAll()
                ended.resume()
            }
        }
    }

    private func dropAll() {
        observers = [:]
        counters = [:]
        indexes = [:]
    }

    private func start(_ number: Int) {
        guard let query = observers[number]?.query, !query.isPlain else { return deliver(number, always: true) }
        startIndexed(number, query)
    }

    // MARK: Changes

    /// Called after a commit of this process, on the writer's queue, or after a commit of another process.
    ///
    /// - Parameter reread: The streams in which any card may have changed.
    func changed(_ changed: StoreChanges, byUser: Bool, reread: Set<StreamID> = []) {
        guard !changed.isEmpty || !reread.isEmpty else { return }
        queue.async { [self] in
            for index in indexes.values where reread.contains(index.key.streamID) { index.reread() }
            changes.streams.formUnion(reread)
            // Only indexes need rows, and there may be many.
            if indexes.isEmpty { changes.streams.formUnion(changed.streams) } else { changes.add(changed) }
            guard !observers.isEmpty || !counters.isEmpty else { return }
            let now = DispatchTime.now().uptimeNanoseconds
            let due = lastPass + Self.interval
            if byUser || now >= due {
                pass()
            } else if !isPassScheduled {
                isPassScheduled = true
                queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: due)) { [self] in
                    isPassScheduled = false
                    pass()
                }
            }
        }
    }

    /// Handles possible changes of any card in any stream.
    func rereadAll() {
        queue.async { [self] in
            for index in indexes.values { index.reread() }
            changes.streams.formUnion(observers.values.map(\.query.streamID))
            pass()
            if !counters.isEmpty { notifyCounts(of: nil, to: Array(counters.keys)) }
        }
    }

    private func pass() {
        let changes = changes
        guard !changes.isEmpty else { return }
        self.changes = StoreChanges()
        for (number, observer) in observers
        where observer.query.isPlain && changes.streams.contains(observer.query.streamID) {
            deliver(number, always: false)
        }
        for index in indexes.values { handle(changes, index) }
        if !counters.isEmpty { notifyCounts(of: changes.streams, to: Array(counters.keys)) }
        // Measured from the end of the pass, so that writes still get their turn when reading takes long.
        lastPass = DispatchTime.now().uptimeNanoseconds
    }

    func deliver(_ number: Int, always: Bool) {
        guard var observer = observers[number] else { return }
        do {
            let window: CardWindow
            if let index = indexes[CardIndex.Key(observer.query)] {
                window = try reader.window(observer.query, index, remembered: &observer.position)
            } else {
                window = try reader.window(observer.query, remembered: &observer.place)
            }
            guard always || observer.last.map({ !$0.looksLike(window) }) ?? true else { return }
            observer.last = window
            observers[number] = observer
            observer.handler(.success(window))
        } catch {
            observer.handler(.failure(StoreError(error)))
        }
    }
}

extension CardWindow {
    /// Compares without the bodies: equal versions have equal content.
    fileprivate func looksLike(_ other: CardWindow) -> Bool {
        totalCount == other.totalCount && offset == other.offset && hasMoreBefore == other.hasMoreBefore
            && hasMoreAfter == other.hasMoreAfter && hasEverHadCard == other.hasEverHadCard
            && isPartial == other.isPartial && unseenBefore == other.unseenBefore && unseenAfter == other.unseenAfter
            && items.elementsEqual(other.items) {
                $0.id == $1.id && $0.version == $1.version && $0.delivery == $1.delivery && $0.heading == $1.heading
                    && $0.unseenCount == $1.unseenCount
            }
    }
}
