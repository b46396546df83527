import Cards
import SQLite

/// Records the user's actions for the history that the user can read.
extension StoreTransaction {
    /// How an action ended without reaching the server.
    enum HistoryEnding: String { case undone, discarded }

    /// The maximum number of entries. Older entries are deleted.
    static let historyLimit = 200
    private static let titleLimit = 200
    /// The maximum length of a reply, in characters.
    private static let textLimit = 200

    /// Records an action of the user on one or more cards, and returns the entry.
    func recordHistory(
        _ response: CardResponse, of card: CardID, in stream: StreamRow, count: Int = 1, values: [String: String],
        at now: Milliseconds
    ) throws -> Int64 {
        let body = try body(of: card, in: stream)
        let title = String((body?.title(with: values) ?? "").prefix(Self.titleLimit))
        try run(
            "INSERT INTO history (time, stream, card, title, count, response, button) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                now, stream.row, card.rawValue, StoredText(title), count,
                StoredResponse.encode(response.withoutEntries(but: body?.text(of: response, limit: Self.textLimit))),
                body?.text(ofButtonIn: response, with: values).map { StoredText(String($0.prefix(Self.titleLimit))) },
            ])
        let row = db.lastInsertedRowID
        entries.append(row)
        try run("DELETE FROM history WHERE row <= ?", [row - Int64(Self.historyLimit)])
        return row
    }

    /// Records that an action will not reach the server. The entry of an action on several cards ends with the last of
    /// them.
    func endHistory(_ row: Int64?, _ ending: HistoryEnding) throws {
        guard let row else { return }
        try run(
            """
            UPDATE history SET ending = ?1 WHERE row = ?2
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE history = ?2)
            """, [ending.rawValue, row])
    }

    /// Records that a number of further cards were already closed on the server, so that the action had no effect on
    /// them.
    func recordClosed(_ row: Int64?, cards: Int = 1) throws {
        guard let row, cards > 0 else { return }
        try run("UPDATE history SET closed = closed + ? WHERE row = ?", [cards, row])
    }

    /// Discards refused actions of a card. Returns those that can be read, with what the user had entered for them.
    @discardableResult
    func discardRefused(
        _ card: CardID, in stream: StreamRow
    ) throws -> [(response: CardResponse, entered: JSONObject)] {
        let condition = "stream = ? AND card = ? AND refused_reason IS NOT NULL"
        let arguments: [(any SQLiteValue)?] = [stream.row, card.rawValue]
        let select = try db.statement("SELECT history, key, refused_reason, response FROM outbox WHERE \(condition)")
        let refused = try select.all(arguments) { row in
            (
                history: row[0] as Int64?, key: ActionKey(stored: row[1]), reason: (row[2] as StoredText).text,
                stored: StoredResponse.read(row.bytes(3))
            )
        }
        guard !refused.isEmpty else { return [] }
        try recordUnperformed("stream.row = ? AND card = ? AND refused_reason IS NOT NULL", arguments)
        try run("DELETE FROM outbox WHERE \(condition)", arguments)
        for action in refused {
            outboxEvents.append(.ended(action.key, .discarded(reason: action.reason)))
            try endHistory(action.history, .discarded)
        }
        return refused.compactMap { action in action.stored.map { ($0.response, $0.entered) } }
    }

    /// The body of a card. Nil if it cannot be read, which does not prevent an answer.
    private func body(of card: CardID, in stream: StreamRow) throws -> CardBody? {
        let select = try db.statement("SELECT body FROM card WHERE stream = ? AND id = ?")
        return try select.value([stream.row, card.rawValue], as: [UInt8].self).flatMap { try? CardBody.decode($0) }
    }
}

extension CardBody {
    /// The text of a reply: the first text that was entered, with the name of its input. It is also on the card, or
    /// will be soon.
    fileprivate func text(of response: CardResponse, limit: Int) -> JSONObject? {
        guard case .reply(_, let values) = response else { return nil }
        for component in components + subviews.values.flatMap(\.components) {
            guard case .input(let input) = component, case .text = input.kind,
                let text = values[input.name]?.string, !text.allSatisfy(\.isWhitespace)
            else { continue }
            return [input.name: .string(String(text.prefix(limit)))]
        }
        return nil
    }
}

extension CardResponse {
    /// The action without what the user entered or said.
    ///
    /// - Parameter text: What is kept of a reply; nil for nothing.
    fileprivate func withoutEntries(but text: JSONObject?) -> CardResponse {
        switch self {
        case .submit(let button, _): .submit(buttonName: button, values: [:])
        case .reply(let button, _): .reply(buttonName: button, values: text ?? [:])
        case .voteUp: .voteUp(message: nil)
        case .voteDown(let reason, _): .voteDown(reason: reason, message: nil)
        case .dismiss, .snooze, .unsnooze: self
        }
    }
}
