internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardStreamComapi
internal import CardStreamCordial
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// `cardstream events`: prints events of cards for scripts.
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Print what happened to your cards, or at a source, since the last run.",
        discussion: """
            The first run prints nothing and sets the starting point; later runs print what happened since the \
            previous run. For each card only the latest event is printed. Exit code 3: nothing happened.

            --source prints the events of a source, as its service reports them. For a source of conversations, the \
            events are messages that are sent, delivered or read; changes of conversations, participants and profiles; \
            and typing. All of these events are printed, in order within each conversation; for a conversation that is \
            new to you, only the last hundred. For a source of kind cordial, they are messages that arrive, are marked as \
            read or unread, or are deleted, and changes of the contact.

            --follow prints events until Ctrl-C (exit code 130), including events that happened while the connection \
            was lost. With --json each line is an object, as `cardstream schema events` describes; with --source, \
            `cardstream schema source-event` describes it. The command can run alongside a viewer and `watch`.

            EXAMPLES
              cardstream events
              cardstream events --source team --follow --json | jq -r .message.text
              cardstream events --follow --json | jq 'select(.event == "published") | .card'
            """)

    @OptionGroup var account: UserStreamOptions

    @OptionGroup var name: SourceName

    @Flag(help: "Keep printing events until Ctrl-C.")
    var follow = false

    @Flag(help: "Print one line of JSON per event.")
    var json = false

    func run() throws {
        let signals = Signals([.interrupt, .terminate, .hangup, .quit] + (follow ? [.suspend] : []))
        let setup = try account.setup().ofKnownProfile()
        if let wanted = name.source {
            let isInbox = setup.config.sources.contains { $0.name == wanted && $0.kind == SourceKind.cordial.name }
            guard isInbox else { return try printEvents(of: try name.config(in: setup), setup, signals) }
            return try printInbox(try name.config(in: setup, kind: .cordial, of: "messages"), setup, signals)
        }
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
        let run = try WatchRun(setup, .feed(setup), from: old ?? WatchState(), reporter: reporter)
        if follow { return try run.untilSignal(signals) }
        try run.once()
        if old == nil {
            Console.error("this run sets the starting point; run the command again later, or use --follow")
        }
        if count.withLock({ $0 }) == 0 { throw ExitStatus.nothingMatched }
    }

    private func printEvents(of source: SourceConfig, _ setup: Setup, _ signals: Signals) throws {
        let isJSON = json
        let events = SourceEvents(
            ComapiClient(source, setup.environment(of: source)), try EventPositionStore(setup, source)
        ) { event in
            if isJSON { Console.json(event.printed()) } else { Console.print(event.line(at: Date())) }
        }
        if follow {
            return try InterruptibleWork.run(until: signals, { try await events.follow() }, ending: {})
        }
        let (count, isFirst) = try runBlocking {
            try await events.catchUp()
            return (await events.count, await events.isFirst)
        }
        try end(count, isFirst)
    }

    private func printInbox(_ source: SourceConfig, _ setup: Setup, _ signals: Signals) throws {
        let isJSON = json
        let events = InboxEvents(
            try CordialClient(source, setup.environment(of: source)), try EventPositionStore(setup, source)
        ) { event in
            if isJSON { Console.json(event.json) } else { Console.print(event.line(at: Date())) }
        }
        if follow {
            return try InterruptibleWork.run(until: signals, { try await events.follow() }, ending: {})
        }
        let (count, isFirst) = try runBlocking {
            try await events.catchUp()
            return (await events.count, await events.isFirst)
        }
        try end(count, isFirst)
    }

    private func end(_ count: Int, _ isFirst: Bool) throws {
        if isFirst { Console.error("this run sets the starting point; run the command again later, or use --follow") }
        if count == 0 { throw ExitStatus.nothingMatched }
    }
}
