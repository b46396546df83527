import Basics
import Cards
import SQLite

package import struct Foundation.Date

/// The number of seconds by which the server's clock is ahead of this machine's. The closure is in a struct for the
/// same reason as in ``StoreHandler``.
struct ClockSkew: Sendable {
    var seconds: @Sendable () -> Double
}

/// The server's clock, by which cards expire and return from a snooze. This machine's clock may be wrong by any amount.
extension CardDatabase {
    /// The difference between the clocks, in seconds, up to which it is ignored.
    package static let leastClockSkew = 60.0

    /// Sets the closure that returns the current clock skew: the number of seconds by which the server's clock is ahead
    /// of this machine's. 0 until this is called.
    package func setClockSkew(_ skew: @escaping @Sendable () -> Double) {
        clockSkew.withLock { $0 = ClockSkew(seconds: skew) }
    }

    /// Converts a time of this machine's clock to the server's clock.
    package func serverTime(at now: Date) -> Date { now.addingTimeInterval(clockSkew.withLock { $0 }.seconds()) }

    /// Recomputes the shown state of all cards that expire or return, because it was computed with a wrong time.
    ///
    /// - Parameter now: The time by the server's clock.
    package func correctTime(to now: Date) async throws(StoreError) {
        var last: Int64? = 0
        while let from = last {
            last = try await write { transaction in try transaction.correctTime(to: now.milliseconds, from: from) }
        }
    }
}

extension StoreTransaction {
    /// Converts a time of this machine's clock to the server's clock.
    func serverTime(_ now: Milliseconds) -> Milliseconds { now + Milliseconds(clockSkew * 1000) }

    /// Converts the end of a snooze to the server's clock. The user chose the end by this machine's clock, and the
    /// server knows only its own. A difference of at most a minute is ignored, so that most snoozes keep exactly the
    /// chosen time.
    func onServerClock(_ response: CardResponse) -> CardResponse {
        guard case .snooze(let until) = response, abs(clockSkew) > CardDatabase.leastClockSkew else { return response }
        return .snooze(until: Date(milliseconds: serverTime(until.milliseconds)))
    }

    /// One step of ``CardDatabase/correctTime(to:)``. Returns the row after which to continue; nil at the end.
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
