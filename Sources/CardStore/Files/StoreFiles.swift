import CLinux
import Glibc
import SQLite

/// The database's files: private to the user, owned by the user, and put aside rather than thrown away.
struct StoreFiles {
    let path: String

    var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Exists when a running program met damage, see ``CardDatabase``.
    var damageMark: String { path + ".damaged" }

    /// Creates what is missing with 0700 and 0600 before SQLite does, whose -wal and -shm take the file's mode.
    func prepare() throws(StoreError) {
        let code = clinux_make_folders(directory, 0o700)
        guard code == 0 else {
            throw .unusable(
                path: directory, reason: "the directory cannot be created: \(String(cString: strerror(code)))")
        }
        try checkOwner(directory)
        try checkOwner(path)
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be opened") }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unusable(path: path, reason: "is not a regular file")
        }
        // A file made by something else under a lax umask is narrowed rather than refused.
        if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 { throw failure("cannot be made private") }
    }

    /// Refuses a file that never was a store, before it is changed. Recovery sets a damaged file aside, which must not
    /// happen to an unrelated file because of a wrong path.
    ///
    /// A store that was opened once has its lock beside it. Of one that came from elsewhere, as from a backup, the
    /// tables are looked at. Must not be called while SQLite has the file open, as ``schemaVersion()``.
    func checkKind() throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
        if StoreLock.isBeside(path) { return }
        do {
            guard try schemaVersion() != nil else { return }
            var options = ConnectionOptions()
            (options.isReadOnly, options.isURI) = (true, true)
            // Without a log there is none to be made beside a file that may be another program's.
            let mode = access(path + "-wal", F_OK) == 0 ? "" : "?immutable=1"
            let name = path.reduce(into: "") { $0 += ["%": "%25", "?": "%3F", "#": "%23"][$1] ?? String($1) }
            let connection = try Connection("file:\(name)\(mode)", options)
            defer {
                // It was only read, so a close that fails loses nothing.
                try? connection.close()
            }
            if try connection.accessNow({ db in
                try ["stream", "sync_state", "card", "outbox"].allSatisfy { try db.hasTable($0) }
            }) {
                return
            }
        } catch {
            // It is no database or cannot be read, so it is not known to be a store.
        }
        throw .notStore(path: path)
    }

    /// Another user's symbolic link could lead our cards, or our writes, anywhere.
    private func checkOwner(_ path: String) throws(StoreError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let owner = status.st_uid
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        // What root owns is trusted unless it is a link into somewhere else made by a third user.
        guard owner == geteuid() || (owner == 0 && !isLink) else {
            throw .unsafePath(
                path: path, reason: "\(isLink ? "is a symbolic link" : "is") owned by another user (uid \(owner))")
        }
    }

    /// The schema version in the file's header, or nil for an empty file. Throws `corrupt` for a file of another
    /// kind. Read without SQLite, so that a later version's file is not touched in any way. Must not be called
    /// while SQLite has the file open: closing the descriptor would drop SQLite's locks.
    func schemaVersion() throws(StoreError) -> Int? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot be read") }
        defer { Glibc.close(descriptor) }
        var header = [UInt8](repeating: 0, count: 100)
        let count = read(descriptor, &header, header.count)
        if count == 0 { return nil }
        guard count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .corrupt("the file is not a database")
        }
        return header[60..<64].reduce(0) { $0 << 8 | Int($1) }
    }

    func failure(_ what: String) -> StoreError {
        .unusable(path: path, reason: "\(what): \(systemMessage())")
    }
}

extension StoreFiles {
    /// Looks at the database as ``CardDatabase/open(path:at:)`` would find it, and leaves no trace: nothing is made,
    /// locked or changed. Nil when there is none yet.
    func inspect() throws(StoreError) -> Int? {
        try checkOwner(directory)
        try checkOwner(path)
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure("cannot be opened") }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unusable(path: path, reason: "is not a regular file") }
        guard access(path, R_OK | W_OK) == 0 else { throw failure("cannot be opened") }
        try checkKind()
        let found = try schemaVersion()
        if let found, found > Schema.version {
            throw .newerSchema(path: path, found: found, known: Schema.version)
        }
        guard !isMarkedDamaged else { throw .corrupt("it was found damaged while in use") }
        guard pendingRescue == nil else { throw .corrupt("its repair was interrupted") }
        return found
    }

    var isMarkedDamaged: Bool { access(damageMark, F_OK) == 0 }

    static func touch(_ path: String) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }
}
