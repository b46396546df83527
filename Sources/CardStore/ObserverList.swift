import Cards
import Dispatch

/// Who watches which window. Runs on a private serial queue: the changed streams of any number of commits are
/// gathered, and each observer's window is read again at most once per ``interval``, but at once after what the user did.
///
/// Invariant: every stored variable is read and written on ``queue`` only.
final class ObserverList: @unchecked Sendable {
    /// Nanoseconds. While a whole feed comes in, commits are more frequent than a screen shows frames.
    private static let interval: UInt64 = 16_000_000

    typealias Handler = @Sendable (Result<CardWindow, StoreError>) -> Void

    private struct Observer {
        var query: FeedQuery
        var handler: Handler
        var place: WindowReader.Place?
        var last: CardWindow?
    }

    private let queue = DispatchQueue(label: "cardstream.observation", qos: .userInteractive)
    private let reader: WindowReader
    private var observers: [Int: Observer] = [:]
    private var nextNumber = 0
    private var changedStreams: Set<StreamID> = []
    private var isPassScheduled = false
    private var lastPass: UInt64 = 0

    init(reader: WindowReader) { self.reader = reader }

    func window(_ query: FeedQuery) throws -> CardWindow {
        var place: WindowReader.Place?
        return try reader.window(query, remembered: &place)
    }

    /// Only inside an access to the reading connection.
    var cachedBytes: Int { reader.cachedBytes }

    // MARK: Registration

    func add(_ query: FeedQuery, _ handler: @escaping Handler) -> CardObservation {
        // The number is given on the queue, in order, so the observation learns it there too.
        let observation = CardObservation(list: self)
        queue.async { [self] in
            nextNumber += 1
            observers[nextNumber] = Observer(query: query, handler: handler)
            observation.bind(nextNumber)
            deliver(nextNumber, always: true)
        }
        return observation
    }

    func setQuery(_ query: FeedQuery, of observation: CardObservation) {
        queue.async { [self] in
            guard let number = observation.number, observers[number] != nil else { return }
            observers[number]?.query = query
            deliver(number, always: true)
        }
    }

    func remove(_ observation: CardObservation) {
        queue.async { [self] in
            guard let number = observation.number else { return }
            observers[number] = nil
        }
    }

    /// Returns when no handler runs any more. Must not be called from a handler.
    func removeAll() { queue.sync { observers = [:] } }

    // MARK: Changes

    /// Called after a commit, on the writer's queue.
    func changed(_ streams: Set<StreamID>, byUser: Bool) {
        guard !streams.isEmpty else { return }
        queue.async { [self] in
            changedStreams.formUnion(streams)
            guard !observers.isEmpty else { return }
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

    private func pass() {
        let streams = changedStreams
        guard !streams.isEmpty else { return }
        changedStreams = []
        for (number, observer) in observers where streams.contains(observer.query.streamID) {
            deliver(number, always: false)
        }
        // Counted from the end: when reading takes long, writing still gets its turn.
        lastPass = DispatchTime.now().uptimeNanoseconds
    }

    private func deliver(_ number: Int, always: Bool) {
        guard var observer = observers[number] else { return }
        do {
            let window = try reader.window(observer.query, remembered: &observer.place)
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
            && items.elementsEqual(other.items) {
                $0.id == $1.id && $0.version == $1.version && $0.delivery == $1.delivery
            }
    }
}
