import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import cardstream

/// Transcripts of both generations of the protocol, without a process.
struct MCPServerTests {
    private var server = MCPServer(version: "1.2.3", folder: "/home/ana/shop")

    private mutating func receive(_ line: String) -> [MCPServer.Effect] { server.receive(Array(line.utf8)) }

    /// The only message that is sent.
    private static func sent(_ effects: [MCPServer.Effect]) throws -> JSONValue {
        guard effects.count == 1, case .send(let message) = effects[0] else {
            Issue.record("\(effects)")
            return .null
        }
        return message
    }

    private mutating func answer(_ line: String) throws -> JSONValue { try Self.sent(receive(line)) }

    private static func ask(_ outcome: AskOutcome? = nil, _ values: JSONObject = [:], reason: Ask.Reason? = nil) throws
        -> Ask
    {
        let (ana, card): (UserID, CardID) = ("ana", "c")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let vote = Ask.Vote(
            user: ana, cardID: card, button: "accept", isPositive: outcome == .accept, values: values, at: now,
            receivedAt: now)
        var ask = Ask(
            id: try #require(AskID(rawValue: "a1")), streamID: StreamID("inbox"), createdAt: now, deadline: now + 600,
            cards: [Ask.Card(id: card, user: ana, status: .active)])
        ask.settlement = outcome.map {
            Ask.Settlement($0, vote: $0 == .accept || $0 == .decline ? vote : nil, reason: reason, at: now)
        }
        return ask
    }

    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"agent","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#
    private static let taskMeta = meta.replacing(
        #"clientCapabilities":{}"#, with: #"clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#)

    private static func call(_ id: Int, _ name: String, _ arguments: String, _ more: String = "") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)","arguments":\#(arguments)\#(more)}}"#
    }

    private mutating func start(_ line: String) throws -> (key: Int, question: MCPQuestion) {
        let effects = receive(line)
        guard effects.count == 1, case .ask(let key, let question) = effects[0] else {
            throw MCPQuestion.Mistake(message: "\(effects)")
        }
        #expect(CardValidation.problems(in: question.card) == [])
        return (key, question)
    }

    // MARK: With a handshake

    @Test(arguments: [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25")])
    mutating func `a client with a handshake gets a protocol version that it supports`(wanted: String, given: String)
        throws
    {
        let result = try answer(
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(wanted)","capabilities":{},"clientInfo":{"name":"agent","version":"1"}}}"#
        )["result"]
        #expect(result?["protocolVersion"]?.string == given && result?["serverInfo"]?["version"] == "1.2.3")
        #expect(result?["capabilities"]?["tools"] == [:] && result?["resultType"] == nil)
        #expect(receive(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == [])
        #expect(
            try answer(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#).text()
                == #"{"jsonrpc":"2.0","id":"p","result":{}}"#)
        let tools = try answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)["result"]
        #expect(tools?["tools"]?.array?.compactMap { $0["name"]?.string } == ["ask_human", "approve"])
        #expect(tools?["ttlMs"] == nil)
    }

    @Test mutating func `a tool call asks, reports progress and returns the answer`() throws {
        let (key, question) = try start(
            Self.call(
                7, "ask_human", #"{"message":"Deploy?\nAll **checks** passed.","to":["bo"],"timeout":"2m"}"#,
                #","_meta":{"progressToken":"t"}"#))
        #expect(question.users == ["bo"] && question.timeout == 120)
        #expect(
            question.card["content"]?.array?.compactMap { $0["text"]?.string } == [
                "An agent", "Deploy?", "All **checks** passed.",
            ])
        #expect(
            try Self.sent(server.asked(key, Self.ask())).text()
                == #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"message":"Asked ana"}}"#
        )
        var seen = try Self.ask()
        seen.cards[0].seenAt = seen.createdAt
        #expect(try Self.sent(server.changed(key, seen))["params"]?["message"] == "ana has seen the question")
        #expect(server.changed(key, seen) == [])
        #expect(try Self.sent(server.ticked(key))["params"]?["progress"] == 3)
        #expect(
            try Self.sent(server.settled(key, Self.ask(.accept, ["message": "Go", "mail": "", "tags": []]))).text()
                == #"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"outcome\":\"accept\",\"values\":{\"message\":\"Go\"},\"by\":\"ana\"}"}],"structuredContent":{"outcome":"accept","values":{"message":"Go"},"by":"ana"}}}"#
        )
        #expect(server.ticked(key) == [] && !server.isWaiting(key))
    }

    @Test(arguments: [AskOutcome.decline, .cancel, .timeout])
    mutating func `every outcome has its own name`(outcome: AskOutcome) throws {
        let (key, _) = try start(Self.call(1, "ask_human", #"{"message":"Deploy?"}"#))
        #expect(server.asked(key, try Self.ask()) == [], "no progress without a token")
        let result = try Self.sent(server.settled(key, Self.ask(outcome)))["result"]
        #expect(result?["structuredContent"]?["outcome"]?.string == outcome.rawValue && result?["isError"] == nil)
    }

    @Test mutating func `a schema is a form`() throws {
        let (_, question) = try start(
            Self.call(
                1, "ask_human", #"{"message":"Stay?","schema":{"type":"object","properties":{"n":{"type":"integer"}}}}"#
            ))
        #expect(question.card["content"]?.array?.contains { $0["type"] == "numberInput" && $0["name"] == "n" } == true)
    }

    @Test(arguments: [
        "{}", #"{"message":" "}"#, #"{"message":"x","schema":{"type":"object","properties":{"a":{"type":"object"}}}}"#,
        #"{"message":"x","to":[1]}"#, #"{"message":"x","timeout":"soon"}"#, #"{"message":"x","timeout":0}"#, "[]",
    ])
    mutating func `a mistake in the arguments is a result that the model reads`(arguments: String) throws {
        let result = try answer(Self.call(1, "ask_human", arguments))["result"]
        #expect(result?["isError"] == true && server.calls.isEmpty)
    }

    @Test mutating func `an approval repeats the input, and any other answer denies`() throws {
        let line = Self.call(1, "approve", #"{"tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"u"}"#)
        func decision(_ effects: [MCPServer.Effect]) throws -> String? {
            try Self.sent(effects)["result"]?["content"]?.array?.first?["text"]?.string
        }
        var (key, question) = try start(line)
        #expect(question.card["content"]?.array?.contains { $0["text"] == "```\nls\n```" } == true)
        _ = server.asked(key, try Self.ask())
        #expect(
            try decision(server.settled(key, Self.ask(.accept)))
                == #"{"behavior":"allow","updatedInput":{"command":"ls"}}"#)
        (key, _) = try start(line)
        #expect(
            try decision(server.settled(key, Self.ask(.decline, ["message": "No"])))
                == #"{"behavior":"deny","message":"No"}"#)
        for outcome in [AskOutcome.timeout, .cancel] {
            (key, _) = try start(line)
            #expect(try decision(server.settled(key, Self.ask(outcome)))?.hasPrefix(#"{"behavior":"deny""#) == true)
        }
        (key, _) = try start(line)
        #expect(try decision(server.failed(key, "no server"))?.hasPrefix(#"{"behavior":"deny""#) == true)
    }

    @Test mutating func `concurrent calls get their own answers`() throws {
        let (first, _) = try start(Self.call(1, "ask_human", #"{"message":"A?"}"#))
        let (second, _) = try start(Self.call(2, "ask_human", #"{"message":"B?"}"#))
        _ = server.asked(first, try Self.ask())
        _ = server.asked(second, try Self.ask())
        #expect(try Self.sent(server.settled(second, Self.ask(.accept)))["id"] == 2)
        #expect(try Self.sent(server.settled(first, Self.ask(.decline)))["id"] == 1)
    }

    @Test mutating func `a cancelled call withdraws its ask and gets no response`() throws {
        let cancelled = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}}"#
        let id = try Self.ask().id
        var (key, _) = try start(Self.call(1, "ask_human", #"{"message":"A?"}"#))
        _ = server.asked(key, try Self.ask())
        #expect(receive(cancelled) == [.stop(key), .withdraw(id)])
        #expect(server.settled(key, try Self.ask(.accept)) == [])
        (key, _) = try start(Self.call(1, "ask_human", #"{"message":"A?"}"#))
        #expect(receive(cancelled) == [], "its id is not known yet")
        #expect(server.asked(key, try Self.ask()) == [.withdraw(id)])
        (key, _) = try start(Self.call(1, "ask_human", #"{"message":"A?"}"#))
        _ = receive(cancelled)
        #expect(server.failed(key, "no server") == [] && server.calls.isEmpty)
        #expect(receive(cancelled) == [])
    }

    @Test mutating func `the end of the client withdraws waiting asks`() throws {
        let (first, _) = try start(Self.call(1, "ask_human", #"{"message":"A?"}"#))
        let (second, _) = try start(Self.call(2, "ask_human", #"{"message":"B?"}"#))
        _ = server.asked(first, try Self.ask())
        let id = try Self.ask().id
        #expect(server.ended() == [.stop(first), .withdraw(id)])
        #expect(server.asked(second, try Self.ask()) == [.withdraw(id)])
    }

    // MARK: Without a handshake

    @Test mutating func `discovery names versions and capabilities`() throws {
        let result = try answer(#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(Self.meta)}}"#)[
            "result"]
        #expect(result?["resultType"] == "complete" && result?["cacheScope"] == "private")
        #expect(result?["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18"])
        #expect(result?["capabilities"]?["extensions"]?["io.modelcontextprotocol/tasks"] == [:])
        #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "cardstream")
        let tools = try answer(#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{\#(Self.meta)}}"#)["result"]
        #expect(tools?["resultType"] == "complete" && tools?["tools"]?.array?.count == 2)
    }

    @Test mutating func `a call names its client, and its result has a type`() throws {
        let (key, question) = try start(Self.call(1, "ask_human", #"{"message":"A?"}"#, ",\(Self.meta)"))
        #expect(question.card["content"]?.array?.first?["text"] == "agent")
        _ = server.asked(key, try Self.ask())
        #expect(try Self.sent(server.settled(key, Self.ask(.accept)))["result"]?["resultType"] == "complete")
    }

    @Test mutating func `a client with the extension gets a task that outlives the server`() throws {
        let (key, _) = try start(Self.call(1, "ask_human", #"{"message":"A?"}"#, ",\(Self.taskMeta)"))
        let task = try Self.sent(server.asked(key, Self.ask()))["result"]
        #expect(task?["resultType"] == "task" && task?["taskId"] == "a1" && task?["status"] == "working")
        #expect(task?["createdAt"] == "2027-01-15T08:00:00.000Z" && task?["ttlMs"] == 2_592_600_000)
        #expect(server.ended() == [], "a task is not withdrawn")
        // A new process.
        server = MCPServer(version: "1.2.3", folder: nil)
        let get = #"{"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"a1",\#(Self.taskMeta)}}"#
        let id = try Self.ask().id
        #expect(receive(get) == [.look(1, id, isWithdrawal: false)])
        #expect(try Self.sent(server.looked(1, Self.ask()))["result"]?["status"] == "working")
        _ = receive(get)
        let done = try Self.sent(server.looked(2, Self.ask(.accept)))["result"]
        #expect(done?["resultType"] == "complete" && done?["status"] == "completed")
        #expect(
            done?["result"]?["structuredContent"]?["outcome"] == "accept"
                && done?["result"]?["resultType"] == "complete")
        _ = receive(get)
        #expect(
            try Self.sent(server.looked(3, Self.ask(.cancel, reason: .withdrawn)))["result"]?["status"] == "cancelled")
        _ = receive(get)
        #expect(try Self.sent(server.looked(4, nil))["error"]?["code"] == -32602)
        #expect(receive(get.replacing("tasks/get", with: "tasks/cancel")) == [.look(5, id, isWithdrawal: true)])
        #expect(
            try Self.sent(server.looked(5, Self.ask(.cancel, reason: .withdrawn)))["result"]?["resultType"]
                == "complete")
        #expect(try answer(get.replacing("tasks/get", with: "tasks/update"))["result"]?["resultType"] == "complete")
    }

    @Test mutating func `an approval is never a task`() throws {
        let (key, _) = try start(Self.call(1, "approve", #"{"tool_name":"Bash","input":{}}"#, ",\(Self.taskMeta)"))
        #expect(server.asked(key, try Self.ask()) == [])
        #expect(try Self.sent(server.settled(key, Self.ask(.accept)))["result"]?["resultType"] == "complete")
    }

    @Test mutating func `an unknown version is refused with the known ones`() throws {
        let error = try answer(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}"#
        )["error"]
        #expect(error?["code"] == -32022 && error?["data"]?["requested"] == "2030-01-01")
        #expect(error?["data"]?["supported"]?.array?.first == "2026-07-28")
    }

    // MARK: Lines that are no messages

    @Test(arguments: [
        ("nonsense", -32700, "null"), (#"{"jsonrpc":"2.0","id":1,"#, -32700, "null"), ("\u{0}", -32700, "null"),
        ("[]", -32600, "null"), ("[{}]", -32600, "null"), ("{}", -32600, "null"),
        (#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, -32600, "3"),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, "null"),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, "null"), (#"{"jsonrpc":"2.0","id":4}"#, -32600, "4"),
        (#"{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}"#, -32602, "5"),
        (#"{"jsonrpc":"2.0","id":6,"method":"resources/list"}"#, -32601, "6"),
        (#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"rm"}}"#, -32602, "7"),
        (#"{"jsonrpc":"2.0","id":8,"method":"server/discover"}"#, -32602, "8"),
        (#"{"jsonrpc":"2.0","id":9,"method":"tasks/get","params":{"taskId":1}}"#, -32602, "9"),
    ])
    mutating func `an unreadable message gets an error response`(line: String, code: Int, id: String) throws {
        let answer = try answer(line)
        #expect(answer["error"]?["code"]?.int == code && answer["id"]?.text() == id, "\(answer.text())")
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","method":"notifications/unheard"}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}"#,
    ])
    mutating func `responses and unknown notifications are ignored`(line: String) { #expect(receive(line) == []) }
}
