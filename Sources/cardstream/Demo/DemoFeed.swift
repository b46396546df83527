internal import Cards
internal import FeedAPI

internal import struct Foundation.Date

/// A stream that lives: fills a server with varied cards, then sends a new one every so often. One of the first cards
/// returns from snooze and some expire while one watches.
struct DemoFeed {
    /// How long it takes until the next card comes.
    static let interval = Duration.seconds(20)

    /// Publishes a card to the demonstration's user. The key makes a repetition have no effect, so that a
    /// demonstration started again goes on where it was.
    var publish: @Sendable (_ key: String, CardBody) async throws -> CardID
    /// Snoozes a card on the user's behalf.
    var snooze: @Sendable (CardID, Date) async throws -> Void

    /// Publishes the first cards, then one card per interval until the task is cancelled.
    ///
    /// The last entry is published first, so that the file's order is the order on screen within one priority.
    /// - Parameter edition: part of every key; another edition brings all cards anew.
    func run(edition: String) async throws {
        let cards = try DemoCards()
        for (index, entry) in cards.first.enumerated().reversed() {
            let id = try await publish("demo-\(edition)-\(index)", CardBody(json: entry.card))
            guard let seconds = entry.startsSnoozedFor else { continue }
            do {
                try await snooze(id, Date.now.addingTimeInterval(seconds))
            } catch let problem as Problem where problem.type == .cardClosed {
                // The user dealt with it in an earlier run of this edition.
            }
        }
        var index = 0
        while true {
            try await Task.sleep(for: Self.interval)
            _ = try await publish("demo-\(edition)-\(Date.now.milliseconds)", CardBody(json: cards.laterCard(index)))
            index += 1
        }
    }
}
