internal import Cards
internal import FeedAPI

internal import struct Foundation.Date

/// Fills a server with the cards of a demo, then publishes its later cards at intervals. In the realistic demo, cards
/// also return from snooze and expire.
struct DemoFeed {
    /// The interval between later cards.
    static let interval = Duration.seconds(20)

    /// A card with an idempotency key for publishing.
    struct Item {
        var key: String
        var card: CardBody
        /// The card's stream; nil for the configured stream.
        var stream: StreamID?
    }

    var cards: DemoCards
    /// Publishes cards to the demo's user: either all cards or none.
    var publish: @Sendable ([Item]) async throws -> [CardID]
    /// Snoozes a card as the user would.
    var snooze: @Sendable (CardID, Date) async throws -> Void

    /// Publishes the first cards. A restarted demo continues from its previous state.
    ///
    /// The last entry is published first, so that cards of the same priority have the same order on the screen as in
    /// the file.
    /// - Parameter edition: A part of all idempotency keys. A different edition publishes all cards again.
    func fill(edition: String) async throws {
        let entries = cards.first
        var ids: [CardID] = []
        for (index, entry) in entries.enumerated().reversed() {
            let item = try Item(key: "demo-\(edition)-\(index)", card: CardBody(json: entry.card), stream: entry.stream)
            ids += try await publish([item])
            // Cards with the same time have no defined order.
            try await Task.sleep(for: .milliseconds(2))
        }
        for (entry, id) in zip(entries.reversed(), ids) {
            guard let seconds = entry.startsSnoozedFor else { continue }
            do {
                try await snooze(id, Date.now.addingTimeInterval(seconds))
            } catch let problem as FeedError where Self.saysClosed(problem) {
                // The user answered the card in an earlier run of this edition.
            }
        }
    }

    /// Publishes one card per interval until the task is cancelled; returns immediately if there are no later cards.
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
