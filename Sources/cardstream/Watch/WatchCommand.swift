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
        abstract: "Call you for new cards while no viewer is open, and run commands for what happens.",
        discussion: """
            Holds a connection, prints a line for each thing that happens to a card of the streams you have configured, and \
            raises a notification for each new one and each that returns from snooze: by `notify`, `quiet_hours` and \
            `notify_by` of the configuration, without `notify` for every card, and only at the times of your profile \
            (`cardstream user`). It goes on where it ended; the first run begins with what comes.

            It runs beside a viewer of the same profile: it keeps no cards, only where it stands, the ids of open cards and a \
            token for this device, in $XDG_STATE_HOME/cardstream/PROFILE/watch. One of a profile runs at a time. It \
            registers this device and its streams with the server.

            --exec runs a shell command for each event, with the card as one line of JSON on its standard input, and the \
            event, the card's id and the stream as $1, $2 and $3; `cardstream schema watch` describes it, and the lines of \
            --json. --exec-jobs of them run at the same time, whichever events \
            they are for, and the others wait in their order; nobody is called later for them. While 1,000 wait nothing more is \
            read, and nothing is lost by that. \
            What a command writes is not shown. If it fails, one line on standard error says so, with its exit status and the \
            last line that it wrote. --exec-output prints everything there; to keep it, redirect it in the command itself.

            Commands get no token and no key from this program's environment: CARDSTREAM_TOKEN, CARDSTREAM_VIEWER_KEY and \
            CARDSTREAM_PUBLISHER_KEY are taken out.

            Ctrl-C ends it with exit code 130, SIGTERM with 0. Commands that run have five seconds to end, or until the next \
            signal; then they are ended, and their events come again with the next run.

            Events: \(WatchState.Event.Kind.allCases.map(\.rawValue).joined(separator: ", ")).

            EXAMPLES
              cardstream watch
              cardstream watch --no-notify --json | jq .event
              cardstream watch --exec 'jq -r .id >> cards.txt'
              cardstream watch --exec 'test "$1" = published && mail me@example.com'
            """)

    @OptionGroup var account: AccountOptions

    @Option(help: ArgumentHelp("Run this shell command for each event.", valueName: "command"))
    var exec: String?

    @Option(help: ArgumentHelp("How long one command may take, 1 to 3600.", valueName: "seconds"))
    var execTimeout: Double = 30

    @Option(help: ArgumentHelp("Commands at the same time, 1 to 32.", valueName: "number"))
    var execJobs = 4

    @Flag(help: "Print what commands write, on standard error, when each has ended.")
    var execOutput = false

    @Flag(help: "Raise no notifications, and register no device.")
    var noNotify = false

    @Option(
        help: ArgumentHelp("What the device is registered for: sandbox, production or both.", valueName: "environment"),
        completion: .list(PushEnvironment.allCases.map(\.rawValue)))
    var pushEnvironment = PushEnvironment.production.rawValue

    @Flag(help: "Forget the device: take its registration back, and end.")
    var deregister = false

    @Flag(help: "One line of JSON for each event.")
    var json = false

    func validate() throws {
        guard execTimeout >= 1, execTimeout <= 3600 else {
            throw ValidationError("--exec-timeout must be between 1 and 3600.")
        }
        guard (1...32).contains(execJobs) else { throw ValidationError("--exec-jobs must be between 1 and 32.") }
        guard PushEnvironment(rawValue: pushEnvironment) != nil else {
            throw ValidationError("--push-environment must be sandbox, production or both.")
        }
        if let exec, exec.allSatisfy(\.isWhitespace) { throw ValidationError("--exec is an empty command.") }
    }

    func run() throws {
        let signals = Signals([.interrupt, .terminate, .hangup, .quit])
        let setup = try account.setup()
        let memory = try WatchStateStore(setup, of: "watch")
        let device = DeviceRegistration(
            token: try memory.deviceToken(), environment: PushEnvironment(rawValue: pushEnvironment) ?? .production)
        if deregister { return try forget(device, setup) }
        let source = try runBlocking { try await ViewerAccess(setup).source() }
        var state = try memory.state(source: source) ?? WatchState()
        // Records that were stored while analytics were enabled.
        if !setup.config.sendsAnalytics { state.received = [] }
        let reporter = WatchReporter(
            WatchReporter.Options(
                isJSON: json, notifier: noNotify ? nil : WatchNotifier(way: setup.notifier),
                command: exec.map {
                    EventCommand(line: $0, limit: execTimeout, printsOutput: execOutput)
                }, jobs: execJobs,
                device: noNotify || !setup.config.sendsAnalytics ? nil : device.token),
            planner: NotificationPlanner(rules: setup.config.notifications, zone: .system(around: Date())), from: state,
            keep: { try memory.keep($0, source: source) })
        if exec != nil {
            // Ignored, so that running commands are not abandoned without their time limit and repeated with the next
            // run.
            signal(SIGPIPE, SIG_IGN)
            Console.beforeFailing.withLock { hook in
                hook = {
                    reporter.cutOff()
                    // Commands check for the end ten times a second.
                    usleep(300_000)
                }
            }
        }
        let streams = StreamRegistration(token: device.token, streams: setup.screens.streams)
        let registers = !noNotify
        let run = WatchRun(setup, from: state, reporter: reporter) { source in
            guard registers, let devices = source as? any DeviceSource else { return }
            do {
                _ = try await devices.registerDevice(device)
                try await devices.registerStreams(streams)
            } catch SourceError.refused(let refusal) where refusal.reason == .notFound {
                // A server without devices still reports cards.
            }
        }
        try run.untilSignal(signals)
    }

    private func forget(_ device: DeviceRegistration, _ setup: Setup) throws {
        let environments = try runBlocking { try await ViewerAccess(setup).requests().deregisterDevice(device) }
        Console.error("deregistered from \(environments.map(\.rawValue).joined(separator: " and "))")
    }
}
