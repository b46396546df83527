package import Cards
import SQLite

/// A source of cards as the store knows it: the connection, or one that is attached under a name.
package struct StoredSource: Hashable, Sendable {
    /// Its row; 0 for the connection.
    let row: Int64

    /// The session's connection, which has every stream that no other source has.
    package static let connection = StoredSource(row: 0)
}

/// Why streams cannot be assigned to a source.
package struct StreamConflict: Error, Hashable, Sendable {
    package var stream: StreamID
    /// The source whose actions wait in the stream; nil for the connection.
    package var source: String?
    /// The number of actions that wait, refused ones included.
    package var actions: Int

    package init(stream: StreamID, source: String?, actions: Int) {
        self.stream = stream
        self.source = source
        self.actions = actions
    }
}

/// Which source each stream comes from. Kept in the store: an action of the last run goes to its own source, whichever
/// source the next run connects first.
extension CardDatabase {
    /// Assigns streams to an attached source. A stream of another source is emptied, since cursors and versions of one
    /// source mean something else in another; it keeps what it has if actions of the other source wait in it. Streams
    /// that the source had before and are not among these keep their cards and actions.
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

    /// The streams of attached sources, by the name of their source.
    package func assignedStreams() async throws(StoreError) -> [StreamID: String] {
        try await read { db in
            let pairs = try db.statement(
                "SELECT stream.name, source.name FROM stream JOIN source ON source.row = stream.source"
            ).all { (StreamID(stored: $0[0]), ($0[1] as StoredText?)?.text ?? "") }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    /// Removes a source with the cards, actions, drafts and records of its streams, which are the connection's again.
    package func removeSource(_ name: String) async throws(StoreError) {
        try await write(.full) { transaction in
            let (db, stored) = (transaction.db, StoredText(name))
            guard let row = try db.statement("SELECT row FROM source WHERE name = ?").value([stored], as: Int64.self)
            else { return }
            for stream in try db.statement("SELECT name FROM stream WHERE source = ?").values([row], as: String.self) {
                let stream = try transaction.streamRow(StreamID(stored: stream))
                try transaction.removeActions(of: stream)
                try transaction.empty(stream)
                try transaction.setSource(StoredSource.connection.row, of: stream)
            }
            try transaction.run("DELETE FROM analytics WHERE source = ?", [row])
            try transaction.run("DELETE FROM source WHERE row = ?", [row])
        }
    }
}

extension StoreTransaction {
    /// Also of a store in which actions were rescued from a damaged one.
    func assign(_ stream: StreamID, toSource name: String) throws {
        try run("INSERT INTO source (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [StoredText(name)])
        try run(
            "UPDATE stream SET source = (SELECT row FROM source WHERE name = ?) WHERE row = ?",
            [StoredText(name), streamRow(stream).row])
    }

    fileprivate func setSource(_ source: Int64, of stream: StreamRow) throws {
        try run("UPDATE stream SET source = ? WHERE row = ?", [source, stream.row])
    }

    /// Leaves a stream without cards, drafts and cursor, as before its first connection.
    fileprivate func empty(_ stream: StreamRow) throws {
        for table in ["draft", "seen", "card"] { try run("DELETE FROM \(table) WHERE stream = ?", [stream.row]) }
        try run(
            "UPDATE sync_state SET cursor = NULL, etag = NULL, epoch = NULL, last_synced = NULL WHERE stream = ?",
            [stream.row])
        try run("UPDATE stream SET visible_count = 0, ever_had_card = 0 WHERE row = ?", [stream.row])
        markEmptied(stream)
    }

    fileprivate func removeActions(of stream: StreamRow) throws {
        let actions = try db.statement("SELECT key, history FROM outbox WHERE stream = ?").all([stream.row]) { row in
            (key: ActionKey(stored: row[0]), history: row[1] as Int64?)
        }
        try run("DELETE FROM outbox WHERE stream = ?", [stream.row])
        stream.busyCards = nil
        for action in actions {
            news.append(.ended(action.key, .discarded(reason: "the source was removed")))
            try endHistory(action.history, .discarded)
        }
    }
}
