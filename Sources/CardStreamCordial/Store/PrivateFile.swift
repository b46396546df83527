import Cards
import Glibc

/// A file that only its user can read.
enum PrivateFile {
    /// Creates the file if it is missing. SQLite gives its other files the mode of this one, so this file must be
    /// private first.
    ///
    /// The file is never opened: closing it would release the locks that SQLite has on it in this process. The next
    /// program that closes the database would then remove its write-ahead log, and this process would not see later
    /// changes.
    ///
    /// - Throws: ``CordialError/Code/storage`` if the file cannot be used.
    static func prepare(_ path: String) throws(CordialError) {
        guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else { throw failure(path, reason) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw failure(path, reason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure(path, "it is not a regular file") }
        // Restrict the mode of a file that another program created with a permissive umask, rather than refuse the
        // file.
        guard status.st_mode & 0o077 == 0 || chmod(path, 0o600) == 0 else {
            throw failure(path, "its permissions cannot be changed")
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func failure(_ path: String, _ reason: String) -> CordialError {
        CordialError(.storage, "the account's file \(path) cannot be used: \(reason)".escapingControls)
    }
}
