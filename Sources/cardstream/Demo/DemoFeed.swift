internal import Cards
internal import FeedAPI

internal import struct Foundation.Date

/// Fills a server with the cards of a demonstration, then sends its later cards, one every so often. In the living one
/// a card returns from snooze and some expire while one watches.
struct DemoFeed {
    /// How long it takes until the next card comes.
    static let interval = Duration.seconds(20)

    /// A card with the key that makes publishing it again have no effect.
    struct Item {
        var key: String
        var card: CardBody
        /// Nil: the stream that the viewer is set to.
        var stream: StreamID?
    }

    var cards: DemoCards
    /// Publishes cards to the demonstration's user, all or none.
    var publish: @Sendable ([Item]) async throws -> [CardID]
    /// Snoozes a card on the user's behalf.
    var snooze: @Sendable (CardID, Date) async throws -> Void

    /// Publishes the first cards. A demonstration that is started again goes on where it was.
    ///
    /// The last entry is published first, so that the file's order is the order on screen within one priority.
    /// - Parameter edition: part of every key; another edition brings all cards anew.
    func fill(edition: String) async throws {
        let entries = cards.first
        var ids: [CardID] = []
        for (index, entry) in entries.enumerated().reversed() {
            let item = try Item(key: "demo-\(edition)-\(index)", card: CardBody(json: entry.card), stream: entry.stream)
            ids += try await publish([item])
            // Cards of one moment have no order of their own.
            try await Task.sleep(for: .milliseconds(2))
        }
        for (entry, id) in zip(entries.reversed(), ids) {
            guard let seconds = entry.startsSnoozedFor else { continue }
            do {
                try await snooze(id, Date.now.addingTimeInterval(seconds))
            } catch let problem as FeedError where Self.saysClosed(problem) {
                // The user dealt with it in an earlier run of this edition.
            }
        }
    }

    /// Publishes one card per interval until the task is cancelled; returns at once where no later cards are.
    func run() async throws {
        guard !cards.later.isEmpty else { return }
        var index = 0
        while true {
            try await Task.sleep(for: Self.interval)
            let key = "demo-\(Date.now.milliseconds)"
            _ = try await publish([Item(key: key, card: CardBody(json: cards.laterCard(index)))])
            index += 1
        }
    }

    private static func saysClosed(_ error: FeedError) -> Bool {
        if case .server(let problem, _) = error { problem.type == .cardClosed } else { false }
    }
}
