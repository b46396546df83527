import Cards
import FeedAPI
import Support
import Testing

@testable import FeedServer

@Suite struct BulkLinesTests {
    private func lines(_ text: String, limit: Int = 100) throws -> [(Int, String)] {
        var lines = BulkLines(Array(text.utf8), limit: limit)
        var found: [(Int, String)] = []
        while let line = try lines.next() { found.append((lines.number, String(decoding: line, as: UTF8.self))) }
        return found
    }

    @Test(
        arguments: [
            ("", []), ("a", ["1 a"]), ("a\n", ["1 a"]), ("a\nb", ["1 a", "2 b"]),
            ("\n\n a\r\n\t\nb\n\n", ["3  a\r", "5 b"]),
            ("\n", []), (" \r\n\t", []),
        ] as [(String, [String])])
    func `lines are given with their numbers, and blank ones are skipped`(text: String, expected: [String]) throws {
        #expect(try lines(text).map { "\($0.0) \($0.1)" } == expected)
    }

    @Test func `a line is a part of the body, not a copy, so that lines take no memory`() throws {
        let body = Array("\n\nabc\ndef".utf8)
        var lines = BulkLines(body, limit: 10)
        var places: [Int] = []
        try body.withUnsafeBufferPointer { whole in
            while let line = try lines.next() {
                try line.withUnsafeBufferPointer { part in
                    places.append(try #require(part.baseAddress) - (try #require(whole.baseAddress)))
                }
            }
        }
        #expect(places == [2, 6])
    }

    @Test func `lines are counted, empty ones too, and one too many is named`() throws {
        #expect(try lines(String(repeating: "\n", count: 100)).isEmpty)
        let problem = #expect(throws: Problem.self) { try lines(String(repeating: "\n", count: 101)) }
        #expect(problem?.type == .tooLarge && problem?.line == 101 && problem?.expected == "at most 100 lines")
    }

    /// Item 14 of the attack list: 64 MiB of line ends.
    @Test func `a body of nothing but line ends is refused`() async throws {
        let test = try await TestServer()
        let body = [UInt8](repeating: 10, count: ServerLimits().bulkBytes)
        let refused = await problem {
            try await test.server.service.publish(lines: body, environment: test.keys.environment)
        }
        #expect(refused?.type == .tooLarge && refused?.line == ServerLimits().bulkLines + 1)
    }
}
