import Basics
import Cards
import Glibc

/// A file that only its user can read.
enum PrivateFile {
    /// Creates the file if it is missing. SQLite gives its other files the mode of this one, so it has to be private first.
    ///
    /// - Throws: ``CordialError/Code/storage``.
    static func prepare(_ path: String) throws(CordialError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.isRegular else {
            throw failure(path, "it is not a regular file")
        }
        // A file made by something else under a lax umask is narrowed rather than refused.
        guard status.permissions & 0o077 == 0 || fchmod(descriptor, 0o600) == 0 else {
            throw failure(path, "its permissions cannot be changed")
        }
    }

    private static func failure(_ path: String, _ reason: String) -> CordialError {
        CordialError(.storage, "the account's file \(path) cannot be used: \(reason)".escapingControls)
    }
}
