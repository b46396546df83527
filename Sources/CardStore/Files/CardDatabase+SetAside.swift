import Basics
import Cards
import SQLite

package import struct Foundation.Date

/// Sets a store aside at the user's request.
extension CardDatabase {
    /// The result of setting a store aside.
    package enum SetAside: Equatable, Sendable {
        /// The store is missing or sound; nothing was changed.
        case notNeeded
        /// The store was damaged and moved to a path. A new store has the unsent actions that could be read.
        case recovered(path: String, rescuedActions: Int)
        /// The store was moved to a path because nothing in it could be read. There is no store now.
        case lost(path: String)
    }

    /// Renames a damaged store. Reads the whole store, which takes a while.
    ///
    /// - Throws: ``StoreError/alreadyOpen(path:pid:)`` while another process uses the store, and errors of opening.
    package static func setAsideIfDamaged(path: String, at now: Date) throws(StoreError) -> SetAside {
        do throws(StoreError) {
            try check(path)
            return .notNeeded
        } catch .notStore {
            return .lost(path: try moveAway(path, at: now))
        } catch .corrupt {
            // Opening repairs a marked file.
            StoreFiles.touch(StoreFiles(path: path).damageMark)
            let database = try open(path: path, at: now)
            defer { database.close() }
            guard case .recovered(let aside, let count) = database.opening else { return .notNeeded }
            return .recovered(path: aside, rescuedActions: count)
        }
    }

    private static func check(_ path: String) throws(StoreError) {
        guard try inspect(path: path) != nil else { return }
        do {
            let source = try readOnly(path)
            // Ignore errors: the connection only reads, so a failed close loses nothing.
            defer { try? source.close() }
            try source.accessNow { try requireWhole($0) }
        } catch { throw damage(StoreError(error)) }
    }

    private static func moveAway(_ path: String, at now: Date) throws(StoreError) -> String {
        let files = StoreFiles(path: path)
        let lock = try StoreLock(databasePath: path)
        defer { lock.release() }
        let target = files.freeName(stamp: String(now.milliseconds / 1000))
        try files.moveAway(to: target)
        return target
    }
}
