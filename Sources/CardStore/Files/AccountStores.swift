import CLinux
import Cards
import Glibc
import SQLite

package import struct Foundation.Date

/// The stores of a profile's accounts, beside each other in a folder. The store in use has the plain name; those of
/// other accounts have a suffix with the time at which they were put aside. So drafts, history and seen cards of an
/// account are still there when the profile shows it again.
package struct AccountStores: Sendable {
    private let files: StoreFiles

    /// - Parameter path: The path of the store in use.
    package init(path: String) { files = StoreFiles(path: path) }

    private var prefix: String { files.path + ".account-" }

    /// Whether a store is put aside.
    package var hasOthers: Bool { !others.isEmpty }

    /// The paths of the stores that are put aside, oldest first.
    private var others: [String] {
        guard let folder = opendir(files.directory) else { return [] }
        defer { closedir(folder) }
        var paths: [String] = []
        while let entry = readdir(folder) {
            let path = files.directory + "/" + String(cString: clinux_entry_name(entry))
            if path.hasPrefix(prefix), !path.hasSuffix("-wal"), !path.hasSuffix("-shm") { paths.append(path) }
        }
        return paths.sorted()
    }

    /// How long to wait for other processes that use the store. Commands end sooner.
    package static let timeout = Duration.seconds(5)

    /// Puts the store in use aside, and takes that of the wanted account back if there is one. Otherwise the next
    /// opening creates an empty store. Blocks while another process uses the store.
    ///
    /// - Parameters:
    ///   - now: The time for the name of the store that is put aside.
    ///   - limit: How long to wait for the other process.
    ///   - pause: Waits before the next attempt.
    ///   - isWanted: Whether an owner of a store is the wanted account.
    /// - Throws: ``StoreError/alreadyOpen(path:pid:)`` if another process still uses the store; errors of opening.
    package func change(
        at now: Date, within limit: Duration = timeout, pause: () -> Void = { usleep(2000) },
        to isWanted: (String) -> Bool
    ) throws(StoreError) {
        let end = ContinuousClock.now + limit
        while true {
            do throws(StoreError) { return try changeNow(at: now, to: isWanted) } catch {
                guard case .alreadyOpen = error, ContinuousClock.now < end else { throw error }
            }
            pause()
        }
    }

    private func changeNow(at now: Date, to isWanted: (String) -> Bool) throws(StoreError) {
        let database = try CardDatabase.open(path: files.path, at: now)
        let isEmpty: Bool
        do {
            // Closing writes the log into the file, so that renaming moves one file.
            defer { database.close() }
            isEmpty = try database.isEmptyOfWork()
        }
        let processLock = try StoreProcessLock(databasePath: files.path)
        let lock = try StoreLock(databasePath: files.path)
        defer { lock.release() }
        guard try processLock.useAlone(), access(files.path + "-wal", F_OK) != 0 else {
            throw .alreadyOpen(path: files.path, pid: nil)
        }
        defer { processLock.endUse() }
        // A store that cannot be read belongs to no wanted account; it stays where it is.
        let wanted = others.last { path in (try? owner(of: path)).map(isWanted) ?? false }
        if !isEmpty {
            try rename(files.path, to: freeName(at: now))
        } else if wanted != nil {
            unlink(files.path)
        }
        if let wanted { try rename(wanted, to: files.path) }
        try files.flushDirectory()
    }

    /// Deletes the stores that are put aside, except those that cannot be read: their owner may be one that is kept.
    ///
    /// - Parameter isKept: Whether the store of an owner stays.
    /// - Returns: The paths of the stores that cannot be read.
    package func removeOthers(except isKept: (String) -> Bool) throws(StoreError) -> [String] {
        var unreadable: [String] = []
        for path in others {
            let owner: String?
            do throws(StoreError) { owner = try self.owner(of: path) } catch {
                unreadable.append(path)
                continue
            }
            if owner.map(isKept) ?? false { continue }
            for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        }
        try files.flushDirectory()
        return unreadable
    }

    /// The owner of a store that is put aside; nil if it has none.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read.
    private func owner(of path: String) throws(StoreError) -> String? {
        // Reading creates these files, and the log is empty.
        defer { for suffix in ["-wal", "-shm"] { unlink(path + suffix) } }
        return try CardDatabase.summary(at: path)?.owner
    }

    private func freeName(at now: Date) -> String {
        var seconds = now.milliseconds / 1000
        while access("\(prefix)\(seconds)", F_OK) == 0 { seconds += 1 }
        return "\(prefix)\(seconds)"
    }

    private func rename(_ path: String, to target: String) throws(StoreError) {
        guard Glibc.rename(path, target) == 0 else {
            throw .unusable(path: path, reason: "cannot be renamed: \(systemMessage())")
        }
    }
}

extension CardDatabase {
    /// Whether the store has no owner, and nothing that a user entered or did.
    fileprivate func isEmptyOfWork() throws(StoreError) -> Bool {
        try readNow { db in
            try ["owner", "draft", "history", "outbox"].allSatisfy { table in
                try db.statement("SELECT count(*) FROM \(table)").value() ?? 0 == 0
            }
        }
    }
}
