import Basics
import Cards
import SQLite

package import struct Foundation.Date

/// Seconds by which the server's clock is ahead of this machine's. A value of its own, as ``StoreHandler``.
struct ClockSkew: Sendable {
    var seconds: @Sendable () -> Double
}

/// The clock of the server, by which cards expire and return. That of this machine may be wrong by any time.
extension CardDatabase {
    /// Seconds by which the clock of this machine has to be wrong to make a difference.
    package static let leastClockSkew = 60.0

    /// Says by how many seconds the server's clock is ahead of this machine's at the moment of each call; by none until then.
    package func setClockSkew(_ skew: @escaping @Sendable () -> Double) {
        clockSkew.withLock { $0 = ClockSkew(seconds: skew) }
    }

    /// The server's time at a time of this machine's clock.
    package func serverTime(at now: Date) -> Date { now.addingTimeInterval(clockSkew.withLock { $0 }.seconds()) }

    /// Computes again what is shown of the cards that expire or return, because the time by which that was done was wrong.
    ///
    /// - Parameter now: By the server's clock.
    package func correctTime(to now: Date) async throws(StoreError) {
        var last: Int64? = 0
        while let from = last {
            last = try await write { transaction in try transaction.correctTime(to: now.milliseconds, from: from) }
        }
    }
}

extension StoreTransaction {
    /// The server's time at a time of this machine's clock.
    func serverTime(_ now: Milliseconds) -> Milliseconds { now + Milliseconds(clockSkew * 1000) }

    /// A snooze that ends when the user expects it: the user chose its end by the clock of this machine, and the server knows
    /// only its own. A clock that is wrong by less than a minute is taken for right, so that the times of most snoozes stay as
    /// they were chosen.
    func onServerClock(_ response: CardResponse) -> CardResponse {
        guard case .snooze(let until) = response, abs(clockSkew) > CardDatabase.leastClockSkew else { return response }
        return .snooze(until: Date(milliseconds: serverTime(until.milliseconds)))
    }

    /// One step of ``CardDatabase/correctTime(to:)``; returns where to go on.
    fileprivate func correctTime(to now: Milliseconds, from first: Int64) throws -> Int64? {
        let select = try db.statement(
            """
            SELECT card.row, name, id FROM card JOIN stream ON stream.row = card.stream
            WHERE card.row > ? AND (snoozed_until IS NOT NULL OR shown_until IS NOT NULL OR expires IS NOT NULL)
            ORDER BY card.row LIMIT ?
            """)
        let found = try select.all([first, CardDatabase.transactionLimit]) {
            (row: $0.int64(0), stream: StreamID(stored: $0[1]), card: CardID(stored: $0[2]))
        }
        for (_, name, id) in found {
            let stream = try streamRow(name)
            if let card = try card(id, in: stream) { try update(card, id: id, in: stream, at: now) }
        }
        return found.count == CardDatabase.transactionLimit ? found.last?.row : nil
    }
}
