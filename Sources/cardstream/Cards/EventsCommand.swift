internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// `cardstream events`: prints events of cards for scripts.
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Print what happened to your cards since the last run.",
        discussion: """
            The first run prints nothing and sets the starting point; later runs print what happened since the last \
            one. For each card only its latest event is printed. Exit code 3: nothing happened.

            --follow prints events until Ctrl-C (exit code 130). With --json each line is an object, as `cardstream \
            schema events` describes. It can run alongside a viewer and `watch`.

            EXAMPLES
              cardstream events
              cardstream events --follow --json | jq 'select(.event == "published") | .card'
            """)

    @OptionGroup var account: UserStreamOptions

    @Flag(help: "Keep printing events until Ctrl-C.")
    var follow = false

    @Flag(help: "Print one line of JSON per event.")
    var json = false

    func run() throws {
        let signals = Signals([.interrupt, .terminate, .hangup, .quit])
        let setup = try account.setup()
        let memory = try WatchStateStore(setup, of: "events")
        let source = try runBlocking { try await ViewerAccess(setup).source() }
        let old = try memory.state(source: source)
        let count = Lock(0)
        let reporter = WatchReporter(
            WatchReporter.Options(
                isJSON: json, notifier: nil, command: nil, device: nil, count: count),
            planner: NotificationPlanner(rules: NotificationRules(), zone: .system(around: Date())),
            from: old ?? WatchState(),
            keep: { try memory.keep($0, source: source) })
        let run = WatchRun(setup, from: old ?? WatchState(), reporter: reporter)
        if follow { return try run.untilSignal(signals) }
        try run.once()
        if old == nil { Console.error("recording starts now; run again later, or use --follow") }
        if count.withLock({ $0 }) == 0 { throw ExitStatus.nothingMatched }
    }
}
