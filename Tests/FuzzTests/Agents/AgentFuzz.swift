import Cards
import FeedAPI
import Support

@testable import cardstream

/// Input from agents: events of hooks, and messages of the Model Context Protocol.
enum AgentFuzz {
    static let targets = [hook, mcp]

    private static let common = #""session_id":"s","cwd":"/home/ana/shop","permission_mode":"plan""#

    /// An event that can become a question becomes a card that a server accepts, and every answer is printed as JSON.
    static let hook = FuzzTarget(
        name: "hook",
        seeds: [
            #"{\#(common),"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push","description":"Push"}}"#,
            #"{\#(common),"hook_event_name":"PermissionRequest","tool_name":"shell","tool_input":{"command":["ls","a b"]},"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"git push:*"}],"behavior":"allow","destination":"session"},{"type":"setMode","mode":"acceptEdits","destination":"session"},{"type":"addDirectories","directories":["/srv"],"destination":"session"}]}"#,
            #"{\#(common),"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which?","header":"H","multiSelect":true,"options":[{"label":"A","description":"a"},{"label":"B"}]}]}}"#,
            #"{\#(common),"hook_event_name":"PreToolUse","tool_name":"ExitPlanMode","tool_input":{"plan":"1. *Do* it\n2. Then"}}"#,
            #"{\#(common),"hook_event_name":"Elicitation","message":"Who?","mcp_server_name":"m","requested_schema":{"type":"object","properties":{"a":{"type":"string","enum":["x","y"]},"n":{"type":"integer","minimum":1,"maximum":5,"default":2}},"required":["a"]}}"#,
            #"{\#(common),"hook_event_name":"Elicitation","message":"Sign in","mode":"url","url":"https://x.y/login?a=b"}"#,
        ].map { Array($0.utf8) },
        words: words
    ) { input in
        guard let event = try? JSONParser.parse(input.bytes, depthLimit: JSONParser.maxDepthLimit) else { return }
        for host in HookHost.allCases {
            let question: HookQuestion?
            do throws(HookQuestion.Fault) { question = try HookQuestion.question(for: event, of: host) } catch {
                continue
            }
            guard let question else { continue }
            try requireEqual(CardValidation.problems(in: question.card), [], "the card")
            for outcome in AskOutcome.allCases {
                guard let output = question.output(for: settlement(outcome)) else { continue }
                try requireEqual(try JSONParser.parse(output.encoded(), depthLimit: 300), output, "what is printed")
            }
        }
    }

    private static let words = [
        "\"hook_event_name\":", "PermissionRequest", "\"tool_input\":{", "\"command\":", "\"questions\":[",
        "\"options\":[", "\"plan\":",
        "\"requested_schema\":", "\"properties\":{", "\"type\":\"string\"", "\"enum\":[", "\"oneOf\":[",
        "\"format\":\"date\"", "\"minLength\":",
        "\"default\":", "\"required\":[", "\\u200b", "\"jsonrpc\":\"2.0\"", "\"method\":", "tools/call", "tasks/get",
        "\"arguments\":{", "\"_meta\":{",
    ]

    private static func settlement(_ outcome: AskOutcome) -> Ask.Settlement {
        let vote = Ask.Vote(
            user: "ana", cardID: "c", button: "allow", isPositive: outcome == .accept,
            values: ["message": "m", "choice-1": ["1"]],
            at: .fixed, receivedAt: .fixed)
        return Ask.Settlement(
            outcome, vote: outcome == .accept || outcome == .decline ? vote : nil, reason: nil, at: .fixed)
    }

    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"agent"},"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}},"progressToken":1}"#

    /// A request gets one response with its id, or becomes a question with a card that a server accepts. Nothing is
    /// left once the client is gone.
    static let mcp = FuzzTarget(
        name: "mcp",
        seeds: [
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent"}}}"#
                + "\n" + #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ask_human","arguments":{"message":"Deploy?\nAll **ok**","to":["bo"],"timeout":"2m"},\#(meta)}}"#
                + "\n" + #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
            #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"Bash","input":{"command":"ls"}}}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask_human","arguments":{"message":"Who?","schema":{"type":"object","properties":{"a":{"type":"boolean"}}}}}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"tasks/get","params":{"taskId":"a1",\#(meta)}}"#,
        ].map { Array($0.utf8) },
        words: words
    ) { input in
        var server = MCPServer(version: "1", folder: "/home/ana/shop")
        for line in input.bytes.split(separator: UInt8(ascii: "\n")) {
            let message = MCPMessage(Array(line))
            let effects = server.receive(Array(line))
            for effect in effects { try check(effect, of: message) }
            if case .request = message { try requireEqual(effects.count, 1, "what is done for a request") }
            for case .ask(let key, _) in effects { _ = server.failed(key, "no") }
        }
        _ = server.ended()
    }

    private static func check(_ effect: MCPServer.Effect, of message: MCPMessage) throws {
        switch effect {
        case .send(let answer):
            try requireEqual(try JSONParser.parse(answer.encoded(), depthLimit: 300), answer, "what is printed")
            if case .request(let request) = message {
                try requireEqual(answer["id"], request.id, "the id of the answer")
            }
        case .ask(_, let question):
            // An approval shows the whole input. The server checks its size.
            try requireEqual(CardValidation.problems(in: question.card), [], "the card")
        case .stop, .withdraw, .look: break
        }
    }
}
