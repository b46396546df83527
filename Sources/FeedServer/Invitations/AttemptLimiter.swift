import struct Foundation.Date

/// Locks out addresses that try wrong invitation codes. Contains only the rule, without sockets and without a clock.
///
/// An address that has sent ``mostFailures`` wrong codes within ``window`` is locked out for ``lockout``, even with a
/// correct code. The memory is bounded: if there are too many addresses, the one whose window began first is removed. A
/// code has 128 random bits and cannot be guessed anyway; the rule limits the work that a flood of attempts causes.
struct AttemptLimiter {
    /// The number of wrong codes from one address within the window that locks it out.
    static let mostFailures = 10
    /// The length of the window in seconds, starting with the first wrong code.
    static let window = 60.0
    /// The length of a lockout in seconds.
    static let lockout = 60.0
    static let mostAddresses = 4096

    private struct Record {
        var failures = 0
        /// When the window began; for a locked address, when the lockout began.
        var since: Date
        var isLocked = false
    }

    private var records: [ConnectionOrigin: Record] = [:]

    /// The number of addresses in memory.
    var count: Int { records.count }

    /// The number of seconds until the address may try again; nil if it may try now.
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

    /// Whether a window or lockout has not ended. If the clock is set back, windows and lockouts end early instead of
    /// lasting longer.
    private static func isCurrent(_ record: Record, now: Date) -> Bool {
        let passed = now.timeIntervalSince(record.since)
        return passed >= 0 && passed < (record.isLocked ? lockout : window)
    }
}
