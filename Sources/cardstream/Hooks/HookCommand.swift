internal import ArgumentParser

/// `cardstream hook`: answers the hooks of agents with cards.
struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Show an agent's request as a card, and return your answer.",
        discussion: """
            An agent such as Claude Code or Codex runs a hook before it does something that needs your consent. This \
            command makes a card from the hook's event, waits for the answer and prints the decision for the agent. \
            The card shows the whole command or input.

            If there is no answer, or if an error occurs, the command prints nothing and exits with 0, and the agent \
            shows its own prompt. With --fail-closed the command denies the request instead.

            EXAMPLES
              cardstream hook install claude       let Claude Code ask with cards
              cardstream hook install codex        let Codex ask with cards
              cardstream hook uninstall claude     remove the hook from Claude Code
              cardstream help agents               read more about agents
            """,
        subcommands: [HookClaude.self, HookCodex.self, HookInstall.self, HookUninstall.self])
}

/// `cardstream hook claude`: answers a hook of Claude Code.
struct HookClaude: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claude", abstract: "Answer a hook of Claude Code.",
        discussion: """
            Reads the event on standard input and prints the decision. Handles the events PreToolUse, \
            PermissionRequest and Elicitation, including the tools AskUserQuestion and ExitPlanMode. The card of a \
            PermissionRequest has buttons for the rules that Claude Code suggests. For other events the command prints \
            nothing. The exit code is 0.

            EXAMPLES
              cardstream hook claude --to ana,bo --timeout 20m
              cardstream hook claude --seen-within 30s
            """)

    @OptionGroup var hook: HookOptions

    func run() { hook.run(for: .claude) }
}

/// `cardstream hook codex`: answers a hook of Codex.
struct HookCodex: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codex", abstract: "Answer a hook of Codex.",
        discussion: """
            Reads the event on standard input and prints the decision. Handles the event PermissionRequest; for other \
            events the command prints nothing. The exit code is 0.

            EXAMPLES
              cardstream hook codex --to ana,bo --timeout 20m
              cardstream hook codex --fail-closed
            """)

    @OptionGroup var hook: HookOptions

    func run() { hook.run(for: .codex) }
}

/// Options of the hooks of all agents.
struct HookOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: StreamOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @OptionGroup(title: "Question")
    var flags: HookFlags

    func run(for host: HookHost) { HookRun(host: host, options: options, publisher: publisher, flags: flags).run() }
}
