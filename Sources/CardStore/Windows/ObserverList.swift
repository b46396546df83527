import Cards
import Dispatch

import struct Foundation.Date

/// Who watches which window. Runs on a private serial queue: the changed streams of any number of commits are
/// gathered, and each observer's window is read again at most once per ``interval``, but at once after what the user did.
///
/// Invariant: every stored variable is read and written on ``queue`` only.
final class ObserverList: @unchecked Sendable {
    /// Nanoseconds. While a whole feed comes in, commits are more frequent than a screen shows frames.
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
    /// The observers of the numbers of cards.
    var counters: [Int: CountObserver] = [:]
    private var nextNumber = 0
    /// The cards of observers that a plain part of the stream does not do for.
    var indexes: [CardIndex.Key: CardIndex] = [:]
    private var changes = StoreChanges()
    private var isPassScheduled = false
    private var lastPass: UInt64 = 0

    /// - Parameter target: A serial queue that lists share; nil for a queue and a thread of its own.
    init(reader: WindowReader, target: DispatchQueue?) {
        self.reader = reader
        queue = DispatchQueue(label: "cardstream.observation", qos: .userInteractive, target: target)
    }

    /// With an index what can be found in a moment.
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

    /// Only inside an access to the reading connection.
    var cachedBytes: Int { reader.cachedBytes }

    // MARK: Registration

    func add(
        _ query: FeedQuery, clock: @escaping @Sendable () -> Date, _ handler: @escaping Handler
    ) -> CardObservation {
        // The number is given on the queue, in order, so the observation learns it there too.
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

    /// Returns when no handler runs any more. Must not be called from a handler.
    func removeAll() {
        queue.sync { dropAll() }
    }

    /// The same without blocking the caller, and without observers from here on.
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

    /// Called after a commit, on the writer's queue, or after one of another process.
    ///
    /// - Parameter reread: Streams of which any card may have been written.
    func changed(_ changed: StoreChanges, byUser: Bool, reread: Set<StreamID> = []) {
        guard !changed.isEmpty || !reread.isEmpty else { return }
        queue.async { [self] in
            for index in indexes.values where reread.contains(index.key.streamID) { index.reread() }
            changes.streams.formUnion(reread)
            // Rows are for indexes only, and there may be many.
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

    /// Handles changes that may be of any card in any stream.
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
        // Counted from the end: when reading takes long, writing still gets its turn.
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
    /// Equality without comparing bodies: equal versions have equal content.
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
