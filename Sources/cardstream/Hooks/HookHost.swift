internal import ArgumentParser

/// A program that runs hooks: an agent in a terminal.
enum HookHost: String, CaseIterable, ExpressibleByArgument {
    case claude, codex

    /// The name of the agent for display.
    var title: String {
        switch self {
        case .claude: "Claude Code"
        case .codex: "Codex"
        }
    }
}
