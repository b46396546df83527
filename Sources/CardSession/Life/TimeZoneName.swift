internal import Glibc

/// Time zone names of this machine's IANA database.
package enum TimeZoneName {
    private static let database = "/usr/share/zoneinfo/"

    /// Whether the time zone exists; true for every name if the machine has no database. Checks for a file, since
    /// Foundation's time zones are slow to load.
    package static func isKnown(_ name: String) -> Bool {
        isHere(name) || access(database, F_OK) != 0
    }

    /// Whether this machine's database has the time zone.
    package static func isHere(_ name: String) -> Bool {
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return false }
        var status = stat()
        return stat(database + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
