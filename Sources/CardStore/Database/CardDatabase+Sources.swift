package import Cards
import SQLite

package import struct Foundation.Date

/// A source of cards as recorded in the store: the connection, or an attached source with a name.
package struct StoredSource: Hashable, Sendable {
    /// The row in the table of sources; 0 for the connection.
    let row: Int64

    /// The session's connection, which has every stream that no other source has.
    package static let connection = StoredSource(row: 0)
}

/// The reason why streams cannot be assigned to a source.
package struct StreamConflict: Error, Hashable, Sendable {
    package var stream: StreamID
    /// The source whose actions wait in the stream; nil for the connection.
    package var source: String?
    /// The number of waiting actions, including refused ones.
    package var actions: Int

    package init(stream: StreamID, source: String?, actions: Int) {
        self.stream = stream
        self.source = source
        self.actions = actions
    }
}

/// The source of each stream. It is stored, so that an action of an earlier run goes to its own source, whichever
/// source the next run connects first.
extension CardDatabase {
    /// Assigns streams to an attached source. A stream of another source is emptied, because cursors and versions of
    /// one source have a different meaning in another. If actions for the other source wait in it, the call fails and
    /// changes nothing. Other streams of the attached source keep their cards and actions.
    package func assign(
        _ streams: [StreamID], to name: String
    ) async throws(StoreError) -> Result<StoredSource, StreamConflict> {
        try await write(.full) { transaction in
            let (db, stored) = (transaction.db, StoredText(name))
            try transaction.run("INSERT INTO source (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [stored])
            guard let row = try db.statement("SELECT row FROM source WHERE name = ?").value([stored], as: Int64.self)
            else { throw StoreError.corrupt("a source is missing") }
            var others: [StoreTransaction.StreamRow] = []
            for id in streams {
                let stream = try transaction.streamRow(id)
                let former = try db.statement("SELECT source FROM stream WHERE row = ?").value(
                    [stream.row], as: Int64.self)
                guard former != row else { continue }
                let actions = try db.statement("SELECT count(*) FROM outbox WHERE stream = ?").value(
                    [stream.row], as: Int.self)
                if let actions, actions > 0 {
                    let owner = try db.statement("SELECT name FROM source WHERE row = ?").value(
                        [former], as: StoredText.self)
                    return .failure(StreamConflict(stream: id, source: owner?.text, actions: actions))
                }
                others.append(stream)
            }
            for stream in others {
                try transaction.empty(stream)
                try transaction.setSource(row, of: stream)
            }
            return .success(StoredSource(row: row))
        }
    }

    /// Makes a user the owner of an attached source's streams. Removes the cards, drafts and records of another user,
    /// but changes nothing while actions of that user wait.
    package func claim(_ source: StoredSource, for owner: String) async throws(StoreError) -> StoreClaim {
        try await write { transaction in
            let db = transaction.db
            let former = try db.statement("SELECT owner FROM source WHERE row = ?").value(
                [source.row], as: StoredText.self)?.text
            // Compare bytes: a service can have different users whose names are equal in Unicode.
            if let former, former.utf8.elementsEqual(owner.utf8) { return .granted }
            let unsent = try former.map { try transaction.unsentData(of: $0, in: source) }
            if let unsent {
                if unsent.actions > 0 { return .refused(unsent) }
                for name in try db.statement("SELECT name FROM stream WHERE source = ?").values(
                    [source.row], as: String.self)
                { try transaction.empty(transaction.streamRow(StreamID(stored: name))) }
                try transaction.run("DELETE FROM analytics WHERE source = ?", [source.row])
            }
            try transaction.run("UPDATE source SET owner = ? WHERE row = ?", [StoredText(owner), source.row])
            return unsent.map { .takenOver(from: $0) } ?? .granted
        }
    }

    /// The streams of attached sources, by the name of their source.
    package func assignedStreams() async throws(StoreError) -> [StreamID: String] {
        try await read { db in
            let pairs = try db.statement(
                "SELECT stream.name, source.name FROM stream JOIN source ON source.row = stream.source"
            ).all { (StreamID(stored: $0[0]), ($0[1] as StoredText?)?.text ?? "") }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    /// Discards the actions that an attached source has not accepted. The cards then show the state of the source.
    package func discardActions(ofSource name: String, at now: Date) async throws(StoreError) {
        try await write(.full) { transaction in
            let streams = try transaction.db.statement(
                "SELECT stream.name FROM stream JOIN source ON source.row = stream.source WHERE source.name = ?"
            ).values([StoredText(name)], as: String.self)
            for stream in streams {
                let stream = try transaction.streamRow(StreamID(stored: stream))
                let cards = try transaction.db.statement("SELECT DISTINCT card FROM outbox WHERE stream = ?").values(
                    [stream.row], as: String.self)
                try transaction.removeActions(of: stream, because: "it was discarded because another user logged in")
                for card in cards {
                    try transaction.refresh(CardID(stored: card), in: stream, at: now.milliseconds)
                }
            }
        }
    }

    /// Removes a source with the cards, actions, drafts and records of its streams. The streams then belong to the
    /// connection again.
    package func removeSource(_ name: String) async throws(StoreError) {
        try await write(.full) { transaction in
            let (db, stored) = (transaction.db, StoredText(name))
            guard let row = try db.statement("SELECT row FROM source WHERE name = ?").value([stored], as: Int64.self)
            else { return }
            for stream in try db.statement("SELECT name FROM stream WHERE source = ?").values([row], as: String.self) {
                let stream = try transaction.streamRow(StreamID(stored: stream))
                try transaction.removeActions(of: stream, because: "the source was removed")
                try transaction.empty(stream)
                try transaction.setSource(StoredSource.connection.row, of: stream)
            }
            try transaction.run("DELETE FROM analytics WHERE source = ?", [row])
            try transaction.run("DELETE FROM source WHERE row = ?", [row])
        }
    }
}

extension StoreTransaction {
    /// Assigns a stream to a source, which is created if necessary. For actions that were rescued from a damaged store.
    func assign(_ stream: StreamID, toSource name: String) throws {
        try run("INSERT INTO source (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [StoredText(name)])
        try run(
            "UPDATE stream SET source = (SELECT row FROM source WHERE name = ?) WHERE row = ?",
            [StoredText(name), streamRow(stream).row])
    }

    /// Counts the unsent data in the streams of an attached source.
    fileprivate func unsentData(of owner: String, in source: StoredSource) throws -> UnsentData {
        func count(_ query: String) throws -> Int { try db.statement(query).value([source.row], as: Int.self) ?? 0 }
        return UnsentData(
            owner: owner, actions: try count("SELECT count(*) FROM outbox WHERE source = ?"),
            drafts: try count(
                "SELECT count(*) FROM draft JOIN stream ON stream.row = draft.stream WHERE stream.source = ?"),
            events: try count("SELECT count(*) FROM analytics WHERE source = ?"))
    }

    fileprivate func setSource(_ source: Int64, of stream: StreamRow) throws {
        try run("UPDATE stream SET source = ? WHERE row = ?", [source, stream.row])
    }

    /// Removes the cards, drafts and cursor of a stream, so that it is as before its first connection.
    fileprivate func empty(_ stream: StreamRow) throws {
        for table in ["draft", "seen", "theme", "card"] {
            try run("DELETE FROM \(table) WHERE stream = ?", [stream.row])
        }
        try run(
            "UPDATE sync_state SET cursor = NULL, etag = NULL, epoch = NULL, last_synced = NULL WHERE stream = ?",
            [stream.row])
        try run("UPDATE stream SET visible_count = 0, ever_had_card = 0 WHERE row = ?", [stream.row])
        markEmptied(stream)
    }

    fileprivate func removeActions(of stream: StreamRow, because reason: String) throws {
        let actions = try db.statement("SELECT key, history FROM outbox WHERE stream = ?").all([stream.row]) { row in
            (key: ActionKey(stored: row[0]), history: row[1] as Int64?)
        }
        try run("DELETE FROM outbox WHERE stream = ?", [stream.row])
        stream.busyCards = nil
        for action in actions {
            outboxEvents.append(.ended(action.key, .discarded(reason: reason)))
            try endHistory(action.history, .discarded)
        }
    }
}
