import Glibc

package import struct Foundation.Date

extension LocalZone {
    /// The zone of `TZ` or of the machine, from the C library, because Foundation's zones are slow to load.
    package static func system(around now: Date) -> LocalZone {
        tzset()
        return LocalZone(around: now) { date in
            var seconds = time_t(date.timeIntervalSince1970)
            var parts = tm()
            localtime_r(&seconds, &parts)
            return parts.tm_gmtoff
        }
    }
}
