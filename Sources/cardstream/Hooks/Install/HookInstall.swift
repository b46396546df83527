internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import Glibc

/// The options that select the settings file to change.
struct HookFileOptions: ParsableArguments {
    @Flag(help: "Change the settings file of the project in the working directory, instead of your own.")
    var project = false

    @Option(
        help: ArgumentHelp("Change this settings file.", valueName: "path"), completion: .file(extensions: ["json"]))
    var userFile: String?

    @Flag(help: "Print what would change in the file, and change nothing.")
    var dryRun = false

    func validate() throws {
        guard !project || userFile == nil else {
            throw ValidationError("Use either --project or --user-file, not both.")
        }
    }

    /// The effect on a file.
    enum Change {
        case none, changed, removed
    }

    /// Changes the hooks in the file, or prints the change with --dry-run. A file that becomes empty is removed.
    ///
    /// - Returns: The path, and the effect on the file.
    func apply(
        _ host: HookHost, _ change: (inout HookSettings) throws(HookSettings.Refusal) -> Void
    ) throws -> (path: String, change: Change) {
        let variables = ConfigOptions.processEnvironment
        let path = try userFile ?? HookFile.usual(host, isProject: project, variables: variables)
        let file = try HookFile(path)
        let old = try file.read()
        let new: [UInt8]
        var isEmptied = false
        do throws(HookSettings.Refusal) {
            var settings = try HookSettings(old)
            let before = settings.bytes
            try change(&settings)
            new = settings.bytes == before ? old : settings.bytes
            isEmptied = settings.isEmpty
        } catch {
            throw CommandFailure(
                .failure,
                "\(path.shownAsFile):\(error.line):\(error.column): \(error.reason.escapingControls); the file is unchanged"
            )
        }
        guard new != old else { return (path, .none) }
        if dryRun {
            Console.print(path.shownAsFile)
            Console.print(
                LineDiff.text(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self)))
        } else if isEmptied, try file.remove() {
            return (path, .removed)
        } else {
            try file.write(new)
        }
        return (path, .changed)
    }
}

/// `cardstream hook install`: adds the hook to an agent's settings.
struct HookInstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Add the hook to an agent's settings.",
        discussion: """
            Adds an entry to ~/.claude/settings.json or ~/.codex/hooks.json, and changes nothing else in the file. In \
            the entry, the agent's time limit for the hook is five minutes longer than --timeout, so that the agent \
            does not give up before the hook does. Installing again replaces the entry of an earlier installation. The \
            hook runs with the options for questions that you give here, such as --to, --timeout and --fail-closed.

            By default the hook of Claude Code handles the events PermissionRequest and Elicitation, and the hook of \
            Codex handles PermissionRequest. With --event PreToolUse, Claude Code asks before each use of a tool, even \
            if its rules allow that use; --matcher selects the tools.

            EXAMPLES
              cardstream hook install claude
              cardstream hook install claude --to ana,bo --dry-run
              cardstream hook install claude --event PreToolUse --matcher 'Bash|Write'
              cardstream hook install codex --project
            """)

    /// An event that a hook answers.
    enum Event: String, CaseIterable, ExpressibleByArgument {
        case permissionRequest = "PermissionRequest"
        case preToolUse = "PreToolUse"
        case elicitation = "Elicitation"
    }

    @OptionGroup(title: "File")
    var file: HookFileOptions

    @OptionGroup(title: "Settings")
    var options: StreamOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @OptionGroup(title: "Question")
    var flags: HookFlags

    @Option(
        help: ArgumentHelp(
            "The event to handle: PermissionRequest, PreToolUse or Elicitation; may be repeated.", valueName: "event"))
    var event: [Event] = []

    @Option(
        help: ArgumentHelp(
            "The tools to ask about, written as in the agent's settings, such as Bash|Write.", valueName: "pattern"))
    var matcher: String?

    @Argument(help: ArgumentHelp("The agent: claude or codex.", valueName: "agent"))
    var host: HookHost

    /// The time in seconds by which the agent's time limit exceeds the hook's.
    private static let margin = 300

    func validate() throws {
        guard host == .claude || event.allSatisfy({ $0 == .permissionRequest }) else {
            throw ValidationError("Codex has only the event PermissionRequest; leave out the other events.")
        }
    }

    func run() throws {
        // Report mistakes in the options now, and not when the hook first runs.
        _ = try options.load(publisher.flags)
        _ = try AskFlags.users(flags.to, "--to")
        let entries = entries(command: try command())
        let (path, change) = try file.apply(host) { settings throws(HookSettings.Refusal) in
            try settings.install(entries, host: host)
        }
        guard change != .none else { return Console.error("\(path.shownAsFile) already has the hook") }
        guard !file.dryRun else { return }
        let advice = host == .codex ? "; Codex runs the hook after you trust it with /hooks" : ""
        Console.error("\(path.shownAsFile) now has the hook\(advice)")
    }

    private func entries(command: String) -> [HookEntry] {
        let standard: [Event] = host == .claude ? [.permissionRequest, .elicitation] : [.permissionRequest]
        var seen: Set<Event> = []
        return (event.isEmpty ? standard : event).filter { seen.insert($0).inserted }.map { event in
            HookEntry(
                event: event.rawValue, matcher: event == .elicitation ? nil : matcher, command: command,
                timeout: Int(flags.timeout) + Self.margin)
        }
    }

    /// The command line of the hook, with the options of this command.
    private func command() throws -> String {
        var words = [try program(), "hook", host.rawValue]
        for (flag, value) in [
            ("--config", options.config),
            ("--profile", options.profile),
            ("--server", options.server), ("--environment", options.environment),
            ("--ca-file", options.caFile), ("--stream", options.stream), ("--key-file", publisher.keyFile),
        ] {
            guard let value else { continue }
            let isFile = ["--config", "--ca-file", "--key-file"].contains(flag)
            // The paths are absolute, because the agent runs the hook in a different directory.
            words += [flag, isFile ? try FilePath.absolute(value) : value]
        }
        return ShellWords.line(words + flags.arguments)
    }

    /// The name of this program if a shell finds the program by that name, otherwise its path.
    private func program() throws(CommandFailure) -> String {
        guard let own = realpath("/proc/self/exe", nil) else {
            throw CommandFailure(.failure, "the program's own file cannot be found; check that /proc is mounted")
        }
        defer { free(own) }
        let path = String(cString: own)
        for folder in (ConfigOptions.processEnvironment["PATH"] ?? "").split(separator: ":") {
            guard let found = realpath("\(folder)/cardstream", nil) else { continue }
            defer { free(found) }
            return String(cString: found) == path ? "cardstream" : path
        }
        return path
    }
}

/// `cardstream hook uninstall`: removes the hook from an agent's settings.
struct HookUninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove the hook from an agent's settings.",
        discussion: """
            Removes each entry that runs `cardstream hook` for the agent, and changes nothing else in the file. A file \
            that has no settings left is removed, unless it is a link. Exit code 3: the file has no entry to remove.

            EXAMPLES
              cardstream hook uninstall claude
              cardstream hook uninstall codex --project --dry-run
            """)

    @OptionGroup(title: "File")
    var file: HookFileOptions

    @Argument(help: ArgumentHelp("The agent: claude or codex.", valueName: "agent"))
    var host: HookHost

    func run() throws {
        let (path, change) = try file.apply(host) { settings throws(HookSettings.Refusal) in
            try settings.uninstall(host)
        }
        guard change != .none else {
            throw CommandFailure(.nothingMatched, "\(path.shownAsFile) has no cardstream hook")
        }
        guard !file.dryRun else { return }
        Console.error(
            change == .removed
                ? "\(path.shownAsFile) had nothing but the hook, and is removed"
                : "\(path.shownAsFile) no longer has the hook")
    }
}
