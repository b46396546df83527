import Testing

@testable import CursesTerminal

@Suite struct PairTableTests {
    private let table = PairTable()

    /// The pair for a combination of colours, and whether this call defined it.
    private func pair(_ key: UInt64, from first: Int32 = 16, below limit: Int32 = 256) -> (Int32?, isNew: Bool) {
        var isNew = false
        let pair = table.pair(key, from: first, below: limit) { _ in
            isNew = true
            return true
        }
        return (pair, isNew)
    }

    @Test func `two painters of one screen do not redefine each other's colour pairs`() {
        #expect(pair(1) == (16, true))
        #expect(pair(2) == (17, true))
        #expect(pair(1) == (16, false))
        #expect(pair(2) == (17, false))
    }

    @Test func `no painter gets a pair below its first one`() {
        #expect(pair(1, from: 16) == (16, true))
        #expect(pair(1, from: 64) == (64, true))
        #expect(pair(2, from: 16) == (65, true))
        #expect(pair(1, from: 16) == (64, false))
    }

    @Test func `if all pairs are used, they are reassigned, and all painters are notified`() {
        #expect(pair(1, below: 17) == (16, true))
        #expect(pair(2, below: 17) == (nil, false))
        let generation = table.generation
        table.reset()
        #expect(table.generation != generation)
        #expect(pair(2, below: 17) == (16, true))
    }

    @Test func `a pair that curses refuses is not used`() {
        #expect(table.pair(1, from: 1, below: 8) { _ in false } == nil)
        #expect(table.pair(1, from: 1, below: 8) { _ in true } == 1)
    }

    @Test func `painters that share a table notice when the other one has reset it`() {
        var left = ColorPairs(support: .none, limit: 64, first: 16, table: table)
        var right = ColorPairs(support: .none, limit: 64, first: 16, table: table)
        #expect(!left.wasReset() && !right.wasReset())
        left.reset()
        #expect(!left.wasReset() && right.wasReset() && !right.wasReset())
    }
}
