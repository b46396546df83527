import Glibc

package import struct Foundation.Date

/// The time zones of this machine's IANA database. Used instead of Foundation's time zones, which load all data for
/// internationalisation.
package enum ZoneDatabase {
    private static let folder = "/usr/share/zoneinfo/"
    /// The maximum size of a file in bytes; the largest file has some 4,000.
    private static let fileLimit = 65_536

    /// Whether the time zone exists; true for every name if the machine has no database.
    package static func isKnown(_ name: String) -> Bool { isHere(name) || access(folder, F_OK) != 0 }

    /// Whether this machine's database has the time zone.
    package static func isHere(_ name: String) -> Bool {
        guard isPath(name) else { return false }
        var status = stat()
        return stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The time zone with this IANA name, such as `Pacific/Auckland`; nil if this machine does not have it. Reads its
    /// file.
    package static func zone(named name: String, around now: Date) -> LocalZone? {
        guard isHere(name) else { return nil }
        let file = open(folder + name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        // Reading throws at the end of the file. A file that is not read completely is not a valid zone.
        while bytes.count < fileLimit, let more = try? FileReading.read(file, atMost: 8192) { bytes += more }
        return LocalZone(zoneFile: bytes, around: now)
    }

    private static func isPath(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains(0) && !name.split(separator: "/").contains("..")
    }
}
