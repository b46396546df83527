import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// Faults that the emulator produces on request.
@Suite struct FaultTests {
    @Test(
        arguments: [
            (.unauthorized, 401), (.preconditionFailed, 412), (.serverError, 500),
            (.tooManyRequests(retryAfter: 7), 429),
        ] as [(RequestFault.Effect, Int)])
    func `a refusing fault writes nothing and is used up`(effect: RequestFault.Effect, status: Int) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        fixture.service.faults.requests = [
            RequestFault(effect, method: "PATCH", pathPrefix: "/profiles/ana", count: 2)
        ]
        // Requests with another method or path are not affected.
        #expect(fixture.status("GET", "/profiles/ana", as: "ana") == 200)
        #expect(fixture.status("PATCH", "/profiles/ben", as: "ana", body: "{}") == 404)
        for _ in 1...2 {
            let exchange = fixture.exchange("PATCH", "/profiles/ana", as: "ana", body: #"{"a":1}"#)
            #expect(exchange.response.status == status && exchange.events.isEmpty)
            #expect(exchange.response.headers["Retry-After"] == (status == 429 ? "7" : nil))
        }
        #expect(try fixture.json("GET", "/profiles/ana", as: "ana")["a"] == nil)
        #expect(try fixture.json("PATCH", "/profiles/ana", as: "ana", body: #"{"a":1}"#)["a"] == 1)
    }

    @Test(arguments: [.brokenJSON, .cutResponse, .lostResponse] as [RequestFault.Effect])
    func `a damaged response belongs to a request that was performed`(effect: RequestFault.Effect) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        fixture.service.faults.requests = [RequestFault(effect, pathPrefix: "/conversations/c1/messages")]
        let exchange = fixture.exchange(
            "POST", "/conversations/c1/messages", as: "ana", body: #"{"parts":[{"data":"hi"}]}"#)
        #expect(exchange.events.map(\.name) == ["conversationMessage.sent"])
        #expect(exchange.response.status == 200)
        switch effect {
        case .brokenJSON:
            #expect(exchange.response.transfer == .whole)
            #expect(throws: JSONError.self) { try JSONParser.parse(exchange.response.body) }
        case .cutResponse: #expect(exchange.response.transfer == .cut(bytes: exchange.response.body.count / 2))
        default: #expect(exchange.response.transfer == .lost)
        }
        let page = try fixture.json("GET", "/conversations/c1/messages", as: "ana")
        #expect(page["messages"]?.array?.count == 1)
    }

    @Test func `an response without a body stays one`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        fixture.service.faults.requests = [RequestFault(.brokenJSON)]
        #expect(fixture.response("POST", "/conversations/c1/typing", as: "ana") == .noContent)
    }

    @Test(
        arguments: [
            ([EventFault(.withhold, count: 2)], "c d"), ([EventFault(.duplicate)], "a a b c d"),
            ([EventFault(.reorder)], "b a c d"), ([EventFault(.reorder, count: 2)], "c a b d"),
            ([EventFault(.withhold, name: "c")], "a b d"),
            ([EventFault(.withhold, name: "b"), EventFault(.duplicate, count: 2)], "a a c c d"),
            ([EventFault(.reorder, name: "d")], "a b c"), ([], "a b c d"),
        ])
    func `events are withheld, repeated or reordered`(faults: [EventFault], sent: String) {
        var queue = EventQueue()
        var all = EmulatorFaults()
        all.events = faults
        var names: [String] = []
        for name in ["a", "b", "c", "d"] {
            names += queue.send([EmulatorEvent(name: name, frame: [:], profileIDs: [])], &all).map(\.name)
        }
        #expect(names.joined(separator: " ") == sent)
    }
}
