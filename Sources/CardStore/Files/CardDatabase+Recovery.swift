import Cards
import SQLite

import struct Foundation.Date

extension CardDatabase {
    /// Sets a damaged file aside, creates a new one and saves the actions into it, because they exist nowhere else. The
    /// cards are loaded from the server again.
    ///
    /// The next start continues after a crash at any point: a mark names the file that was set aside until its actions
    /// are on disk. An action that was already rescued keeps its key and is not stored twice.
    static func recover(
        files: StoreFiles, lock: StoreLock, processLock: StoreProcessLock, isExclusive: Bool, at now: Date
    ) throws(StoreError) -> CardDatabase {
        let stamp = String(now.milliseconds / 1000)
        let isResumed = files.pendingRescue != nil
        let aside = try files.setAside(stamp: stamp)
        let actions = rescue(from: aside)
        try files.prepare()
        let database: CardDatabase
        do throws(StoreError) {
            database = try CardDatabase.create(
                files: files, lock: lock, processLock: processLock, isExclusive: isExclusive, setAside: aside,
                rescued: actions.count)
        } catch .corrupt where isResumed {
            // The new file is left from the crash. It has nothing that is not in the file set aside.
            try files.moveAway(to: files.freeName(stamp: stamp))
            try files.prepare()
            database = try CardDatabase.create(
                files: files, lock: lock, processLock: processLock, isExclusive: isExclusive, setAside: aside,
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

    /// The sources of streams that do not belong to the connection: an action must not go to another source. Empty for
    /// a file of an earlier version, which has no sources.
    private static func rescueSources(from path: String) -> [StreamID: String] {
        let found = try? Connection(path).accessNow { db in
            try db.statement("SELECT stream.name, source.name FROM stream JOIN source ON source.row = stream.source")
                .all { (StreamID(stored: $0[0]), ($0[1] as StoredText?)?.text ?? "") }
        }
        return Dictionary(found ?? []) { first, _ in first }
    }

    /// The readable rows of the outbox. Only rows on a damaged page are lost, if the pages above it can be read.
    private static func rescue(from path: String) -> [OutboxRecord] {
        // Ignore errors: a file that cannot be opened stays where it was set aside, and the number of rescued actions
        // is reported.
        guard let connection = try? Connection(path) else { return [] }
        defer {
            // Ignore errors: nothing was written, so a failed close loses nothing.
            try? connection.close()
        }
        return (try? connection.accessNow { db in rescue(from: db) }) ?? []
    }

    /// The number of positions to try behind a damaged page: more than any store has actions.
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
            // Rows behind a damaged page can only be found by their positions, which requires the highest position.
            let stored = try? db.statement("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").value(
                as: Int64.self)
            guard let highest = stored, highest > last else { return actions }
            // Both numbers may be damaged, so avoid an overflow.
            let end = highest - last > furthestRescue ? last + furthestRescue : highest
            // Ignore errors: a position that cannot be read is also on the damaged page.
            for position in (last + 1)...end { _ = try? read("= ?", position) }
        }
        return actions
    }
}
