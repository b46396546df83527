import Foundation
import Support
import Testing

@testable import FeedServer

/// Which addresses may try an invitation code, and which must wait.
@Suite struct AttemptLimiterTests {
    private static let home = ConnectionOrigin(address: "192.0.2.1")
    private static let other = ConnectionOrigin(address: "192.0.2.2")

    private func fail(_ times: Int, _ limiter: inout AttemptLimiter, at seconds: Double = 0) {
        for _ in 0..<times { limiter.recordFailure(of: Self.home, now: .fixed(seconds)) }
    }

    @Test func `ten wrong codes within a minute lock an address out for a minute`() {
        var limiter = AttemptLimiter()
        fail(9, &limiter)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(59)) == nil)
        fail(1, &limiter, at: 59)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(59)) == 60)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(118)) == 1)
        #expect(limiter.secondsLocked(Self.other, now: .fixed(59)) == nil)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(119)) == nil)
        // After the lockout the count starts again at zero.
        fail(9, &limiter, at: 119)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(119)) == nil)
    }

    @Test func `after a minute wrong codes no longer count`() {
        var limiter = AttemptLimiter()
        for minute in 0..<5 {
            fail(9, &limiter, at: Double(minute) * 60)
            #expect(limiter.secondsLocked(Self.home, now: .fixed(Double(minute) * 60)) == nil)
        }
    }

    @Test func `a clock that is set back does not extend a lock`() {
        var limiter = AttemptLimiter()
        fail(10, &limiter, at: 5000)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(5001)) == 59)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(0)) == nil)
    }

    @Test func `a network of IPv6 is one address`() {
        var limiter = AttemptLimiter()
        for host in 0..<10 {
            limiter.recordFailure(of: ConnectionOrigin(address: "2001:db8::\(host)"), now: .fixed)
        }
        #expect(limiter.secondsLocked(ConnectionOrigin(address: "2001:db8::ffff"), now: .fixed) == 60)
    }

    @Test func `the memory is bounded, and what is recent stays`() {
        var limiter = AttemptLimiter()
        for number in 0..<3 * AttemptLimiter.mostAddresses {
            let address = "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
            limiter.recordFailure(of: ConnectionOrigin(address: address), now: .fixed(Double(number) / 1000))
            #expect(limiter.count <= AttemptLimiter.mostAddresses)
        }
        fail(10, &limiter, at: 13)
        #expect(limiter.secondsLocked(Self.home, now: .fixed(13)) == 60)
        #expect(limiter.count == AttemptLimiter.mostAddresses)
    }
}
