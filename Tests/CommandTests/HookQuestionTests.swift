import AppRuntime
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import cardstream

/// Turns recorded events of agents into cards, and answers into decisions.
struct HookQuestionTests {
    private static let common =
        #""session_id":"s1","prompt_id":"p1","transcript_path":"/home/ana/.claude/t.jsonl","cwd":"/home/ana/shop","permission_mode":"default""#
    private static let bash =
        #""tool_name":"Bash","tool_input":{"command":"git push origin main","description":"Push"}"#

    private static func event(_ name: String, _ members: String) throws -> JSONValue {
        try JSONParser.parse("{\(common),\"hook_event_name\":\"\(name)\",\(members)}")
    }

    private static func question(_ event: JSONValue, _ host: HookHost = .claude) throws -> HookQuestion {
        let question = try #require(try HookQuestion.question(for: event, of: host))
        #expect(CardValidation.problems(in: question.card) == [])
        return question
    }

    private static func settlement(
        _ outcome: AskOutcome, button: String = "allow", _ values: JSONObject = [:], reason: Ask.Reason? = nil
    ) throws -> Ask.Settlement {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let isVote = outcome == .accept || outcome == .decline
        let vote = Ask.Vote(
            user: "ana", cardID: "c", button: button,
            isPositive: outcome == .accept, values: values, at: now, receivedAt: now)
        return Ask.Settlement(outcome, vote: isVote ? vote : nil, reason: reason, at: now)
    }

    private static func texts(_ question: HookQuestion) -> [String] {
        (question.card["content"]?.array ?? []).compactMap { $0["text"]?.string }
    }

    private static func buttons(_ question: HookQuestion) -> [String] {
        (question.card["content"]?.array ?? []).flatMap { $0["buttons"]?.array ?? [] }.compactMap { $0["text"]?.string }
    }

    // MARK: Tools

    @Test func `a card shows the tool, the whole command, the folder and who asks`() throws {
        let question = try Self.question(try Self.event("PreToolUse", Self.bash + #","tool_use_id":"t1""#))
        #expect(
            Self.texts(question) == [
                "Claude Code", "Bash: git push origin main", "In `/home/ana/shop`", "```\ngit push origin main\n```",
                "`description`: `Push`",
            ])
        #expect(Self.buttons(question) == ["Allow", "Deny"])
    }

    @Test(arguments: [
        Self.bash, #""tool_name":"ExitPlanMode","tool_input":{"plan":"Do it"}"#,
        #""tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which?","options":[{"label":"A"}]}]}"#,
    ])
    func `an event without a folder causes a question as well`(members: String) throws {
        let event = try JSONParser.parse("{\"hook_event_name\":\"PreToolUse\",\(members)}")
        #expect(!Self.texts(try Self.question(event)).contains { $0.hasPrefix("In ") })
    }

    @Test(arguments: [
        (#"["bash","-lc","cat 'a b' && rm -rf build"]"#, #"bash -lc 'cat '\''a b'\'' && rm -rf build'"#),
        (#"["ls"]"#, "ls"), (#"["echo",""]"#, "echo ''"),
    ])
    func `a command that is a list of words is shown as a shell line`(words: String, line: String) throws {
        let tool = #""tool_name":"shell","tool_input":{"command":\#(words),"workdir":"/srv"}"#
        let question = try #require(
            try HookQuestion.question(for: try Self.event("PermissionRequest", tool), of: .codex))
        let texts = Self.texts(question)
        #expect(MarkdownEscapes.removing(from: texts[1]) == "shell: \(line)")
        #expect(texts.contains("```\n\(line)\n```") && texts.contains("`workdir`: `/srv`"), "\(texts)")
    }

    @Test func `a command of another form is shown as it is`() throws {
        let tool = #""tool_name":"shell","tool_input":{"command":["a",1]}"#
        let question = try #require(
            try HookQuestion.question(for: try Self.event("PermissionRequest", tool), of: .codex))
        #expect(Self.texts(question).contains { $0.contains("[\n  \"a\",\n  1\n]") })
    }

    @Test func `PreToolUse allows and denies`() throws {
        let question = try Self.question(try Self.event("PreToolUse", Self.bash))
        #expect(
            try question.output(for: Self.settlement(.accept))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"ana allowed the request in cardstream."}}"#
        )
        #expect(
            try question.output(for: Self.settlement(.decline, button: "deny", ["message": "Use a branch"]))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Use a branch"}}"#
        )
    }

    @Test(arguments: [AskOutcome.timeout, .cancel])
    func `without an answer, nothing is printed`(outcome: AskOutcome) throws {
        for event in [try Self.event("PreToolUse", Self.bash), try Self.event("PermissionRequest", Self.bash)] {
            #expect(try Self.question(event).output(for: Self.settlement(outcome, reason: .dismissed)) == nil)
        }
        #expect(
            try Self.question(try Self.event("PermissionRequest", Self.bash), .codex).output(
                for: Self.settlement(outcome))
                == nil)
    }

    private static let suggestions = #"""
        ,"permission_suggestions":[
        {"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"git push:*"}],"behavior":"allow","destination":"localSettings"},
        {"type":"addRules","rules":[{"toolName":"Bash"}],"behavior":"deny","destination":"session"},
        {"type":"setMode","mode":"acceptEdits","destination":"session"},
        {"type":"addDirectories","directories":["/srv"],"destination":"session"},
        {"type":"replaceRules","rules":[],"behavior":"allow","destination":"session"}]
        """#

    @Test func `suggestions are buttons, and go back unchanged`() throws {
        let event = try Self.event("PermissionRequest", Self.bash + Self.suggestions)
        let question = try Self.question(event)
        #expect(
            Self.buttons(question) == [
                "Allow", "Deny", "Always allow Bash(git push:*) (in this project, for you)",
                "Allow, then switch to mode acceptEdits (until the agent ends)",
                "Always allow the folder /srv (until the agent ends)",
            ])
        #expect(
            try question.output(for: Self.settlement(.accept, button: "always-1"))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"git push:*"}],"behavior":"allow","destination":"localSettings"}]}}}"#
        )
        #expect(
            try question.output(for: Self.settlement(.accept))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}"#)
        #expect(
            try question.output(for: Self.settlement(.decline, button: "deny"))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"ana answered no in cardstream."}}}"#
        )
    }

    @Test func `a rule that a button cannot show is not offered`() throws {
        let rule = String(repeating: "x", count: 500)
        let event = try Self.event(
            "PermissionRequest",
            Self.bash
                + #","permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"\#(rule)"}],"behavior":"allow"}]"#
        )
        #expect(Self.buttons(try Self.question(event)) == ["Allow", "Deny"])
    }

    @Test func `Codex gets no member that makes it fail`() throws {
        let event = try JSONParser.parse(
            #"{"session_id":"s","turn_id":"t","transcript_path":null,"cwd":"/srv","hook_event_name":"PermissionRequest","model":"m","permission_mode":"default",\#(Self.bash)\#(Self.suggestions)}"#
        )
        let question = try Self.question(event, .codex)
        #expect(Self.texts(question)[0] == "Codex" && Self.buttons(question) == ["Allow", "Deny"])
        #expect(
            try question.output(for: Self.settlement(.accept))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}"#)
        #expect(
            try question.output(for: Self.settlement(.decline, button: "deny", ["message": "No"]))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"No"}}}"#
        )
        #expect(try HookQuestion.question(for: try Self.event("PreToolUse", Self.bash), of: .codex) == nil)
    }

    @Test func `a command cannot leave its block, and what is invisible is counted`() throws {
        let command = #"echo hi\n```\n# Harmless\n\u200b[click](https://x)"#
        let event = try Self.event("PreToolUse", #""tool_name":"Bash","tool_input":{"command":"\#(command)"}"#)
        let texts = Self.texts(try Self.question(event))
        #expect(texts[1] == "Bash: echo hi…")
        #expect(texts[3] == "````\necho hi\n```\n# Harmless\n⟨U+200B⟩[click](https://x)\n````")
        #expect(texts[4] == "**1 invisible character is shown as its number, such as ⟨U+200B⟩.**")
    }

    @Test func `approving an input that is not completely shown asks again`() throws {
        let command = String(repeating: "x", count: 100_000)
        let event = try Self.event("PreToolUse", #""tool_name":"Bash","tool_input":{"command":"\#(command)"}"#)
        let question = try Self.question(event)
        let button = try #require(question.card["content"]?.array?.last?["buttons"]?.array?.first)
        #expect(button["action"]?["confirm"]?.string == "82,000 characters of the input are not shown. Allow anyway?")
        #expect(Self.texts(question).contains { $0.contains("**… 82,000 characters omitted …**") })
    }

    @Test func `subagents and modes are named`() throws {
        let event = try JSONParser.parse(
            #"{"cwd":"/srv","permission_mode":"plan","agent_type":"review","hook_event_name":"PreToolUse",\#(Self.bash)}"#
        )
        #expect(Self.texts(try Self.question(event))[2] == "In `/srv` · subagent `review` · mode `plan`")
    }

    @Test func `any tool of an MCP server is shown with all its input`() throws {
        let event = try Self.event(
            "PermissionRequest", #""tool_name":"mcp__db__query","tool_input":{"sql":"drop table x","args":{"n":1}}"#)
        let texts = Self.texts(try Self.question(event))
        #expect(texts[1] == "Use mcp\\_\\_db\\_\\_query?")
        #expect(texts[3...] == ["`sql`: `drop table x`", "`args`\n\n```\n{\n  \"n\": 1\n}\n```"])
    }

    // MARK: Questions, plans and forms

    private static let asking = #"""
        "tool_name":"AskUserQuestion","tool_input":{"questions":[
        {"question":"Which database?","header":"Database","options":[{"label":"SQLite","description":"One file"},{"label":"Postgres"}],"multiSelect":false},
        {"question":"Which checks?","header":"Checks","options":[{"label":"Lint"},{"label":"Tests"}],"multiSelect":true}]}
        """#

    @Test(arguments: ["PreToolUse", "PermissionRequest"])
    func `questions are a form, and its values the answers`(name: String) throws {
        let question = try Self.question(try Self.event(name, Self.asking))
        #expect(Self.texts(question)[1] == "2 questions" && Self.buttons(question) == ["Answer", "Decline"])
        let fields = (question.card["content"]?.array ?? []).compactMap { $0["name"]?.string }
        #expect(fields == ["question-1", "other-1", "question-2", "other-2"])
        let output = try question.output(
            for: Self.settlement(.accept, ["question-1": "0", "question-2": ["0", "1"], "other-2": "Docs"]))
        let specific = try #require(output?["hookSpecificOutput"])
        let input = name == "PreToolUse" ? specific["updatedInput"] : specific["decision"]?["updatedInput"]
        #expect(input?["answers"] == ["Which database?": "SQLite", "Which checks?": "Lint,Tests,Docs"])
        #expect(input?["questions"] == (try Self.event(name, Self.asking))["tool_input"]?["questions"])
        let typed = try question.output(for: Self.settlement(.accept, ["question-1": "1", "other-1": "MySQL"]))
        #expect(typed?.text().contains(#""answers":{"Which database?":"MySQL"}"#) == true)
        #expect(try question.output(for: Self.settlement(.accept)) == nil, "no answer leaves the agent's own prompt")
        #expect(try question.output(for: Self.settlement(.decline, button: "deny"))?.text().contains("deny") == true)
    }

    @Test func `a plan is Markdown, and a yes repeats the input`() throws {
        let event = try Self.event(
            "PermissionRequest",
            ##""tool_name":"ExitPlanMode","tool_input":{"plan":"# Plan\n1. **Test**","planFilePath":"/tmp/p.md"}"##)
        let question = try Self.question(event)
        #expect(Self.texts(question).contains("# Plan\n1. **Test**"))
        #expect(Self.buttons(question) == ["Approve", "Keep planning"])
        #expect(
            try question.output(for: Self.settlement(.accept))?.text()
                == ##"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"plan":"# Plan\n1. **Test**","planFilePath":"/tmp/p.md"}}}}"##
        )
        #expect(
            try question.output(for: Self.settlement(.decline, button: "deny", ["message": "Add tests"]))?.text()
                .contains(#""message":"Add tests""#) == true)
    }

    @Test func `a form of an MCP server is a form, and its values the content`() throws {
        let event = try Self.event(
            "Elicitation",
            #""mcp_server_name":"travel","message":"Where to *stay*?","mode":"form","requested_schema":{"type":"object","required":["nights"],"properties":{"nights":{"type":"integer","minimum":1,"maximum":9},"room":{"type":"string","enum":["single","double"]}}}"#
        )
        let question = try Self.question(event)
        #expect(Self.texts(question)[1] == "Where to \\*stay\\*\\?")
        #expect(question.card["content"]?.array?.contains { $0["type"] == "numberInput" } == true)
        #expect(
            try question.output(for: Self.settlement(.accept, ["nights": 3]))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"nights":3}}}"#)
        #expect(
            try question.output(for: Self.settlement(.decline))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}"#)
        #expect(
            try question.output(for: Self.settlement(.cancel, reason: .dismissed))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"cancel"}}"#)
        #expect(try question.output(for: Self.settlement(.timeout)) == nil)
    }

    @Test func `empty texts of a schema are ignored`() throws {
        let event = try Self.event(
            "Elicitation",
            #""message":"Who?","requested_schema":{"type":"object","title":"","description":"","properties":{"a":{"type":"string","title":"","description":"","default":null},"b":{"type":"boolean","description":""},"c":{"type":"string","enum":["x"],"enumNames":[""]}}}"#
        )
        #expect(CardValidation.problems(in: try Self.question(event).card) == [])
    }

    @Test func `an address shows its host before it is opened, and a yes has no content`() throws {
        let event = try Self.event(
            "Elicitation",
            #""mcp_server_name":"pay","message":"Log in","mode":"url","url":"https://bank.example@evil.example/x","elicitation_id":"e1""#
        )
        let question = try Self.question(event)
        #expect(Self.texts(question).contains { $0.contains("page on `evil.example`") })
        #expect(
            try question.output(for: Self.settlement(.accept))?.text()
                == #"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept"}}"#)
    }

    // MARK: Other events and faults

    @Test(arguments: ["Notification", "PostToolUse", "Stop", "SessionStart", "ElicitationResult", "Unheard"])
    func `events without a decision cause no question`(name: String) throws {
        let event = try Self.event(name, #""message":"x","notification_type":"permission_prompt""#)
        #expect(try HookQuestion.question(for: event, of: .claude) == nil)
        #expect(try HookQuestion.question(for: event, of: .codex) == nil)
        #expect(try HookQuestion.question(for: "text", of: .claude) == nil)
    }

    @Test(arguments: [
        ("PreToolUse", #""tool_name":"Bash""#), ("PermissionRequest", #""tool_input":{}"#),
        ("Elicitation", #""mcp_server_name":"x""#),
        ("Elicitation", #""message":"x","mode":"url","url":"file:///etc/passwd""#),
        ("Elicitation", #""message":"x","requested_schema":{"type":"object","properties":{"a":{"type":"object"}}}"#),
        (
            "Elicitation",
            #""message":"x","requested_schema":{"type":"object","properties":{"a":{"type":"string","enum":["",""]}}}"#
        ),
    ])
    func `events that a card cannot show are errors`(name: String, members: String) throws {
        let event = try Self.event(name, members)
        #expect(throws: HookQuestion.Fault.self) { try HookQuestion.question(for: event, of: .claude) }
    }

    @Test func `a denial has the form of its event`() {
        #expect(
            HookQuestion.denied(.permissionRequest(.codex), "No").text()
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"No"}}}"#
        )
        #expect(
            HookQuestion.denied(.elicitation, "No").text()
                == #"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}"#)
        #expect(HookQuestion.stopped(.claude, "No").text() == #"{"continue":false,"stopReason":"No"}"#)
    }

    @Test(arguments: [
        (["hook", "claude", "--nosuch"], AskExit.status(of: .accept)), (["hook", "install", "--nosuch"], .usage),
        (["hook", "nosuch", "--fail-closed"], .usage), (["ask", "--nosuch", "--fail-closed"], .usage),
    ])
    func `the exit code of a hook is not a decision`(arguments: [String], status: AppRuntime.ExitStatus) {
        #expect(HookRun.end(.usage, arguments) == status)
    }
}
