import Basics
import Cards
import FeedAPI
import Foundation
import Testing

@testable import cardstream

struct OutcomeFeedTests {
    /// A server with numbered outcomes, which returns a few in each response.
    private final class Server: Sendable {
        struct State {
            var count: Int
            var failures: [FeedError] = []
            var printed: [String] = []
            var problems: [String] = []
            var pauses: [Double] = []
        }

        let state: Lock<State>

        init(_ count: Int, failures: [FeedError] = []) { state = Lock(State(count: count, failures: failures)) }

        func answer(_ query: OutcomeQuery) throws -> [[UInt8]] {
            if let failure = state.withLock({ $0.failures.popLast() }) { throw failure }
            return state.withLock { state in
                let start = query.since?.parts.map { Int($0.sequence) } ?? 0
                let first = query.last.map { max(1, state.count - $0 + 1) } ?? start + 1
                guard first <= state.count else { return [] }
                return (first...min(state.count, first + 1)).map { Array(#"{"cursor":"e-\#($0)"}"#.utf8) }
            }
        }

        /// A feed that stops following after this many pauses. During each pause a card ends.
        func feed(from cursor: FeedCursor? = nil, pauses: Int = 0) -> OutcomeFeed {
            OutcomeFeed(
                from: cursor, lines: { try self.answer($0) },
                print: { lines in
                    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
                    self.state.withLock { $0.printed += texts }
                }, problem: { text in self.state.withLock { $0.problems.append(text) } },
                pause: { seconds in
                    let count = self.state.withLock { state in
                        state.pauses.append(seconds)
                        state.count += 1
                        return state.pauses.count
                    }
                    if count == pauses { throw CancellationError() }
                })
        }

        /// The cursors of the printed lines.
        var printed: [String] {
            state.withLock(\.printed).compactMap {
                $0.split(separator: "\"").last { $0.hasPrefix("e-") }.map(String.init)
            }
        }
    }

    private func cursor(_ number: Int64) -> FeedCursor { FeedCursor(epoch: "e", sequence: number) }

    @Test func `all outcomes are read, page by page`() async throws {
        let server = Server(5)
        let feed = server.feed()
        #expect(try await feed.all(last: nil))
        #expect(server.printed == ["e-1", "e-2", "e-3", "e-4", "e-5"] && feed.cursor == cursor(5))
        #expect(try await server.feed(from: cursor(5)).all(last: nil) == false)
        #expect(try await Server(5).feed().all(last: 2))
    }

    @Test func `following continues after the cursor, and prints each new outcome once`() async throws {
        let server = Server(4)
        let feed = server.feed(from: cursor(2), pauses: 3)
        await #expect(throws: CancellationError.self) { try await feed.follow(.after) }
        #expect(server.printed == ["e-3", "e-4", "e-5", "e-6"] && feed.cursor == cursor(6))
    }

    @Test func `following from now leaves out earlier outcomes`() async throws {
        let server = Server(4)
        await #expect(throws: CancellationError.self) { try await server.feed(pauses: 2).follow(.now) }
        #expect(server.printed == ["e-5"])
        let none = Server(0)
        await #expect(throws: CancellationError.self) { try await none.feed(pauses: 2).follow(.now) }
        #expect(none.printed == ["e-1"])
        let last = Server(4)
        await #expect(throws: CancellationError.self) { try await last.feed(pauses: 1).follow(.last(2)) }
        #expect(last.printed == ["e-3", "e-4"])
    }

    @Test func `an unreachable server is retried with growing pauses, and reported once`() async throws {
        let down = FeedError.unreachable("refused")
        let server = Server(0, failures: [down, down, down])
        await #expect(throws: CancellationError.self) { try await server.feed(pauses: 5).follow(.after) }
        #expect(server.state.withLock { $0.pauses.prefix(3) } == [1, 2, 4])
        #expect(server.state.withLock { $0.problems.count } == 1)
        #expect(server.printed == ["e-1", "e-2", "e-3", "e-4"])
    }

    @Test func `a refusal ends the feed of outcomes`() async throws {
        let server = Server(0, failures: [.server(Problem(.cursorExpired), retryAfter: nil)])
        await #expect(throws: FeedError.self) { try await server.feed().follow(.after) }
    }

    @Test func `columns stay aligned while a table is printed`() {
        var table = TextTable(["STATUS", "USER"])
        table.add(["completed", "ana"])
        #expect(table.takeLines() == ["STATUS     USER", "completed  ana"])
        table.add(["expired", "bo"])
        #expect(table.takeLines() == ["expired    bo"])
    }

    @Test func `a row has the answer and the title`() throws {
        let line = try JSONParser.parse(
            Array(
                """
                {"cursor":"e-1","title":"Deploy?","id":"c1","user":"ana","stream":"ops","status":"completed",\
                "created":"2026-11-21T09:00:00.000Z","updated":"2026-11-21T09:30:00.000Z","responses":[\
                {"action":"submit","button":"approve","values":{"amount":42},"at":"2026-11-21T09:30:00.000Z"}]}
                """.utf8))
        #expect(
            OutcomesCommand.row(line)
                == ["2026-11-21 09:30:00", "completed", "approve amount=42", "ana", "ops", "c1", "Deploy?"])
    }
}
