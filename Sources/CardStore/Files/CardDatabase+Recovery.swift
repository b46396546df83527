import Cards
import SQLite

import struct Foundation.Date

extension CardDatabase {
    /// Sets a damaged file aside, begins a new one and saves into it the actions, which exist only
    /// here. The cards come again from the server.
    ///
    /// A crash at any point is made good by the next start: a mark names the file set aside until its actions are on
    /// the disk. An action that was rescued already keeps its key and is not taken a second time.
    static func recover(
        files: StoreFiles, lock: StoreLock, turns: StoreTurns, isExclusive: Bool, at now: Date
    ) throws(StoreError) -> CardDatabase {
        let stamp = String(now.milliseconds / 1000)
        let isResumed = files.pendingRescue != nil
        let aside = try files.setAside(stamp: stamp)
        let actions = rescue(from: aside)
        try files.prepare()
        let database: CardDatabase
        do throws(StoreError) {
            database = try CardDatabase.create(
                files: files, lock: lock, turns: turns, isExclusive: isExclusive, setAside: aside,
                rescued: actions.count)
        } catch .corrupt where isResumed {
            // What the crash left of the new file. It holds nothing that is not in the one set aside.
            try files.moveAway(to: files.freeName(stamp: stamp))
            try files.prepare()
            database = try CardDatabase.create(
                files: files, lock: lock, turns: turns, isExclusive: isExclusive, setAside: aside,
                rescued: actions.count)
        }
        let sources = rescueSources(from: aside)
        try database.writeNow(.full) { transaction in
            for stream in Set(actions.map(\.streamID)) {
                if let source = sources[stream] { try transaction.assign(stream, toSource: source) }
            }
            for action in actions where try transaction.action(action.key) == nil { try transaction.enqueue(action) }
        }
        try files.endRescue()
        return database
    }

    /// The sources of streams that are not the connection's: an action must not go to another one. Empty for a file of an
    /// earlier version, which has none.
    private static func rescueSources(from path: String) -> [StreamID: String] {
        let found = try? Connection(path).accessNow { db in
            try db.statement("SELECT stream.name, source.name FROM stream JOIN source ON source.row = stream.source")
                .all { (StreamID(stored: $0[0]), ($0[1] as StoredText?)?.text ?? "") }
        }
        return Dictionary(found ?? []) { first, _ in first }
    }

    /// The readable rows of the outbox. Only those on a damaged page are lost, if the pages above it can be read.
    private static func rescue(from path: String) -> [OutboxRecord] {
        // A file that cannot be opened at all stays where it was set aside, and the number rescued is reported.
        guard let connection = try? Connection(path) else { return [] }
        defer {
            // Nothing was written, so nothing can be lost by a close that fails.
            try? connection.close()
        }
        return (try? connection.accessNow { db in rescue(from: db) }) ?? []
    }

    /// How many positions are tried behind a damaged page: more than the actions that wait anywhere.
    private static let furthestRescue: Int64 = 10_000

    private static func rescue(from db: Database) -> [OutboxRecord] {
        var actions: [OutboxRecord] = []
        var last: Int64 = 0
        func read(_ condition: String, _ position: Int64) throws -> Bool {
            let select = try db.statement(OutboxRecord.rescue + " WHERE position " + condition)
            let row = try select.first([position]) { ($0.int64(0), OutboxRecord($0)) }
            guard let (found, action) = row else { return false }
            last = found
            if let action { actions.append(action) }
            return true
        }
        do {
            while try read("> ? ORDER BY position LIMIT 1", last) {}
        } catch {
            // A row behind a damaged page is found by its own position; without the highest one it is not known where to look.
            let stored = try? db.statement("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").value(
                as: Int64.self)
            guard let highest = stored, highest > last else { return actions }
            // Both may be damaged as well, so nothing is added to them unless there is room.
            let end = highest - last > furthestRescue ? last + furthestRescue : highest
            // A position that cannot be read either is on the damaged page.
            for position in (last + 1)...end { _ = try? read("= ?", position) }
        }
        return actions
    }
}
