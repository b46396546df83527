import Cards
import FeedAPI
import GRDB

import struct Foundation.Date

/// A row of the card table without the body, with the changes that can happen to it.
struct CardRecord {
    var rowID: Int64
    var id: CardID
    var feed: Int64
    var sequence: Int64
    var status: CardStatus
    var createdAt: Int64
    var updatedAt: Int64
    var recency: Int64
    var publishAt: Int64?
    var snoozedUntil: Int64?
    var expiresAt: Int64?
    var vote: String?
    var lifecycle: LifecycleID?

    static let columns = """
        rowid, id, feed, sequence, status, createdAt, updatedAt, recency, publishAt, snoozedUntil, expiresAt, vote, \
        lifecycle
        """

    init(_ row: Row) throws {
        rowID = row[0]
        id = CardID(stored: row[1])
        feed = row[2]
        sequence = row[3]
        guard let status = CardStatus(rawValue: row[4]) else {
            throw Problem(.internalError, detail: "The log holds a status that this version does not know.")
        }
        self.status = status
        createdAt = row[5]
        updatedAt = row[6]
        recency = row[7]
        publishAt = row[8]
        snoozedUntil = row[9]
        expiresAt = row[10]
        vote = row[11]
        lifecycle = (row[12] as String?).map(LifecycleID.init(stored:))
    }

    /// When the clock changes the card next: what comes first of its wake-up and its end.
    var deadline: Int64? {
        let wake: Int64? =
            switch status {
            case .embargoed: publishAt
            case .snoozed: snoozedUntil
            default: nil
            }
        guard status.isOpen else { return nil }
        return [wake, expiresAt].compactMap { $0 }.min()
    }

    static func deadline(status: CardStatus, publishAt: Int64?, expiresAt: Int64?) -> Int64? {
        guard status.isOpen else { return nil }
        return [status == .embargoed ? publishAt : nil, expiresAt].compactMap { $0 }.min()
    }

    /// Moves the card to a status (which may be the one it has, for a vote) with a new sequence number and writes it.
    mutating func change(
        to status: CardStatus, at now: Int64, in ledger: inout FeedLedger, _ database: Database
    ) throws {
        let previous = self.status
        let isReturning = status == .active && self.status != .active
        // Who has never been told of a card need not be told of its end.
        let isUntold = self.status == .embargoed && status != .active
        sequence = isUntold ? 0 : try ledger.recordChange(in: feed, from: self.status, to: status)
        self.status = status
        updatedAt = now
        if isReturning { recency = -now }
        if status != .snoozed { snoozedUntil = nil }
        try database.cachedStatement(
            sql: """
                UPDATE card SET sequence = ?, status = ?, updatedAt = ?, recency = ?, snoozedUntil = ?, deadline = ?,
                vote = ? WHERE rowid = ?
                """
        ).execute(arguments: [
            sequence, status.rawValue, updatedAt, recency, snoozedUntil, deadline, vote, rowID,
        ])
        try ledger.tell(of: rowID, in: feed, from: previous, to: status, sequence: sequence, at: now)
    }

    /// Cancels the other open cards of the same lifecycle, which this one replaces.
    /// - Parameter statuses: only cards in one of these.
    static func cancelOthers(
        of lifecycle: LifecycleID, feed: Int64, except id: CardID, in statuses: Set<CardStatus>, at now: Int64,
        ledger: inout FeedLedger, _ database: Database
    ) throws {
        let select = try database.cachedStatement(
            sql: "SELECT \(columns) FROM card WHERE feed = ? AND lifecycle = ? AND id <> ?")
        for row in try Row.fetchAll(select, arguments: [feed, lifecycle.rawValue, id.rawValue]) {
            var other = try CardRecord(row)
            guard statuses.contains(other.status) else { continue }
            try other.change(to: .cancelled, at: now, in: &ledger, database)
        }
    }
}
