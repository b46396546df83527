import CLinux
import Glibc
import SQLite

/// The files of the database. They are private to the user and owned by the user, and are set aside rather than
/// deleted.
struct StoreFiles {
    let path: String

    var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path of the mark that exists when a running program found damage, see ``CardDatabase``.
    var damageMark: String { path + ".damaged" }

    /// Creates missing folders and files with modes 0700 and 0600, before SQLite does: its -wal and -shm files get the
    /// mode of the database file.
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
        // Restrict the mode of a file that another program created with a permissive umask, rather than refuse the
        // file.
        if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 { throw failure("cannot be made private") }
    }

    /// Refuses a file that never was a store, before it is changed. Recovery sets a damaged file aside, which must not
    /// happen to an unrelated file because of a wrong path.
    ///
    /// A store that was opened before has its lock file next to it. For other files, for example from a backup, this
    /// checks the tables. Must not be called while SQLite has the file open, for the same reason as
    /// ``schemaVersion()``.
    func checkKind() throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
        if StoreLock.isBeside(path) { return }
        do {
            guard try schemaVersion() != nil else { return }
            var options = ConnectionOptions()
            (options.isReadOnly, options.isURI) = (true, true)
            // If there is no log, do not let SQLite create one next to a file that may belong to another program.
            let mode = access(path + "-wal", F_OK) == 0 ? "" : "?immutable=1"
            let name = path.reduce(into: "") { $0 += ["%": "%25", "?": "%3F", "#": "%23"][$1] ?? String($1) }
            let connection = try Connection("file:\(name)\(mode)", options)
            defer {
                // Ignore errors: the connection only reads, so a failed close loses nothing.
                try? connection.close()
            }
            if try connection.accessNow({ db in
                try ["stream", "sync_state", "card", "outbox"].allSatisfy { try db.hasTable($0) }
            }) {
                return
            }
        } catch {
            // Ignore the error: a file that is not a database, or cannot be read, is not known to be a store.
        }
        throw .notStore(path: path)
    }

    /// Checks the owner of a path: a symbolic link of another user could redirect reads and writes of cards anywhere.
    private func checkOwner(_ path: String) throws(StoreError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let owner = status.st_uid
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        // Files of root are trusted, except symbolic links.
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
    /// Checks the database as ``CardDatabase/open(path:at:)`` would find it, without creating, locking or changing
    /// anything. Returns the schema version; nil if there is no database.
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
