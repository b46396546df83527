import struct Foundation.Date

/// Locks addresses out that try wrong codes: the rule, without sockets and clock.
///
/// An address that has sent ``mostFailures`` wrong codes within ``window`` is locked out for ``lockout``, for correct
/// codes as well. The memory is bounded: of too many addresses, the one whose window began first is removed. A code has
/// 128 random bits and cannot be guessed anyway; the rule limits the work that a flood of attempts causes.
struct AttemptLimiter {
    /// Wrong codes of one address within the window.
    static let mostFailures = 10
    /// In seconds, from the first wrong code.
    static let window = 60.0
    /// In seconds.
    static let lockout = 60.0
    static let mostAddresses = 4096

    private struct Record {
        var failures = 0
        /// When the window or, of a locked address, the lockout began.
        var since: Date
        var isLocked = false
    }

    private var records: [ConnectionOrigin: Record] = [:]

    /// The number of addresses in memory.
    var count: Int { records.count }

    /// Seconds until the address may try again; nil if it may now.
    func secondsLocked(_ origin: ConnectionOrigin, now: Date) -> Double? {
        guard let record = records[origin], record.isLocked, Self.isCurrent(record, now: now) else { return nil }
        return Self.lockout - now.timeIntervalSince(record.since)
    }

    mutating func recordFailure(of origin: ConnectionOrigin, now: Date) {
        var record = records[origin] ?? Record(since: now)
        if !Self.isCurrent(record, now: now) { record = Record(since: now) }
        record.failures += 1
        if record.failures >= Self.mostFailures, !record.isLocked {
            record.isLocked = true
            record.since = now
        }
        if records[origin] == nil, records.count >= Self.mostAddresses { makeRoom(now: now) }
        records[origin] = record
    }

    private mutating func makeRoom(now: Date) {
        records = records.filter { Self.isCurrent($0.value, now: now) }
        guard records.count >= Self.mostAddresses else { return }
        if let oldest = records.min(by: { $0.value.since < $1.value.since })?.key { records[oldest] = nil }
    }

    /// A clock that was set back ends windows and lockouts rather than extending them.
    private static func isCurrent(_ record: Record, now: Date) -> Bool {
        let passed = now.timeIntervalSince(record.since)
        return passed >= 0 && passed < (record.isLocked ? lockout : window)
    }
}
