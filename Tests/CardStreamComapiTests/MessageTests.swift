import Cards
import CurlTransport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Messages: sending, reading backwards, status (iOS guide of the service, "Messages").
@Suite struct MessageTests {
    let service = ScriptedService()

    static func message(_ id: String, event: Int, at second: Int, from sender: String = "bo") -> String {
        """
        {"id":"\(id)","sentEventId":\(event),"metadata":{},"context":{"from":{"id":"\(sender)"},"conversationId":"c",
        "sentBy":"\(sender)","sentOn":"2026-01-01T00:00:\(second < 10 ? "0" : "")\(second).000Z"},
        "parts":[{"type":"text/plain","data":"text of \(id)"}],"statusUpdates":{}}
        """
    }

    static func page(_ messages: [String], latest: Int, earliest: Int, orphans: [String] = []) -> String {
        """
        {"latestEventId":\(latest),"earliestEventId":\(earliest),"messages":[\(messages.joined(separator: ","))],
        "orphanedEvents":[\(orphans.joined(separator: ","))]}
        """
    }

    static func orphan(_ id: Int, _ name: String, of message: String, by profile: String) -> String {
        """
        {"id":\(id),"data":{"name":"\(name)","eventId":"e\(id)","payload":{"messageId":"\(message)",
        "conversationId":"c","profileId":"\(profile)","timestamp":"2026-01-01T00:01:00.000Z"}}}
        """
    }

    @Test func `pages are read backwards to event 0`() async throws {
        service.respond(
            to: "GET /conversations/c/messages", 200,
            Self.page(
                [Self.message("m2", event: 3, at: 3), Self.message("m1", event: 2, at: 2)], latest: 3, earliest: 2))
        service.respond(
            to: "GET /conversations/c/messages", 200, Self.page([], latest: 3, earliest: 1))
        service.respond(
            to: "GET /conversations/c/messages", 200,
            Self.page([Self.message("m0", event: 0, at: 0)], latest: 3, earliest: 0))
        var pager = service.client().conversations.pager(of: "c", limit: 2)
        #expect(try await pager.next()?.map(\.id) == ["m1", "m2"])
        #expect(try await pager.next()?.isEmpty == true)
        #expect(try await pager.next()?.map(\.id) == ["m0"])
        #expect(try await pager.next() == nil)
        #expect(
            service.requests.map(\.target) == [
                "/conversations/c/messages?limit=2", "/conversations/c/messages?limit=2&from=1",
                "/conversations/c/messages?limit=2&from=0",
            ])
    }

    @Test func `a pager can begin before an event, and asks again after a failure`() async throws {
        let conversations = service.client().conversations
        var atStart = conversations.pager(of: "c", before: 0)
        #expect(try await atStart.next() == nil)
        var pager = conversations.pager(of: "c", limit: 500, before: 41)
        service.respond(to: "GET /conversations/c/messages", 500)
        await #expect(throws: ComapiError.self) { try await pager.next() }
        service.respond(to: "GET /conversations/c/messages", 200, Self.page([], latest: 90, earliest: 0))
        #expect(try await pager.next()?.isEmpty == true)
        #expect(
            service.requests.suffix(2).map(\.target)
                == Array(repeating: "/conversations/c/messages?limit=100&from=40", count: 2))
    }

    @Test func `status events wait for the page with their message`() async throws {
        service.respond(
            to: "GET /conversations/c/messages", 200,
            Self.page(
                [Self.message("m2", event: 2, at: 2)], latest: 9, earliest: 2,
                orphans: [
                    Self.orphan(9, "read", of: "m1", by: "ana"), Self.orphan(8, "delivered", of: "m1", by: "ana"),
                    Self.orphan(7, "delivered", of: "m2", by: "ana"), #"{"id":6,"data":{"name":"delete"}}"#, "{}",
                ]))
        service.respond(
            to: "GET /conversations/c/messages", 200,
            Self.page([Self.message("m1", event: 1, at: 1)], latest: 9, earliest: 0))
        var pager = service.client().conversations.pager(of: "c")
        let newest = try #require(try await pager.next())
        #expect(newest[0].statusUpdates["ana"]?.status == .delivered)
        let older = try #require(try await pager.next())
        #expect(older[0].statusUpdates["ana"]?.status == .read)
        #expect(older[0].statusUpdates["ana"]?.on?.rfc3339 == "2026-01-01T00:01:00.000Z")
    }

    @Test(arguments: [59, 70, 240]) func `a message that is nested deeply hides no other`(levels: Int) async throws {
        let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let deep = Self.message("m2", event: 2, at: 2).replacing(
            #""metadata":{}"#, with: #""metadata":{"x":\#(nested)}"#)
        service.respond(
            to: "GET /conversations/c/messages", 200,
            Self.page([deep, Self.message("m1", event: 1, at: 1)], latest: 2, earliest: 0))
        var pager = service.client().conversations.pager(of: "c")
        #expect(try await pager.next()?.map(\.id).sorted() == ["m1", "m2"])
    }

    @Test(arguments: [["delivered", "read"], ["read", "delivered"], ["read", "read"]])
    func `a read message stays read, in any order of events`(order: [String]) throws {
        var message = try #require(ConversationMessage(JSONObject(parsing: Self.message("m", event: 0, at: 0))))
        for name in order {
            message.apply(StatusUpdate(try #require(MessageStatus(rawValue: name)), on: nil), by: "ana")
        }
        #expect(message.statusUpdates["ana"]?.status == .read)
    }

    @Test func `a message counts as read by all when every other participant has read it`() throws {
        var message = try #require(ConversationMessage(JSONObject(parsing: Self.message("m", event: 0, at: 0))))
        let readers = ["ana", "bo", "cy"]
        #expect(message.status(among: readers) == nil)
        message.apply(StatusUpdate(.read, on: nil), by: "ana")
        #expect(message.status(among: readers) == .delivered)
        message.apply(StatusUpdate(.read, on: nil), by: "cy")
        #expect(message.status(among: readers) == .read)
        #expect(message.status(among: ["bo"]) == nil)
    }

    @Test func `the time of a status has two names`() throws {
        let json = """
            {"id":"m","statusUpdates":{"ana":{"status":"read","on":"2026-01-01T00:00:00.000Z"},
            "bo":{"status":"delivered","timestamp":"2026-01-02T00:00:00.000Z"},"cy":{"status":"lost"},"dee":null}}
            """
        let message = try #require(ConversationMessage(JSONObject(parsing: json)))
        #expect(message.statusUpdates["ana"]?.on?.rfc3339 == "2026-01-01T00:00:00.000Z")
        #expect(message.statusUpdates["bo"]?.on?.rfc3339 == "2026-01-02T00:00:00.000Z")
        #expect(message.statusUpdates.count == 2)
        #expect(message.senderID == "" && message.parts.isEmpty && message.sentOn == nil)
    }

    @Test func `a message is sent with its metadata, and its alert`() async throws {
        service.respond(to: "POST /conversations/c/messages", 200, #"{"id":"m7","eventId":12}"#)
        var message = SendableMessage("On my way", metadata: [ConversationMessage.temporaryIDKey: "tmp"])
        message.alert = MessageAlert(title: "Ana", apns: ["badge": 1])
        let sent = try await service.client().conversations.send(message, to: "c")
        #expect(sent == SentMessage(id: "m7", eventID: 12))
        #expect(
            service.requests.last?.body == [
                "metadata": ["ComapiMessageTempId": "tmp"],
                "parts": [["type": "text/plain", "data": "On my way", "size": 9]],
                "alert": ["title": "Ana", "platforms": ["apns": ["badge": 1]]],
            ])
    }

    @Test func `a large part is uploaded first, and sent as an address`() async throws {
        let bytes = [UInt8](repeating: 7, count: 20_000)
        service.respond(to: "POST /content?folder=attachments", 200, #"{"id":"f","url":"https://x/f","size":20000}"#)
        service.respond(to: "POST /conversations/c/messages", 200, #"{"id":"m"}"#)
        let parts: [MessagePart] = [.text("see"), .file(name: "plan ü.pdf", type: "application/pdf", bytes: bytes)]
        try await service.client().conversations.send(SendableMessage(parts: parts), to: "c")
        let upload = try #require(service.requests.first)
        #expect(upload.body?["data"]?.string == Data(bytes).base64EncodedString())
        #expect(upload.body?["name"] == "plan ü.pdf")
        #expect(upload.headers.contains { $0.name == "Content-Filename" && $0.value == "plan _.pdf" })
        #expect(
            service.requests.last?.body?["parts"] == [
                ["type": "text/plain", "data": "see", "size": 3],
                ["name": "plan ü.pdf", "type": "application/pdf", "url": "https://x/f", "size": 20_000],
            ])
    }

    @Test func `the limit of a part in the message is 13,333 bytes`() async throws {
        #expect(ComapiConversations.maximumInlineBytes == 13_333)
        service.respond(to: "POST /conversations/c/messages", 200, #"{"id":"m"}"#)
        let text = String(repeating: "x", count: 13_333)
        try await service.client().conversations.send(SendableMessage(text), to: "c")
        #expect(service.requests.count == 1)
        service.respond(to: "POST /content", 200, #"{"url":"https://x/f"}"#)
        service.respond(to: "POST /conversations/c/messages", 200, #"{"id":"m"}"#)
        try await service.client().conversations.send(SendableMessage(text + "x"), to: "c")
        #expect(service.requests.count == 3)
        #expect(service.requests[1].body?["data"]?.string == Data((text + "x").utf8).base64EncodedString())
    }

    @Test func `a status goes out as a list with a time`() async throws {
        service.respond(to: "POST /conversations/c/messages/statusupdates", 200, "OK")
        let conversations = service.client().conversations
        try await conversations.mark(.read, ["m1", "m2"], in: "c", at: Date(timeIntervalSince1970: 0))
        #expect(
            service.requests.last?.body == [
                ["messageIds": ["m1", "m2"], "status": "read", "timestamp": "1970-01-01T00:00:00.000Z"]
            ])
        try await conversations.mark(.delivered, [], in: "c")
        #expect(service.requests.count == 1)
    }

    @Test func `typing is reported once in ten seconds`() async throws {
        let conversations = service.client().conversations
        for _ in 0..<3 { service.respond(to: "POST /conversations/c/typing", 204, "") }
        service.respond(to: "DELETE /conversations/c/typing", 204, "")
        service.respond(to: "POST /conversations/d/typing", 204, "")
        #expect(try await conversations.setTyping(in: "c"))
        #expect(try await !conversations.setTyping(in: "c"))
        #expect(try await conversations.setTyping(in: "d"))
        #expect(try await conversations.setTyping(false, in: "c"))
        service.clock.advance(by: 9.9)
        #expect(try await !conversations.setTyping(in: "c"))
        service.clock.advance(by: 0.1)
        #expect(try await conversations.setTyping(in: "c"))
        #expect(service.requests.count == 4)
    }

    @Test func `an invalid response is an error and does not crash`() async throws {
        let client = service.client()
        for body in ["", "[]", "null", "{\"messages\":7}", "<html>"] {
            service.respond(to: "GET /conversations/c/messages", 200, body)
            let error = await failure(of: { try await client.conversations.messages(of: "c") })
            #expect(error == nil || error?.code == .malformedAnswer)
        }
        service.respond(to: "POST /conversations/c/messages", 200, "{}")
        #expect(
            await failure(of: { try await client.conversations.send(SendableMessage("x"), to: "c") })?.code
                == .malformedAnswer)
    }

    @Test(
        arguments: [
            (TransportError.noNetwork("x"), ComapiError.Code.connectionFailed, false),
            (.hostNotFound("x"), .connectionFailed, false), (.unreachable("x"), .connectionFailed, false),
            (.connection("x"), .connectionFailed, true), (.timedOut("x"), .connectionFailed, true),
            (.cutOff, .connectionFailed, true), (.tls("x"), .denied, false), (.denied("x"), .denied, false),
            (.notHTTP, .malformedAnswer, true), (.redirected(to: "x"), .malformedAnswer, true),
            (.cancelled, .cancelled, true),
        ])
    func `failures of the network are typed`(problem: TransportError, code: ComapiError.Code, mayHaveArrived: Bool)
        async throws
    {
        let client = service.client()
        try await client.sessions.start()
        service.fail(problem)
        let error = try #require(await failure(of: { try await client.profiles.profile("ana") }))
        #expect(error.code == code)
        #expect(error.mayHaveArrived == mayHaveArrived && error.mayHaveTakenEffect == mayHaveArrived)
    }

    @Test(arguments: [(400, false), (401, false), (403, false), (404, false), (408, true), (429, false), (500, true)])
    func `a request that was refused had no effect`(status: Int, mayHaveTakenEffect: Bool) {
        #expect(ComapiError(.unexpectedStatus, "no", status: status).mayHaveTakenEffect == mayHaveTakenEffect)
        #expect(!ComapiError(.notFound, "no", status: 404).mayHaveTakenEffect)
    }

    @Test(
        arguments: [
            (400, ComapiError.Code.invalidRequest, 5551), (401, .unauthorized, 5561), (404, .notFound, 5555),
            (409, .conflict, 5556), (412, .conflict, 5556), (500, .unexpectedStatus, 5554),
            (302, .unexpectedStatus, 5554),
        ])
    func `statuses are typed`(status: Int, code: ComapiError.Code, legacy: Int) async throws {
        let client = service.client()
        for _ in 0..<3 { service.respond(to: "GET /profiles/ana", status, "A sentence.\nMore", etag: "\"e\"") }
        let error = try #require(await failure(of: { try await client.profiles.profile("ana") }))
        #expect(error.code == code)
        #expect(error.status == status)
        #expect(error.legacyCode == legacy)
        #expect(error.message == "A sentence.")
        #expect(error.etag == "\"e\"")
    }
}
