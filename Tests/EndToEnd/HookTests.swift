import Foundation
import Support
import Testing

/// An agent runs the hook, and a user answers.
@Suite(.serialized)
struct HookTests {
    private let fixture: AskFixture

    init() throws { fixture = try AskFixture() }

    private static let event = #"""
        {"session_id":"s","transcript_path":"/t","cwd":"/home/ana/shop","permission_mode":"default","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"rm -rf build\n```\n# safe"},"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"rm:*"}],"behavior":"allow","destination":"session"}]}
        """#

    /// A running hook that has received its event.
    private func hook(_ words: String..., event: String = event) throws -> Agent {
        let agent = try Agent(["hook"] + words, environment: fixture.publisher)
        agent.send(event)
        try agent.endInput()
        return agent
    }

    @Test func `a person sees the whole command and allows it from a viewer`() throws {
        let viewer = try fixture.viewer()
        let agent = try hook("claude")
        let screen = try viewer.wait("the card") { $0.contains("Deny") }
        #expect(screen.contains("Claude Code") && screen.contains("/home/ana/shop"), "\(screen)")
        for line in ["rm -rf build", "```", "# safe"] { #expect(screen.contains(line), "\(screen)") }
        try viewer.press("3")
        let output = try agent.rest()
        #expect(
            output
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"rm:*"}],"behavior":"allow","destination":"session"}]}}}"#
                + "\n")
        #expect(agent.process.terminationStatus == 0)
    }

    @Test func `a denial contains the user's text`() throws {
        let agent = try hook("codex")
        try fixture.answer("deny", "message=Use a branch")
        #expect(
            try agent.rest()
                == #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Use a branch"}}}"#
                + "\n")
    }

    @Test func `after the deadline, nothing is printed, or a denial with --fail-closed`() throws {
        let agent = try hook("claude", "--timeout", "1s")
        #expect(try agent.rest() == "" && agent.process.terminationStatus == 0)
        #expect(try fixture.outcome() == "timeout")
        let closed = try hook("claude", "--timeout", "1s", "--fail-closed")
        #expect(try closed.rest().contains(#""behavior":"deny""#) && closed.process.terminationStatus == 0)
    }

    @Test func `a viewer that is killed leaves the question to its deadline`() throws {
        let viewer = try fixture.viewer()
        let agent = try hook("claude", "--timeout", "3s")
        try viewer.wait("the card") { $0.contains("Deny") }
        try viewer.signalProgram("KILL")
        #expect(try agent.rest() == "" && agent.process.terminationStatus == 0)
    }

    @Test func `without a server nothing is printed`() throws {
        fixture.server.stop()
        let agent = try hook("claude")
        #expect(try agent.rest() == "" && agent.process.terminationStatus == 0)
        let closed = try hook("codex", "--fail-closed")
        #expect(try closed.rest().contains(#""behavior":"deny""#) && closed.process.terminationStatus == 0)
    }

    @Test func `a card that is on no screen is withdrawn`() throws {
        let agent = try hook("claude", "--seen-within", "1s")
        #expect(try agent.rest() == "")
        #expect(try fixture.outcome() == "cancel")
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `an agent that stops its hook withdraws the question`(signal: CInt) throws {
        let agent = try hook("claude")
        try fixture.wait("the question") { try !fixture.isQuiet() }
        kill(agent.process.processIdentifier, signal)
        #expect(try agent.rest() == "" && agent.process.terminationStatus == 0)
        #expect(try fixture.outcome() == "cancel")
    }

    @Test func `an agent that is gone withdraws the question`() throws {
        var agent: Process? = Process()
        let output = Pipe()
        agent?.executableURL = URL(filePath: Command.cardstream)
        agent?.arguments = ["hook", "claude"]
        agent?.environment = fixture.publisher
        let input = Pipe()
        agent?.standardInput = input
        agent?.standardOutput = output
        try agent?.run()
        input.fileHandleForWriting.write(Data(Self.event.utf8))
        try input.fileHandleForWriting.close()
        try fixture.wait("the question") { try !fixture.isQuiet() }
        try output.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        try fixture.wait("no question") { try fixture.isQuiet() }
        agent?.waitUntilExit()
        agent = nil
    }

    @Test(arguments: [
        "", "nonsense", "{}", "[]", #"{"hook_event_name":"Notification","message":"x"}"#,
        #"{"hook_event_name":"PreToolUse"}"#,
        #"{"hook_event_name":"PreToolUse","tool_name":"x","tool_input":"\ud800"}"#,
    ])
    func `other input causes no question`(event: String) throws {
        let agent = try hook("claude", event: event)
        #expect(try agent.rest() == "" && agent.process.terminationStatus == 0)
        #expect(try fixture.run("ask", "list", "--all").status == 3)
    }

    @Test func `a wrong option causes no decision`() throws {
        let wrong = try fixture.run("hook", "claude", "--nosuch")
        #expect(wrong.status == 0 && wrong.output.isEmpty && wrong.error.contains("--nosuch"))
    }

    @Test(arguments: [
        ("claude", Self.event, #""behavior":"deny""#), ("codex", Self.event, #""behavior":"deny""#),
        ("claude", #"{"hook_event_name":"PreToolUse"}"#, #""permissionDecision":"deny""#),
        ("claude", #"{"hook_event_name":"Elicitation"}"#, #""action":"decline""#),
        ("claude", "nonsense", #"{"continue":false"#), ("codex", "nonsense", #""behavior":"deny""#),
        ("claude", #"{"hook_event_name":"Notification","message":"x"}"#, ""),
    ])
    func `a wrong option with --fail-closed is a denial`(host: String, event: String, denial: String) throws {
        for words in [["--nosuch"], ["--timeout", "never"], ["--to", "a", "stray"]] {
            let agent = try Agent(["hook", host] + words + ["--fail-closed"], environment: fixture.publisher)
            agent.send(event)
            try agent.endInput()
            let output = try agent.rest()
            #expect(denial.isEmpty ? output.isEmpty : output.contains(denial), "\(words): \(output)")
            #expect(agent.process.terminationStatus == 0)
        }
    }

    // MARK: Installing

    @Test func `install writes the entry once, through a link, and uninstall removes it`() throws {
        let home = fixture.directory.url
        let folder = home.appending(path: ".claude")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = home.appending(path: "dotfiles.json")
        let text = "{\n\t\"model\": \"opus\"\n}\n"
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let link = folder.appending(path: "settings.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let dry = try fixture.run("hook", "install", "claude", "--to", "ana", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("+    \"hooks\": {"), "\(dry)")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(try fixture.run("hook", "install", "claude", "--to", "ana").status == 0)
        let installed = try String(contentsOf: file, encoding: .utf8)
        #expect(installed.contains("hook claude --to ana\"") && installed.contains("\"timeout\": 3600"), "\(installed)")
        #expect(try fixture.run("hook", "install", "claude", "--to", "ana").error.contains("already"))
        #expect(try String(contentsOf: file, encoding: .utf8) == installed)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        #expect(try fixture.run("hook", "uninstall", "claude").status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(try fixture.run("hook", "uninstall", "claude").status == 3)
    }

    @Test func `uninstall removes a file that has only the hook`() throws {
        let file = fixture.directory.url.appending(path: ".codex/hooks.json")
        #expect(try fixture.run("hook", "install", "codex").status == 0)
        #expect(try fixture.run("hook", "uninstall", "codex", "--dry-run").status == 0)
        #expect(FileManager.default.fileExists(atPath: file.path))
        let removed = try fixture.run("hook", "uninstall", "codex")
        #expect(removed.status == 0 && removed.error.contains("is removed"), "\(removed)")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a new file is private, and a file that is not JSON is not changed`() throws {
        #expect(try fixture.run("hook", "install", "codex").status == 0)
        let file = fixture.directory.url.appending(path: ".codex/hooks.json")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("PermissionRequest"))
        let broken = fixture.directory.url.appending(path: "broken.json")
        try Data("{\n  // mine\n}".utf8).write(to: broken)
        let refused = try fixture.run("hook", "install", "claude", "--user-file", broken.path)
        #expect(refused.status == 1 && refused.error.contains("broken.json:2:3: "), "\(refused)")
        #expect(try String(contentsOf: broken, encoding: .utf8) == "{\n  // mine\n}")
    }
}
