import Cards
import CurlTransport
import Support
import Testing

@testable import CardStreamComapi

/// Live events (iOS guide of the service, "Available events").
@Suite struct EventTests {
    let service = ScriptedService()

    static func event(_ name: String, _ rest: String) -> String {
        """
        {"eventId":"e","name":"\(name)","apiSpaceId":"space","context":{"createdBy":"bo"},\(rest)}
        """
    }

    static let roles = #""roles":{"owner":{"canSend":true},"participant":{"canSend":false}}"#

    @Test func `all thirteen kinds are read`() throws {
        let rows: [(String, String, (ConversationEvent.Kind) -> Bool)] = [
            (
                "profile.update",
                #""profileId":"bo","revision":3,"etag":"\"p\"","payload":{"email":"x","deep":{"a":1}}"#,
                { $0 == .profileUpdated(profileID: "bo", attributes: ["email": "x", "deep": ["a": 1]]) }
            ),
            (
                "conversation.create",
                #""conversationId":"c","payload":{"id":"c","name":"N","isPublic":true,\#(Self.roles),"#
                    + #""participants":[{"id":"ana","role":"owner"},{"profileId":"bo","role":"participant"}]}"#,
                {
                    guard case .created(let conversation, let participants) = $0 else { return false }
                    return conversation.id == "c" && conversation.isPublic
                        && participants == [Participant("ana", role: .owner), Participant("bo")]
                }
            ),
            (
                "conversation.update", #""conversationId":"c","payload":{"name":"N",\#(Self.roles)}"#,
                {
                    guard case .updated(let conversation) = $0 else { return false }
                    return conversation.id == "c" && conversation.name == "N" && !conversation.isPublic
                }
            ),
            (
                "conversation.delete", #""conversationId":"c","payload":{"date":"2026-01-01T00:00:00.000Z"}"#,
                {
                    guard case .deleted(let date?) = $0 else { return false }
                    return date.rfc3339 == "2026-01-01T00:00:00.000Z"
                }
            ),
            (
                "conversation.undelete",
                #""conversationId":"c","payload":{"id":"c","name":"N",\#(Self.roles),"isPublic":false}"#,
                { if case .undeleted(let conversation) = $0 { conversation.name == "N" } else { false } }
            ),
            (
                "conversation.participantAdded",
                #""conversationId":"c","payload":{"profileId":"bo","role":"owner","conversationId":"c"}"#,
                { $0 == .participantAdded(Participant("bo", role: .owner)) }
            ),
            (
                "conversation.participantUpdated",
                #""conversationId":"c","payload":{"profileId":"bo","role":"participant"}"#,
                { $0 == .participantUpdated(Participant("bo")) }
            ),
            (
                "conversation.participantRemoved", #""conversationId":"c","payload":{"profileId":"bo"}"#,
                { $0 == .participantRemoved(profileID: "bo") }
            ),
            (
                "conversation.participantTyping", #""accountId":1,"payload":{"profileId":"bo","conversationId":"c"}"#,
                { $0 == .typing(profileID: "bo") }
            ),
            (
                "conversation.participantTypingOff",
                #""accountId":1,"payload":{"profileId":"bo","conversationId":"c"}"#,
                { $0 == .typingStopped(profileID: "bo") }
            ),
            (
                "conversationMessage.sent",
                #""conversationEventId":5,"payload":{"messageId":"m","metadata":{"k":1},"#
                    + #""context":{"from":{"id":"bo","name":"Bo"},"conversationId":"c","sentBy":"bo"},"#
                    + #""parts":[{"data":"hi"}],"alert":{"title":"T"}}"#,
                {
                    guard case .sent(let message, let alert) = $0 else { return false }
                    return message.id == "m" && message.sentEventID == 5 && message.text == "hi"
                        && message.senderName == "Bo" && message.conversationID == "c" && alert?.title == "T"
                }
            ),
            (
                "conversationMessage.delivered",
                #""conversationEventId":6,"payload":{"messageId":"m","profileId":"ana","conversationId":"c"}"#,
                { $0 == .status(messageID: "m", profileID: "ana", StatusUpdate(.delivered, on: nil)) }
            ),
            (
                "conversationMessage.read",
                #""conversationEventId":7,"payload":{"messageId":"m","conversationId":"c","profileId":"ana"}"#,
                { $0 == .status(messageID: "m", profileID: "ana", StatusUpdate(.read, on: nil)) }
            ),
        ]
        #expect(rows.count == 13)
        for (name, rest, isExpected) in rows {
            let event = try #require(ConversationEvent(JSONObject(parsing: Self.event(name, rest))))
            #expect(isExpected(event.kind), "\(name): \(event.kind)")
            #expect(event.conversationID == (name == "profile.update" ? nil : "c"), "\(name)")
            #expect(event.id == "e" && event.createdBy == "bo")
        }
    }

    @Test(
        arguments: [
            "conversation.create", "conversation.participantAdded", "conversation.participantTyping",
            "conversationMessage.sent", "conversationMessage.read", "profile.update", "something.new",
        ])
    func `an event without its members is kept as unknown`(name: String) throws {
        for payload in ["", #","payload":null"#, #","payload":[]"#, #","payload":{"profileId":7,"messageId":null}"#] {
            let event = try #require(ConversationEvent(JSONObject(parsing: "{\"name\":\"\(name)\"\(payload)}")))
            #expect(event.kind == .unknown)
            #expect(event.json["name"]?.string == name)
        }
        #expect(try ConversationEvent(JSONObject(parsing: "{}")) == nil)
    }

    @Test func `every listener gets every event, and invalid frames are ignored`() async throws {
        let client = service.client()
        var first = client.events().makeAsyncIterator()
        var second = client.events().makeAsyncIterator()
        let socket = await service.nextSocket()
        #expect(socket.request.url == "http://service.test/apispaces/space/socket")
        #expect(socket.request.headers.map(\.value) == ["Bearer t1"])
        for text in ["nonsense", "[]", "{}", #"{"name":"socket.info","socketId":"s"}"#] { socket.send(text) }
        #expect(await first.next()?.kind == .socketOpened(id: "s"))
        #expect(await second.next()?.kind == .socketOpened(id: "s"))
        withExtendedLifetime(client) {}
    }

    private func sent(_ number: Int, _ conversation: String = "c") -> String {
        Self.event(
            "conversationMessage.sent",
            #""conversationEventId":\#(number),"payload":{"messageId":"m\#(number)","#
                + #""context":{"conversationId":"\#(conversation)"}}"#
        )
    }

    @Test func `missing events are loaded and come in order`() async throws {
        let client = service.client()
        var events = client.events().makeAsyncIterator()
        let socket = await service.nextSocket()
        socket.send(sent(4))
        #expect(await events.next()?.conversationEventID == 4)
        service.respond(to: "GET /conversations/c/events?from=5&limit=2", 200, "[\(sent(5)),\(sent(6))]")
        socket.send(sent(7))
        for number in 5...7 { #expect(await events.next()?.conversationEventID == number) }
        #expect(service.requests.map(\.target) == ["/conversations/c/events?from=5&limit=2"])
        // Nothing is missing before an event that is repeated or late.
        socket.send(sent(6))
        socket.send(sent(8))
        #expect(await events.next()?.conversationEventID == 6)
        #expect(await events.next()?.conversationEventID == 8)
        #expect(service.requests.count == 1)
        withExtendedLifetime(client) {}
    }

    @Test func `a gap that cannot be loaded is found again by the next event`() async throws {
        let client = service.client()
        var events = client.events().makeAsyncIterator()
        let socket = await service.nextSocket()
        socket.send(sent(1))
        #expect(await events.next()?.conversationEventID == 1)
        service.respond(to: "GET /conversations/c/events", 500)
        socket.send(sent(3))
        #expect(await events.next()?.conversationEventID == 3)
        service.respond(to: "GET /conversations/c/events?from=2&limit=2", 200, "[\(sent(2)),\(sent(3))]")
        socket.send(sent(4))
        for number in [2, 3, 4] { #expect(await events.next()?.conversationEventID == number) }
        withExtendedLifetime(client) {}
    }

    @Test func `after a lost connection everything that was missed is loaded`() async throws {
        let client = service.client()
        var events = client.events().makeAsyncIterator()
        let socket = await service.nextSocket()
        socket.send(sent(0))
        #expect(await events.next()?.conversationEventID == 0)
        await client.markKnown(9, of: "d")
        let full = (1...100).map { sent($0) }.joined(separator: ",")
        service.respond(to: "GET /conversations/c/events?from=1&limit=100", 200, "[\(full)]")
        service.respond(to: "GET /conversations/c/events?from=101&limit=100", 200, "[\(sent(101))]")
        service.respond(to: "GET /conversations/d/events?from=10&limit=100", 200, "[\(sent(10, "d"))]")
        socket.end(.connection("reset"))
        while !service.clock.wakeTimes.contains(1) { await Task.yield() }
        service.clock.advance(by: 1)
        _ = await service.nextSocket()
        for number in 1...101 { #expect(await events.next()?.conversationEventID == number) }
        let last = await events.next()
        #expect(last?.conversationID == "d" && last?.conversationEventID == 10)
        withExtendedLifetime(client) {}
    }

    @Test func `events without a name fill their place in a page`() async throws {
        let client = service.client()
        var events = client.events().makeAsyncIterator()
        let socket = await service.nextSocket()
        socket.send(sent(0))
        #expect(await events.next()?.conversationEventID == 0)
        // The first page is full, although one of its events cannot be read.
        let full = (1...100).map { $0 == 50 ? #"{"conversationEventId":50}"# : sent($0) }.joined(separator: ",")
        service.respond(to: "GET /conversations/c/events?from=1&limit=100", 200, "[\(full)]")
        service.respond(to: "GET /conversations/c/events?from=101&limit=100", 200, "[\(sent(101))]")
        socket.end(.connection("reset"))
        while !service.clock.wakeTimes.contains(1) { await Task.yield() }
        service.clock.advance(by: 1)
        let next = await service.nextSocket()
        next.send(sent(200, "d"))
        var numbers: [Int?] = []
        while let event = await events.next(), event.conversationID != "d" {
            numbers.append(event.conversationEventID)
        }
        #expect(numbers == (1...101).filter { $0 != 50 })
        withExtendedLifetime(client) {}
    }

    @Test func `a refused socket gets a new session`() async throws {
        let client = service.client()
        service.failSocket(.upgradeRefused(.init(status: 401)))
        let events = client.events()
        while service.clock.wakeTimes.isDisjoint(with: [1]) { await Task.yield() }
        service.clock.advance(by: 1)
        let socket = await service.nextSocket()
        #expect(socket.request.headers.map(\.value) == ["Bearer t2"])
        withExtendedLifetime((client, events)) {}
    }

    @Test func `waiting times grow to half a minute`() {
        var delay = ReconnectDelay()
        #expect((0..<7).map { _ in delay.next(random: 1) } == [1, 3, 7, 15, 30, 30, 30])
        delay.reset()
        #expect(delay.next(random: 0.5) == 0.5)
    }

    @Test func `the service's pushes are distinguished from others`() throws {
        let push = try #require(
            ComapiPush(
                payload: JSONObject(
                    parsing: """
                        {"dd_originated":"True","dd_deepLink":{"url":"app://x","trackingUrl":"https://t"},
                        "dd_data":{"k":1}}
                        """)))
        #expect(push.link == "app://x" && push.trackingURL == "https://t" && push.data == ["k": 1])
        let texts = try #require(
            ComapiPush(payload: JSONObject(parsing: #"{"dd_deepLink":"{\"url\":\"app://y\"}","dd_data":"no json"}"#)))
        #expect(texts.link == "app://y" && texts.data.isEmpty)
        for action in ["notificationClicked", "notificationClick"] {
            let older = ComapiPush(
                payload: try JSONObject(parsing: #"{"actions":[{"action":"\#(action)","link":"app://z"}]}"#))
            #expect(older?.link == "app://z")
        }
        #expect(ComapiPush(payload: try JSONObject(parsing: #"{"aps":{"alert":"x"},"actions":[]}"#)) == nil)
    }
}
