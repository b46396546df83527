internal import Glibc

/// The names of time zones, by the IANA database of this machine.
package enum TimeZoneName {
    private static let database = "/usr/share/zoneinfo/"

    /// Whether there is such a zone, as far as this machine can tell: where it has no database, every name may be one. One
    /// look at a file, since Foundation's zones are slow to load.
    package static func isKnown(_ name: String) -> Bool {
        isHere(name) || access(database, F_OK) != 0
    }

    /// Whether this machine has it.
    package static func isHere(_ name: String) -> Bool {
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return false }
        var status = stat()
        return stat(database + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
