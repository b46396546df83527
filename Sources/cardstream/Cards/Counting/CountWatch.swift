internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards

/// Prints the number of cards in streams at every change.
struct CountWatch: Sendable {
    private struct Numbers {
        var visible: Int?
        var total: Int?
        var printed: CardCount?
    }

    private let cards: CardsSession
    private let filter: FeedFilter
    private let isJSON: Bool
    private let numbers = Lock<[StreamID: Numbers]>([:])

    init(_ cards: CardsSession, _ filter: FeedFilter, isJSON: Bool) {
        self.cards = cards
        self.filter = filter
        self.isJSON = isJSON
    }

    /// Prints a line such as `inbox  12 cards`, or `inbox  3 of 12 cards` with a filter, or the count as JSON.
    ///
    /// - Parameter old: The last known numbers, if the count comes from them; nil if it is current.
    static func print(_ count: CardCount, isFiltered: Bool, isJSON: Bool, old: StatusNumbers? = nil) {
        guard isJSON else {
            let mark = old?.mark ?? ""
            let cards = "\(mark)\(count.total) \(count.total == 1 ? "card" : "cards")"
            let counts = isFiltered ? "\(mark)\(count.visible) of \(cards)" : cards
            return Console.print("\(count.streamID.rawValue.escapingControls)  \(counts)")
        }
        var object: JSONObject = [
            "stream": .string(count.streamID.rawValue), "visible": .number(JSONNumber(count.visible)),
            "total": .number(JSONNumber(count.total)),
        ]
        old?.describe(in: &object)
        Console.json(.object(object))
    }

    /// Runs until a signal arrives, or throws a permanent error.
    func untilSignal(_ signals: Signals) throws {
        try InterruptibleWork.run(
            until: signals, pausing: cards.pause, { try await follow() }, ending: { [cards] in await cards.close() })
    }

    private func follow() async throws {
        let notices = ConnectionNotices()
        try await cards.synchronise(within: nil) { notices.lost($0.message) }
        var observers: [WindowObserver] = []
        for stream in cards.streams {
            observers.append(observe(stream, FeedFilter()) { $0.total = $1 })
            if !filter.isEmpty { observers.append(observe(stream, filter) { $0.visible = $1 }) }
        }
        // Ends when the task is cancelled.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        for observer in observers { observer.stop() }
    }

    private func observe(
        _ stream: StreamID, _ filter: FeedFilter, _ set: @escaping @Sendable (inout Numbers, Int) -> Void
    ) -> WindowObserver {
        cards.session.observe(FeedQuery(streamID: stream, before: 0, after: 0, filter: filter)) { _, result in
            // If a window cannot be read, the last count stays until the next one.
            guard let window = try? result.get(), !window.isPartial else { return }
            update(stream) { set(&$0, window.totalCount) }
        }
    }

    private func update(_ stream: StreamID, _ change: (inout Numbers) -> Void) {
        numbers.withLock { all in
            var numbers = all[stream] ?? Numbers()
            change(&numbers)
            defer { all[stream] = numbers }
            guard let total = numbers.total, let visible = filter.isEmpty ? total : numbers.visible else { return }
            let count = CardCount(streamID: stream, visible: min(visible, total), total: total)
            guard numbers.printed != count else { return }
            numbers.printed = count
            // Printed with the lock held, so that lines are in the order of the changes.
            Self.print(count, isFiltered: !filter.isEmpty, isJSON: isJSON)
        }
    }
}
