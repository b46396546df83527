import Cards
import FeedSync
import Support
import Testing

@Suite struct SyncStatusDebouncerTests {
    typealias Connection = SyncStatus.Connection

    static let offline = Connection.offline(since: .fixed, .noConnection())
    static let fallback = Connection.polling(.pushUnavailable)
    static let stopped = Connection.stopped(.authentication("no"))

    /// The real states with the seconds at which they begin, and the expected shown states with theirs.
    struct Scenario: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var actual: [(Double, Connection)]
        var shown: [(Double, Connection)]
    }

    static let scenarios = [
        Scenario(
            testDescription: "a dropout of a second is not shown", actual: [(0, .live), (5, offline), (6, .live)],
            shown: [(0, .live)]),
        Scenario(
            testDescription: "one that lasts is shown after 1.5 s", actual: [(0, .live), (5, offline)],
            shown: [(0, .live), (6.5, offline)]),
        Scenario(
            testDescription: "what is shown stays for a second",
            actual: [(0, .live), (5, offline), (6.6, .live)], shown: [(0, .live), (6.5, offline), (7.5, .live)]),
        Scenario(
            testDescription: "after its second it goes at once",
            actual: [(0, .live), (5, offline), (20, .live)], shown: [(0, .live), (6.5, offline), (20, .live)]),
        Scenario(
            testDescription: "a relapse within the second keeps it shown",
            actual: [(0, .live), (5, offline), (6.6, .live), (7, offline), (9, .live)],
            shown: [(0, .live), (6.5, offline), (9, .live)]),
        Scenario(
            testDescription: "flapping faster than 1.5 s is never shown",
            actual: [(0, .live), (1, offline), (2, .live), (3, offline), (4, .live), (5, offline), (6, .live)],
            shown: [(0, .live)]),
        Scenario(
            testDescription: "one trouble after another is one trouble",
            actual: [(0, .live), (5, offline), (6, fallback), (7, offline), (8, fallback)],
            shown: [(0, .live), (6.5, fallback), (7, offline), (8, fallback)]),
        Scenario(
            testDescription: "a stop is said at once", actual: [(0, .live), (5, stopped)],
            shown: [(0, .live), (5, stopped)]),
        Scenario(
            testDescription: "and its end, too", actual: [(0, stopped), (1, .live)], shown: [(0, stopped), (1, .live)]),
        Scenario(
            testDescription: "a start without a network says so after 1.5 s",
            actual: [(0, .connecting), (0.1, offline)],
            shown: [(0, .connecting), (1.6, offline)]),
        Scenario(
            testDescription: "chosen polling is no trouble", actual: [(0, .connecting), (0.2, .polling(.chosen))],
            shown: [(0, .connecting), (0.2, .polling(.chosen))]),
        Scenario(
            testDescription: "a short new attempt is not shown", actual: [(0, .live), (3, .connecting), (4, .live)],
            shown: [(0, .live)]),
    ]

    @Test(arguments: scenarios) func `the shown state is debounced and correct`(scenario: Scenario) {
        var debouncer = SyncStatusDebouncer()
        var shown: [(Double, Connection)] = []
        var due: Double?
        var actual = scenario.actual[...]
        // In tenths of a second, so that every event is met exactly.
        for tenth in 0...400 {
            let now = Double(tenth) / 10
            var isMoment = false
            while let (time, connection) = actual.first, time <= now {
                actual.removeFirst()
                due = debouncer.update(SyncStatus(connection: connection), at: now)
                isMoment = true
            }
            // Like the engine, calls it only when it is due.
            if !isMoment, let time = due, time <= now { due = debouncer.settle(at: now) }
            if shown.last?.1 != debouncer.shown.connection { shown.append((now, debouncer.shown.connection)) }
        }
        #expect(shown.map(\.1) == scenario.shown.map(\.1))
        #expect(zip(shown, scenario.shown).allSatisfy { abs($0.0 - $1.0) < 0.11 }, "\(shown)")
        #expect(due == nil, "nothing is held back in the end")
    }

    @Test func `an action that is sent quickly is not shown`() {
        var debouncer = SyncStatusDebouncer(initial: SyncStatus(connection: .live))
        #expect(debouncer.update(SyncStatus(connection: .live, waitingActions: 1), at: 0) == 1.5)
        #expect(debouncer.shown.waitingActions == 0)
        #expect(debouncer.update(SyncStatus(connection: .live), at: 0.3) == nil)
        #expect(debouncer.update(SyncStatus(connection: .live, waitingActions: 2), at: 1) == 2.5)
        #expect(debouncer.settle(at: 2.5) == nil)
        #expect(debouncer.shown.waitingActions == 2)
        _ = debouncer.update(SyncStatus(connection: .live), at: 2.6)
        #expect(debouncer.shown.waitingActions == 0)
    }

    @Test func `a refused action is shown immediately`() {
        var debouncer = SyncStatusDebouncer(initial: SyncStatus(connection: .live))
        _ = debouncer.update(SyncStatus(connection: .live, refusedActions: 1), at: 0)
        #expect(debouncer.shown.refusedActions == 1)
    }
}
