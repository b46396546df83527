internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedAPI
internal import Glibc

import struct Foundation.Date

/// `cardstream watch`: notifies the user of new cards without a viewer.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show notifications of new cards, with or without a viewer, and run commands for events.",
        discussion: """
            Prints a line for each event of a card in your streams. Notifies you of each card that is new or returns \
            from snooze, and of each update that a card announces, such as a new message in a conversation. The \
            command follows the feed and all other sources, unless --source or --stream selects some of them. The \
            settings `notify`, `quiet_hours` and `notify_by` control notifications. Without `notify`, you are notified \
            of every card, at the times in your user profile (`cardstream user`). Each run continues where the \
            previous run ended.

            `watch` can run alongside a viewer of the same profile, but only once per profile. It keeps no cards, only \
            its position, the ids of open cards and a token for this device, in \
            $XDG_STATE_HOME/cardstream/PROFILE/watch. It registers this device with the server.

            --exec runs a shell command for each event. The event is one line of JSON on its standard input, as \
            `cardstream schema watch` describes; event, card id and stream are also $1, $2 and $3. At most --exec-jobs \
            commands run at a time; the others wait in order. Tokens and keys are removed from the environment of \
            commands. If a command fails, that is, unless its exit code is 0, the last line of its output is shown; \
            --exec-output prints all output, and --exec-log keeps it in a file. A command that writes more than 65 kB is stopped.

            Ctrl-C stops `watch` with exit code 130, SIGTERM with 0. Commands that are still running then have \
            five seconds to end, or less if another signal arrives. If a command does not end in time, its event is \
            repeated in the next run.

            Events: \(WatchState.Event.Kind.allCases.map(\.rawValue).joined(separator: ", ")).

            EXAMPLES
              cardstream watch
              cardstream watch --no-notify --json | jq .event
              cardstream watch --exec 'jq -r .id >> cards.txt'
              cardstream watch --exec ./on-card --exec-log on-card.log
              cardstream watch --exec 'if [ "$1" = published ]; then ./tell-me; fi'
            """)

    @OptionGroup var account: UserStreamOptions

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Follow only this source, [sources.NAME], and not the feed; may be repeated.",
            valueName: "name"), completion: CompletionValues.sources)
    var source: [String] = []

    @Option(help: ArgumentHelp("Run this shell command for each event.", valueName: "command"))
    var exec: String?

    @Option(
        help: ArgumentHelp("Time limit for one command, from 1 to 3600 seconds.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var execTimeout: Double = 30

    @Option(help: ArgumentHelp("How many commands run at the same time, from 1 to 32.", valueName: "number"))
    var execJobs = 4

    @Flag(help: "When a command ends, print its output on standard error, with the command's event on each line.")
    var execOutput = false

    @Option(
        help: ArgumentHelp(
            "Append the output of each command to this file, below a line with its event.", valueName: "file"),
        completion: .file())
    var execLog: String?

    @Flag(help: "Show no notifications and register no device.")
    var noNotify = false

    @Option(
        help: ArgumentHelp("Where to register the device: sandbox, production or both.", valueName: "environment"),
        completion: .list(PushEnvironment.allCases.map(\.rawValue)))
    var pushEnvironment = PushEnvironment.production.rawValue

    @Flag(help: "Remove this device from the server, and exit.")
    var deregister = false

    @Flag(help: "Print one line of JSON per event.")
    var json = false

    func validate() throws {
        guard execTimeout >= 1, execTimeout <= 3600 else {
            throw ValidationError("--exec-timeout must be from 1 to 3600 seconds.")
        }
        guard (1...32).contains(execJobs) else { throw ValidationError("--exec-jobs must be from 1 to 32.") }
        guard PushEnvironment(rawValue: pushEnvironment) != nil else {
            throw ValidationError("--push-environment must be sandbox, production or both.")
        }
        if let exec, exec.allSatisfy(\.isWhitespace) {
            throw ValidationError("--exec is empty; expected a shell command.")
        }
        if exec == nil, execOutput || execLog != nil {
            throw ValidationError("\(execOutput ? "--exec-output" : "--exec-log") works only with --exec.")
        }
    }

    func run() throws {
        let signals = Signals([.interrupt, .terminate, .hangup, .quit, .suspend])
        let setup = try account.setup(reading: [.notifications])
        let selection = try WatchSelection(
            setup, stream: account.options.stream == nil ? nil : setup.config.stream, sources: self.source)
        let memory = try WatchStateStore(setup, of: "watch")
        let device = DeviceRegistration(
            token: try memory.deviceToken(), environment: PushEnvironment(rawValue: pushEnvironment) ?? .production)
        if deregister { return try forget(device, setup) }
        let log = try execLog.map { path throws(FileProblem) in try CommandLog(path: path) }
        let source = try runBlocking { try await ViewerAccess(setup).source() }
        var state = try memory.state(source: source) ?? WatchState()
        // Removes records that were stored while analytics were enabled.
        if !setup.config.sendsAnalytics { state.received = [] }
        let reporter = WatchReporter(
            WatchReporter.Options(
                isJSON: json, notifier: noNotify ? nil : WatchNotifier(way: setup.notifier),
                command: exec.map {
                    EventCommand(line: $0, limit: execTimeout, printsOutput: execOutput, log: log)
                }, jobs: execJobs,
                device: noNotify || !setup.config.sendsAnalytics ? nil : device.token,
                feedStreams: Set(selection.feedStreams)),
            planner: NotificationPlanner(rules: setup.config.notifications, zone: .system(around: Date())), from: state,
            keep: { try memory.keep($0, source: source) })
        if exec != nil {
            // SIGPIPE is ignored. Otherwise it would end this program, running commands would lose their time limit,
            // and the next run would repeat them.
            signal(SIGPIPE, SIG_IGN)
            Console.beforeFailing.withLock { hook in
                hook = {
                    reporter.stopCommands()
                    // Running commands check ten times a second whether they have to stop.
                    usleep(300_000)
                }
            }
        }
        let streams = StreamRegistration(token: device.token, streams: selection.feedStreams)
        let registers = !noNotify
        let run = try WatchRun(setup, selection, from: state, reporter: reporter) { source in
            guard registers, let devices = source as? any DeviceSource else { return }
            do {
                _ = try await devices.registerDevice(device)
                try await devices.registerStreams(streams)
            } catch SourceError.refused(let refusal) where refusal.reason == .notFound {
                // A server that does not support devices can still deliver cards.
            }
        }
        Console.error(selection.message.escapingControls)
        try run.untilSignal(signals)
    }

    private func forget(_ device: DeviceRegistration, _ setup: Setup) throws {
        let environments = try runBlocking { try await ViewerAccess(setup).requests().deregisterDevice(device) }
        Console.error("removed this device from \(environments.map(\.rawValue).joined(separator: " and "))")
    }
}
