import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// Themes of streams over HTTP.
@Suite struct ThemeTests {
    private static let document = "inherits = \"ink\"\n"

    private func body(_ document: String) -> [UInt8] { JSONValue.object(["document": .string(document)]).encoded() }

    @Test func `a publisher sets, reads and removes a theme, and viewers read it`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            func call(
                _ route: FeedRoute, _ credentials: FeedCredentials, known: String? = nil, body: [UInt8] = []
            ) async throws -> RawClient.Answer {
                try await RawClient(port: port).request(
                    route, credentials, headers: known.map { [("If-None-Match", $0)] } ?? [], body: body)
            }
            let (publisher, viewer) = (test.keys.publisherCredentials, try await test.viewer())
            let none = try await call(.theme("ops"), viewer)
            #expect(none.status == 200 && none.body == Array("{}".utf8))
            let unset = try #require(none.headers["etag"])
            #expect(try await call(.theme("ops"), viewer, known: unset).status == 304)
            #expect(try await call(.removeTheme("ops"), publisher).problem?.type == .notFound)

            #expect(try await call(.setTheme("ops"), publisher, body: body(Self.document)).status == 201)
            #expect(try await call(.setTheme("ops"), publisher, body: body(Self.document)).status == 200)
            let found = try await call(.theme("ops"), viewer, known: unset)
            #expect(found.status == 200 && found.body == body(Self.document))
            let tag = try #require(found.headers["etag"])
            #expect(tag != unset)
            #expect(try await call(.theme("ops"), viewer, known: tag).status == 304)
            #expect(try await call(.theme("ops"), viewer, known: "W/" + tag).status == 304)
            #expect(try await call(.theme("ops"), publisher).body == body(Self.document))
            #expect(try await call(.theme("news"), viewer).body == Array("{}".utf8))

            #expect(try await call(.removeTheme("ops"), publisher).status == 204)
            #expect(try await call(.theme("ops"), viewer, known: tag).headers["etag"] == unset)
            for route in [FeedRoute.setTheme("ops"), .removeTheme("ops")] {
                #expect(try await call(route, viewer, body: body(Self.document)).status == 403)
            }
        }
    }

    @Test func `a publisher lists the streams that have a theme`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let publisher = test.keys.publisherCredentials
            func list() async throws -> RawClient.Answer { try await RawClient(port: port).request(.themes, publisher) }
            #expect(try await list().body.isEmpty)
            for (stream, document) in [("ops", Self.document), ("news", "[shape]\nborder = \"double\"\n")] {
                let route = FeedRoute.setTheme(try #require(StreamID(stream)))
                #expect(try await RawClient(port: port).request(route, publisher, body: body(document)).status == 201)
            }
            let lines = String(decoding: try await list().body, as: UTF8.self)
            #expect(
                lines == """
                    {"stream":"news","bytes":26}
                    {"stream":"ops","inherits":"ink","bytes":17}

                    """)
            #expect(try await RawClient(port: port).request(.themes, try await test.viewer()).status == 403)
        }
    }

    @Test func `a theme that viewers could not show is refused with line, reason and next step`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            func refusal(_ document: String) async throws -> Problem {
                let answer = try await RawClient(port: port).request(
                    .setTheme("ops"), test.keys.publisherCredentials, body: body(document))
                return try #require(answer.problem)
            }
            let faint = try await refusal("inherits = \"ink\"\n\"card.title\" = { fg = \"#303030\" }")
            #expect(faint.type == .malformedRequest && faint.line == 2 && faint.pointer == "/document")
            let detail = try #require(faint.detail)
            #expect(detail.hasPrefix("The theme is refused: line 2: card.title is hard to read"))
            #expect(detail.contains("expected at least 4.5") && detail.contains("cardstream themes check"))
            #expect(try await refusal("inherits = \"theirs\"").line == 1)
            #expect(try await refusal("[").type == .malformedRequest)
            let long = try await refusal(
                "inherits = \"ink\"\n#" + String(repeating: "x", count: StreamTheme.maximumBytes))
            #expect(long.type == .tooLarge && long.detail?.contains("the limit is 65536") == true)
            #expect(try await test.client().theme("ops", nil)?.document == nil)
        }
    }

    @Test func `a client in the process reads the same theme, and gets "not modified" without changes`() async throws {
        let test = try await TestServer()
        let first = try #require(try await test.client().theme("ops", nil))
        #expect(first.document == nil)
        #expect(try await test.client().theme("ops", first.tag) == nil)
    }
}
