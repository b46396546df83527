import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// The server selects exactly the cards that the rules of the filters select: in the snapshot, the changes and the
/// push.
@Suite struct FilteringTests {
    private static let teams = ["ops", "sales"]

    private func body(_ number: Int) -> CardBody {
        makeBody(
            title: "Card \(number)", priority: number % 10 + 1,
            template: number % 3 == 0 ? nil : CardBody.Template(id: "t\(number % 3)"),
            metadata: ["team": .string(Self.teams[number % 2]), "tags": [.string("n\(number % 4)")]],
            variables: [RuntimeVariable(name: "amount", defaultValue: String(number))])
    }

    private static let cases: [(String, [CardFilter])] = {
        func number(_ value: Int) -> CardFilter.Value { .number(JSONNumber(value)) }
        // An invalid filter would leave its case empty, and the test would fail.
        func filter(
            _ field: CardFilter.Field, _ operation: CardFilter.Operation, _ values: CardFilter.Value...
        ) -> [CardFilter] { (try? CardFilter(field, operation, values)).map { [$0] } ?? [] }
        return [
            ("priority", filter(.priority, .lessThan, number(4))),
            ("variable", filter(.variable("amount"), .between, number(10), number(19))),
            ("template", filter(.templateID, .notEqualTo, .string("t1"))),
            ("metadata", filter(.filterKey("tags"), .including, .string("n2"))),
            ("content", filter(.content("content.0.text"), .equalTo, .string("Card 7"))),
            ("none", filter(.priority, .greaterThan, number(10))),
            ("both", filter(.priority, .lessThan, number(6)) + filter(.filterKey("team"), .equalTo, .string("ops"))),
        ]
    }()

    @Test(arguments: cases.map(\.0))
    func `snapshot, changes and push agree with the filters' own rules`(name: String) async throws {
        let filters = try #require(Self.cases.first { $0.0 == name }?.1)
        try #require(!filters.isEmpty)
        var limits = ServerLimits()
        // Small pages and few rows per read, so that many pages leave cards out.
        limits.pageCards = 3
        limits.filteredRows = 5
        let test = try await TestServer(limits: limits)
        var expected: Set<CardID> = []
        for number in 0..<40 {
            let body = body(number)
            let id = try await test.publish(body)
            let card = Card(id: id, streamID: "ops", createdAt: .fixed, body: body)
            if filters.matches(card) { expected.insert(id) }
        }
        let client = FeedClient.inProcess(
            test.server, environment: test.keys.environment, user: "ana", filters: { _ in filters })

        var found: [CardID] = []
        var page: String?
        var cursor: FeedCursor?
        repeat {
            let answer = try await client.snapshot("ops", page)
            found += answer.entries.map(\.id)
            cursor = cursor ?? answer.cursor
            page = answer.next
        } while page != nil
        #expect(Set(found) == expected && found.count == expected.count)

        let start = FeedCursor(epoch: try #require(cursor?.parts?.epoch), sequence: 0)
        var told: [CardID] = []
        var since = start
        while let delta = try await client.changes("ops", since) {
            told += delta.upserts.map(\.id)
            since = delta.cursor
            if !delta.hasMore { break }
        }
        #expect(Set(told) == expected && told.count == expected.count)
        #expect(since == cursor)

        let socket = try await client.openSocket()
        try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
        var frames = FrameReader(socket)
        var pushed: [CardID] = []
        while true {
            let frame = try await frames.next()
            if case .live(_, let end) = frame {
                #expect(end == cursor)
                break
            }
            guard case .delta(let delta) = frame else { continue }
            #expect(!delta.upserts.isEmpty)
            pushed += delta.upserts.map(\.id)
            try await socket.send(.ack(stream: "ops", cursor: delta.cursor))
        }
        #expect(Set(pushed) == expected && pushed.count == expected.count)

        // Filtered changes do not wake the client: the next frame is for the first matching card.
        if let wanted = (0..<40).first(where: { number in
            filters.matches(Card(id: "x", streamID: "ops", createdAt: .fixed, body: body(number)))
        }),
            let unwanted = (0..<40).first(where: { number in
                !filters.matches(Card(id: "x", streamID: "ops", createdAt: .fixed, body: body(number)))
            })
        {
            try await test.publish(body(unwanted))
            let id = try await test.publish(body(wanted))
            #expect(try await frames.delta().upserts.map(\.id) == [id])
        }
        await socket.close()
    }

    @Test func `invalid filters are refused with their position`() async throws {
        let test = try await TestServer()
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            try await client.send(
                "GET /v1/streams/ops/snapshot?filters=%5B%7B%22near%22%3A1%7D%5D HTTP/1.1\r\nHost: test\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 400 && answer.problem?.pointer == "/0/near")
            let socket = try await RawClient(port: port)
            #expect(try await socket.upgrade(credentials).status == 101)
            guard case .hello = try await socket.push() else {
                Issue.record("no hello")
                return
            }
            try await socket.send(
                opcode: 1,
                Array(#"{"kind":"subscribe","streams":[{"stream":"ops","filters":[{"near":1}]}]}"#.utf8))
            guard case .error(let problem) = try await socket.push() else {
                Issue.record("no error")
                return
            }
            #expect(problem.pointer == "/streams/0/filters/0/near")
        }
    }
}
