import Cards
import Testing

@testable import FeedSync

struct PollScheduleTests {
    private static let (a, b, c) = (StreamID("a"), StreamID("b"), StreamID("c"))

    private func schedule(_ intervals: [StreamID: Double], standard: Double = 15) -> PollSchedule {
        PollSchedule(
            SyncEngine.Configuration(
                streams: [Self.a, Self.b, Self.c], settings: SyncSettings(pollInterval: standard), intervals: intervals)
        )
    }

    @Test func `each stream is polled at its own interval`() {
        var schedule = schedule([Self.a: 10, Self.c: 0])
        #expect(schedule.shortest == 10)
        var time = 100.0
        var asked: [String] = []
        for round in 0..<5 {
            if round > 0 { schedule.isDueOnly = true }
            for stream in schedule.begin(at: time) {
                asked.append("\(stream.rawValue)\(Int(time - 100))")
                schedule.recordFetch(of: stream, at: time)
            }
            time += schedule.wait(at: time)
        }
        #expect(asked == ["a0", "b0", "c0", "a10", "b15", "a20", "a30", "b30"])
    }

    @Test func `a refresh polls every stream`() {
        var schedule = schedule([Self.c: 0])
        for stream in schedule.begin(at: 0) { schedule.recordFetch(of: stream, at: 0) }
        #expect(schedule.begin(at: 1).count == 3)
    }

    /// Symbols: refresh-interval
    @Test func `an interval is at least a second, or 0 for no polling`() {
        #expect(schedule([Self.a: 0.2]).shortest == 1)
        #expect(schedule([Self.a: -3, Self.b: 0, Self.c: 0]).shortest == 0)
        #expect(schedule([:], standard: 0).shortest == 0)
    }
}
