import Testing

@testable import FeedServer

/// The rules by which connections are admitted, kept and evicted.
@Suite struct ConnectionBudgetTests {
    private static let home = ConnectionOrigin(address: "127.0.0.1")
    private static let other = ConnectionOrigin(address: "192.0.2.1")

    private func budget(_ connections: Int, perAddress: Int = 0, openFiles: Int = 100_000) -> ConnectionBudget {
        var limits = ServerLimits()
        (limits.connections, limits.unauthenticatedPerAddress) = (connections, perAddress)
        return ConnectionBudget(ConnectionBudget.Limits(limits, openFiles: openFiles))
    }

    @Test(arguments: [
        (1024, 100_000, 1024, 512), (1024, 1024, 896, 448), (1024, 300, 172, 86), (1024, 200, 100, 50),
        (1024, 64, 32, 16), (8, 1024, 8, 4), (1, 1024, 1, 1), (1024, 1, 1, 1), (100_000, 1_000_000, 100_000, 1024),
        (100_000, .max, 100_000, 1024),
    ])
    func `limits follow from the settings and from the files that may be open`(
        wanted: Int, openFiles: Int, connections: Int, unauthenticated: Int
    ) {
        var limits = ServerLimits()
        limits.connections = wanted
        let result = ConnectionBudget.Limits(limits, openFiles: openFiles)
        #expect(result.connections == connections && result.unauthenticated == unauthenticated)
    }

    @Test func `the oldest unauthenticated connection is closed for a new one`() {
        var budget = budget(6)
        for id in 0..<3 { #expect(budget.admit(from: Self.home) == .admitted(id: id, evicting: nil)) }
        #expect(budget.authenticate(0) == true)
        #expect(budget.admit(from: Self.home) == .admitted(id: 3, evicting: nil))
        #expect(budget.admit(from: Self.home) == .admitted(id: 4, evicting: 1))
        #expect(budget.admit(from: Self.other) == .admitted(id: 5, evicting: 2))
        // An evicted connection fails to authenticate; the others are not affected.
        #expect(budget.authenticate(1) == false)
        #expect(budget.authenticate(0) == true)
        #expect(budget.authenticate(3) == true)
        #expect(budget.count == 4)
    }

    @Test func `authenticated connections are never closed for others`() {
        var budget = budget(4)
        for id in 0..<4 {
            #expect(budget.admit(from: Self.home) == .admitted(id: id, evicting: nil))
            #expect(budget.authenticate(id) == true)
        }
        #expect(budget.admit(from: Self.home) == .refused)
        #expect(budget.admit(from: Self.other) == .refused)
        budget.remove(2)
        budget.remove(2)
        #expect(budget.count == 3)
        // One place is left: each new connection replaces the one before, until one authenticates.
        #expect(budget.admit(from: Self.home) == .admitted(id: 4, evicting: nil))
        #expect(budget.admit(from: Self.home) == .admitted(id: 5, evicting: 4))
        #expect(budget.authenticate(5) == true)
        #expect(budget.authenticate(4) == false)
        #expect(budget.admit(from: Self.home) == .refused)
    }

    @Test func `an address that opens too many connections loses its own`() {
        var budget = budget(100, perAddress: 2)
        #expect(budget.admit(from: Self.other) == .admitted(id: 0, evicting: nil))
        for id in 1...2 { #expect(budget.admit(from: Self.home) == .admitted(id: id, evicting: nil)) }
        #expect(budget.admit(from: Self.home) == .admitted(id: 3, evicting: 1))
        // Authenticated users do not count, however many share the address.
        for id in 4..<40 {
            #expect(budget.authenticate(id - 1) == true)
            #expect(budget.admit(from: Self.home) == .admitted(id: id, evicting: nil))
        }
        #expect(budget.admit(from: Self.other) == .admitted(id: 40, evicting: nil))
    }

    @Test func `a closed connection frees its place`() {
        var budget = budget(100, perAddress: 1)
        #expect(budget.admit(from: Self.home) == .admitted(id: 0, evicting: nil))
        budget.remove(0)
        #expect(budget.admit(from: Self.home) == .admitted(id: 1, evicting: nil))
        #expect(budget.evictOldest() == 1)
        #expect(budget.evictOldest() == nil)
        #expect(budget.count == 0)
        #expect(budget.authenticate(1) == false)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false), ("127.0.0.1", "::ffff:127.0.0.1", true),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ("fe80::1%eth0", "fe80::2%eth1", true), ("::1", "127.0.0.1", false), ("", "127.0.0.1", false),
    ])
    func `addresses of one customer's network count as one origin`(first: String, second: String, isSame: Bool) {
        #expect((ConnectionOrigin(address: first) == ConnectionOrigin(address: second)) == isSame)
    }

    @Test func `a flood of connections does not fill the log`() {
        var log = PressureLog()
        let start = ContinuousClock.now
        #expect(log.record(at: start) == 1)
        for second in 1..<60 { #expect(log.record(at: start + .seconds(second)) == nil) }
        #expect(log.record(at: start + .seconds(60)) == 60)
        #expect(log.record(at: start + .seconds(61)) == nil)
    }
}
