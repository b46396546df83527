internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import Glibc

/// `cardstream mcp`: a server of the Model Context Protocol on standard input and output.
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let agents ask with cards, through an MCP server on standard input and output.",
        discussion: """
            Offers two tools: `ask_human`, which asks a question, with a form if the agent gives a schema, and \
            `approve`, for the permission prompts of Claude Code (--permission-prompt-tool). Standard output has only \
            the protocol; messages go to standard error.

            A question is withdrawn when the agent cancels the call or ends. If the agent supports MCP tasks, \
            ask_human returns a task, which stays open after the agent and this MCP server have ended.

            EXAMPLES
              claude mcp add human -- cardstream mcp --to ana
              codex mcp add human -- cardstream mcp
              claude -p --permission-prompt-tool mcp__human__approve "Fix it"
            """)

    @OptionGroup(title: "Settings")
    var options: StreamOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Option(
        help: ArgumentHelp(
            "The users to ask, separated by commas; by default your own user. With --to, agents can ask no other user.",
            valueName: "users"))
    var to: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long a question stays open if the agent does not set a timeout; 10 minutes by default.",
            valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout = Double(AskRequest.defaultTimeout)

    func validate() throws { try AskFlags.requireTimeout(timeout) }

    func run() throws {
        // Created before the first thread starts, because that thread would otherwise receive the signals.
        let signals = Signals([.interrupt, .terminate, .hangup])
        let setup = try options.load(publisher.flags)
        let users = try AskFlags.users(to, or: setup.defaultUser)
        let caller = try PublisherAccess(setup).caller()
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        let run = MCPRun(
            caller: caller, stream: setup.config.stream, users: users, isOpen: to.isEmpty, timeout: Int(timeout),
            server: MCPServer(version: Cardstream.version, folder: folder.map { String(cString: $0) }))
        try run.run(until: signals)
    }
}
