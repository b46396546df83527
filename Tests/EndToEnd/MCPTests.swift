import Foundation
import Support
import Testing

/// An agent calls the tools of `cardstream mcp`, and a user answers.
@Suite(.serialized)
struct MCPTests {
    private let fixture: AskFixture

    init() throws { fixture = try AskFixture() }

    private func server(_ words: String...) throws -> Agent {
        try Agent(["mcp"] + words, environment: fixture.publisher)
    }

    private static let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent","version":"1"}}}"#
    private static let modern =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}"#

    private static func call(_ id: Int, _ message: String, _ more: String = "") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"ask_human","arguments":{"message":"\#(message)"}\#(more)}}"#
    }

    @Test func `a call waits for the person, beside other messages`() throws {
        let agent = try server()
        agent.send(Self.initialize)
        #expect(try agent.line()?.contains(#""protocolVersion":"2025-06-18""#) == true)
        agent.send(Self.call(1, "Deploy?", #","_meta":{"progressToken":"t"}"#))
        #expect(try agent.line()?.contains(#""message":"Asked ana""#) == true)
        agent.send("nonsense")
        #expect(try agent.line()?.contains("-32700") == true)
        agent.send(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
        #expect(try agent.line() == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
        try fixture.answer("accept", "message=Go")
        var answer = try agent.line()
        while answer?.contains("notifications/progress") == true { answer = try agent.line() }
        #expect(
            answer?.contains(#""structuredContent":{"outcome":"accept","values":{"message":"Go"},"by":"ana"}"#) == true,
            "\(answer ?? "")")
        #expect(try agent.finish() == "" && agent.process.terminationStatus == 0)
    }

    @Test func `a cancelled call and the end of the agent withdraw the question`() throws {
        let agent = try server()
        agent.send(Self.call(1, "Deploy?"))
        try fixture.wait("the question") { try !fixture.isQuiet() }
        agent.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        try fixture.wait("no question") { try fixture.isQuiet() }
        agent.send(Self.call(2, "Upgrade?"))
        try fixture.wait("the question") { try !fixture.isQuiet() }
        #expect(try agent.finish() == "" && agent.process.terminationStatus == 0)
        #expect(try fixture.isQuiet())
    }

    @Test func `a task outlives the server`() throws {
        let agent = try server()
        agent.send(Self.call(1, "Deploy?", ",\(Self.modern)"))
        let task = try #require(
            try agent.line()?.firstMatch(of: /"resultType":"task"/) != nil
                ? fixture.run("ask", "list", "--json").output : nil)
        let id = try #require(task.firstMatch(of: /"id":"([^"]+)"/)).1
        #expect(try agent.finish() == "")
        try fixture.answer("accept")
        let next = try server()
        next.send(#"{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"\#(id)",\#(Self.modern)}}"#)
        let state = try next.line()
        #expect(
            state?.contains(#""status":"completed""#) == true && state?.contains(#""outcome":"accept""#) == true,
            "\(state ?? "")")
        next.send(#"{"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"nosuch",\#(Self.modern)}}"#)
        #expect(try next.line()?.contains("-32602") == true)
        _ = try next.finish()
    }

    @Test func `only the named users can be asked`() throws {
        let agent = try server("--to", "ana")
        agent.send(Self.call(1, "Deploy?").replacing(#""message":"#, with: #""to":["bo"],"message":"#))
        let answer = try agent.line()
        #expect(
            answer?.contains(#""isError":true"#) == true && answer?.contains("bo cannot be asked") == true,
            "\(answer ?? "")")
        _ = try agent.finish()
    }

    /// A folder with the reference client of the protocol, which is removed when the process ends; nil if it cannot be
    /// installed.
    private static let client: URL? = {
        let python = URL(filePath: "/usr/bin/python3")
        guard FileManager.default.isExecutableFile(atPath: python.path),
            let folder = try? TemporaryDirectory.ofProcess()
        else { return nil }
        let pip = folder.appending(path: "bin/pip").path
        // Without a network the client cannot be installed.
        guard (try? Command.run(python.path, ["-m", "venv", folder.path])) != nil,
            (try? Command.run(
                pip, ["install", "--quiet", "--no-compile", "--timeout", "10", "--retries", "1", "mcp>=2"])) != nil
        else { return nil }
        return folder
    }()

    private static let script = """
        import asyncio, json, os, sys
        from mcp import StdioServerParameters
        from mcp.client.client import Client
        from mcp.client.stdio import stdio_client

        async def main():
            server = StdioServerParameters(command=sys.argv[1], args=["mcp"], env=dict(os.environ))
            for mode in sys.argv[2:]:
                async with Client(stdio_client(server), mode=mode) as client:
                    tools = await client.list_tools()
                    print(mode, json.dumps([tool.name for tool in tools.tools]), flush=True)
                    result = await client.call_tool("ask_human", {"message": f"Deploy {mode}?"})
                    print(mode, json.dumps(result.structured_content), flush=True)

        asyncio.run(main())
        """

    @Test(.timeLimit(.minutes(3))) func `the reference client gets the answer in both generations`() throws {
        guard let client = Self.client else {
            // Without a network or Python, the client cannot be tested.
            print("skipped: the Python package mcp cannot be installed here")
            return
        }
        let output = fixture.directory.url.appending(path: "client")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = client.appending(path: "bin/python")
        let modes = ["legacy", "2026-07-28", "auto"]
        process.arguments = ["-c", Self.script, Command.cardstream] + modes
        process.environment = fixture.publisher
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        for _ in modes { try fixture.answer("accept", "message=Go") }
        process.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8)
        #expect(process.terminationStatus == 0, "\(text)")
        let answer = #"{"outcome": "accept", "values": {"message": "Go"}, "by": "ana"}"#
        for mode in modes {
            #expect(text.contains(#"\#(mode) ["ask_human", "approve"]"#), "\(text)")
            #expect(text.contains("\(mode) \(answer)"), "\(text)")
        }
    }
}
