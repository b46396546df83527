import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// What a publisher can read about outcomes and about new users.
@Suite struct OutcomesTests {
    private func answer(_ test: TestServer, _ query: OutcomeQuery) async throws -> (Int, [JSONValue], Problem?) {
        let route = FeedRoute.outcomes(query)
        let answer = await test.server.respond(
            to: route.method, route.target, headers: test.keys.publisherCredentials.headers, body: [],
            mostBytes: 1 << 20)
        guard answer.status == 200 else { return (answer.status, [], try FeedCoder.decodeProblem(answer.body)) }
        let lines = answer.body.split(separator: UInt8(ascii: "\n"))
        return (200, try lines.map { try JSONParser.parse(Array($0)) }, nil)
    }

    @Test func `outcomes come in order with a cursor and the title, and go on after it`() async throws {
        let test = try await TestServer()
        let first = try await test.publish(makeBody(title: "First"))
        let second = try await test.publish(makeBody(title: "Second"))
        #expect(try await answer(test, OutcomeQuery()).1.isEmpty)
        _ = try await test.act(.dismiss, on: second)
        _ = try await test.act(.dismiss, on: first)
        let (_, lines, _) = try await answer(test, OutcomeQuery())
        #expect(lines.map { $0["id"]?.string } == [second, first].map(\.rawValue))
        #expect(lines.map { $0["title"]?.string } == ["Second", "First"] && lines[0]["status"] == "dismissed")
        let outcome = FeedCoder.encode(try await test.server.outcome(of: second, environment: test.keys.environment))
        #expect(try FeedCoder.decodeCardOutcome(lines[0].encoded()) == FeedCoder.decodeCardOutcome(outcome))
        let cursor = try #require(lines[0]["cursor"]?.string.flatMap { FeedCursor(rawValue: $0) })
        #expect(try await answer(test, OutcomeQuery(since: cursor)).1 == [lines[1]])
        #expect(try await answer(test, OutcomeQuery(limit: 1)).1 == [lines[0]])
        #expect(try await answer(test, OutcomeQuery(last: 1)).1 == [lines[1]])
    }

    @Test(arguments: ["other-1", "1", "soon"]) func `a cursor of another feed is refused`(text: String) async throws {
        let test = try await TestServer()
        let cursor = try #require(FeedCursor(rawValue: text))
        let (status, _, problem) = try await answer(test, OutcomeQuery(since: cursor))
        #expect(status == 410 && problem?.type == .cursorExpired)
    }

    @Test func `a cursor from before a backup was restored is refused`() async throws {
        let test = try await TestServer()
        _ = try await test.act(.dismiss, on: try await test.publish())
        let (_, lines, _) = try await answer(test, OutcomeQuery())
        let epoch = try #require(lines[0]["cursor"]?.string.flatMap { FeedCursor(rawValue: $0)?.parts?.epoch })
        let later = try #require(FeedCursor(rawValue: "\(epoch)-2"))
        #expect(try await answer(test, OutcomeQuery(since: later)).2?.type == .cursorExpired)
    }

    @Test func `the response to a publication lists users that have never connected`() async throws {
        let test = try await TestServer()
        func publish(_ users: [UserID]) async throws -> [UserID] {
            let request = PublishRequest(streamID: "ops", users: users, body: makeBody().encoded())
            return try await test.server.publish([request], environment: test.keys.environment).newUsers
        }
        _ = try await test.client("bo").updateUser(UserSettings(name: "Bo"))
        #expect(try await publish(["ana", "bo"]) == ["ana"])
        #expect(try await publish(["ana", "zoe"]) == ["ana", "zoe"], "a card does not make a user known")
        _ = try await test.client("ana").snapshot("ops", nil)
        _ = try await test.client("zoe").metrics()
        #expect(try await publish(["ana", "zoe"]) == [])
        let socket = try await test.client("cy").openSocket()
        await socket.close()
        #expect(try await publish(["cy", "di"]) == ["di"])
    }

    @Test func `a receipt with and without new users is read`() throws {
        let old = #"{"cards":[{"id":"c1","user":"ana","stream":"ops","status":"active"}]}"#
        let receipt = try FeedCoder.decodePublishReceipt(Array(old.utf8))
        #expect(receipt.newUsers.isEmpty && String(decoding: FeedCoder.encode(receipt), as: UTF8.self) == old)
        var new = receipt
        new.newUsers = ["ana"]
        #expect(try FeedCoder.decodePublishReceipt(FeedCoder.encode(new)) == new)
    }
}
