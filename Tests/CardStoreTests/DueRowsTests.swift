import Support
import Testing

@testable import CardStore

/// Compares with a plain dictionary.
struct DueRowsTests {
    @Test(arguments: 1...20) func `rows are returned when they are due, with their latest time`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var rows = DueRows()
        var times: [Int64: Int64] = [:]
        for now in Int64(0)..<400 {
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                let row = Int64.random(in: 0..<60, using: &random)
                let time = Bool.random(using: &random) ? now + Int64.random(in: 0..<50, using: &random) : nil
                rows.set(row, time)
                times[row] = time
            }
            #expect(rows.next() == times.values.min())
            var taken: Set<Int64> = []
            while let row = rows.take(at: now) { #expect(taken.insert(row).inserted) }
            #expect(taken == Set(times.filter { $0.value <= now }.keys))
            times = times.filter { $0.value > now }
        }
    }
}
