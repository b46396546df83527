import Cards
import Testing

@testable import CardSession

@Suite struct LatestCountsTests {
    private func count(_ number: Int, of stream: StreamID = "inbox") -> CardCount {
        CardCount(streamID: stream, visible: number, total: number)
    }

    @Test func `the newest count of each stream is delivered, and then the end`() async {
        let counts = LatestCounts()
        for number in 1...3 { counts.put(count(number)) }
        counts.put(count(7, of: "ops"))
        counts.finish()
        #expect(await counts.next() == count(3))
        #expect(await counts.next() == count(7, of: "ops"))
        #expect(await counts.next() == nil)
    }

    @Test func `cancelling one reader does not wake the others, which get later counts`() async throws {
        let counts = LatestCounts()
        let cancelled = Task { await counts.next() }
        let other = Task { await counts.next() }
        try await eventually("both wait") { counts.readerCount == 2 }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        #expect(counts.readerCount == 1)
        counts.put(count(1))
        #expect(await other.value == count(1))
        #expect(counts.readerCount == 0)
    }

    @Test func `the end wakes all waiting readers`() async throws {
        let counts = LatestCounts()
        let readers = (1...2).map { _ in Task { await counts.next() } }
        try await eventually("both wait") { counts.readerCount == 2 }
        counts.finish()
        for reader in readers { #expect(await reader.value == nil) }
    }
}
