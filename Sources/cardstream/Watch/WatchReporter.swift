internal import AppRuntime
internal import Canvas
internal import CardSession
internal import Cards
internal import Dispatch
internal import FeedAPI
internal import FeedSync
internal import Glibc

import struct Foundation.Date

/// Does with each event what was asked for: a line, a notification, a command; tells the server that notifications
/// arrived; and keeps where it stands, once all of that is done.
actor WatchReporter {
    struct Options: Sendable {
        var isJSON: Bool
        /// Nil calls nobody.
        var notifier: Notifier?
        /// A command line for `/bin/sh`.
        var command: String?
        /// Commands at the same time.
        var jobs: Int
        /// For one command, in seconds.
        var limit: Double
        /// Names this device.
        var device: String?
        /// Counts what was reported.
        var count: Lock<Int>?
    }

    private let options: Options
    private let keep: @Sendable (WatchState) throws -> Void
    private var call: WatchCall
    private var client: FeedClient?
    /// Records that the server has not taken yet.
    private var unsent: [AnalyticsRecord] = []

    private static let mostUnsent = 500

    init(_ options: Options, call: WatchCall, keep: @escaping @Sendable (WatchState) throws -> Void) {
        self.options = options
        self.call = call
        self.keep = keep
    }

    /// A connection was made: with it the server is told what it does not know.
    func use(_ client: FeedClient, settings: UserSettings) {
        self.client = client
        call.settings = settings
    }

    func report(_ batch: WatchFeed.Batch) async {
        for event in batch.events { Console.data(options.isJSON ? Self.json(event).text() : Self.line(event)) }
        options.count?.withLock { $0 += batch.events.count }
        await notify(batch.events)
        if let command = options.command { await run(command, for: batch.events) }
        await sendRecords()
        do { try keep(batch.state) } catch { Console.error(CommandFailure(error).message) }
    }

    // MARK: Notifications

    private func notify(_ events: [WatchState.Event]) async {
        let now = Date()
        guard let notifier = options.notifier, events.contains(where: { WatchCall.notification($0) != nil }) else {
            return
        }
        await learnWishes()
        let name = call.settings.timeZone
        call.offset = await Self.blocking { ZoneOffset.seconds(of: name) } ?? call.offset
        let calls = call.calls(for: events, at: now)
        for call in calls { await Self.show(call, by: notifier) }
        guard !calls.isEmpty, let device = options.device else { return }
        for notification in events.compactMap(WatchCall.notification) {
            // The same id for the same notification on the same device: however often it is sent, it counts once.
            unsent.append(
                AnalyticsRecord(
                    id: "received-\(device.prefix(16))-\(notification.id)", name: "notification-received", at: now,
                    streamID: notification.streamID, card: .init(id: notification.cardID, status: .active),
                    properties: notification.detail.isEmpty ? [:] : ["detail": .object(notification.detail)]))
        }
    }

    /// The user may have changed them since the connection was made. Those that were known last hold while nobody answers.
    private func learnWishes() async {
        guard let client, let settings = try? await WatchRun.settings(from: client) else { return }
        call.settings = settings
    }

    private static func show(_ call: WatchCall.Call, by notifier: Notifier) async {
        let (title, body) = (SafeText(call.title, limit: 200), SafeText(call.body, limit: 200))
        switch notifier {
        case .program:
            await blocking {
                _ = ShellCommand.execute(
                    #"exec notify-send --app-name=cardstream -- "$1" "$2""#, arguments: [title.string, body.string],
                    limit: 5, outputLimit: 1024)
            }
        case .terminal(let sequence) where Console.isErrorTerminal:
            Console.write(sequence.text(title: title, body: body) + (call.rings ? "\u{7}" : ""), to: STDERR_FILENO)
        case .bell where Console.isErrorTerminal: Console.write("\u{7}", to: STDERR_FILENO)
        case .terminal, .bell: break
        }
    }

    /// Keeps what cannot be sent for the next time there is something to say.
    private func sendRecords() async {
        guard !unsent.isEmpty, let client else { return }
        let records = unsent
        do {
            _ = try await client.sendAnalytics(records)
            unsent.removeFirst(records.count)
        } catch {
            unsent.removeFirst(max(0, unsent.count - Self.mostUnsent))
        }
    }

    // MARK: Commands

    private func run(_ command: String, for events: [WatchState.Event]) async {
        let limit = options.limit
        await withTaskGroup(of: Void.self) { group in
            for (index, event) in events.enumerated() {
                if index >= options.jobs { await group.next() }
                group.addTask { await Self.run(command, event, limit) }
            }
        }
    }

    private static func run(_ command: String, _ event: WatchState.Event, _ limit: Double) async {
        let bytes = json(event).encoded() + [UInt8(ascii: "\n")]
        let execution = await blocking {
            guard let input = MemoryFile(bytes) else {
                return ShellCommand.Execution(ending: .notStarted(reason: String(cString: strerror(errno))))
            }
            defer { input.close() }
            return ShellCommand.execute(
                command, arguments: [event.kind.rawValue, event.cardID.rawValue, event.streamID.rawValue],
                input: input.descriptor, withErrors: true, limit: limit, outputLimit: 64 * 1024)
        }
        let reason: String
        switch execution.ending {
        case .exited(0): return
        case .exited(let status): reason = "exit status \(status)"
        case .signal(let signal): reason = "signal \(signal)"
        case .late: reason = "it took longer than \(Int(limit)) s and was ended"
        case .cut: reason = "it printed more than 64 KiB and was ended"
        case .notStarted(let why): reason = why
        }
        let output = String(decoding: execution.output.prefix(500), as: UTF8.self)
        let words = output.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
        Console.error("the command failed for \(event.kind.rawValue) of \(event.cardID): \(reason)\(words)")
    }

    /// Work that blocks has a thread that is not the cooperative pool's.
    private static func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in
            DispatchQueue.global().async { done.resume(returning: work()) }
        }
    }

    // MARK: Words

    /// `2026-11-21 09:30:00  published  ops  ID  Approve the expense`
    static func line(_ event: WatchState.Event) -> String {
        let title = event.entry.flatMap { try? CardBody.decode($0.body) }?.resolvingVariables().title ?? ""
        let time = TextTable.time(FeedTime.text(event.entry?.updatedAt ?? Date()))
        let words = [time, event.kind.rawValue, event.streamID.rawValue, event.cardID.rawValue, title]
        return SafeText(words.filter { !$0.isEmpty }.joined(separator: "  ")).string
    }

    /// What a command reads, and `--json` prints.
    static func json(_ event: WatchState.Event) -> JSONValue {
        var object: JSONObject = [
            "event": .string(event.kind.rawValue), "stream": .string(event.streamID.rawValue),
            "id": .string(event.cardID.rawValue), "seq": .number(JSONNumber(Int(event.sequence))),
        ]
        if let entry = event.entry {
            object["priority"] = .number(JSONNumber(entry.priority))
            object["created"] = .string(FeedTime.text(entry.createdAt))
            object["updated"] = .string(FeedTime.text(entry.updatedAt))
            if let until = entry.snoozedUntil { object["snoozedUntil"] = .string(FeedTime.text(until)) }
            if let expires = entry.expiresAt { object["expires"] = .string(FeedTime.text(expires)) }
            // The server checked it; what it cannot have checked is left out.
            if let card = try? JSONParser.parse(entry.body) { object["card"] = card }
        }
        if let notification = WatchCall.notification(event) { object["notification"] = notification.payload }
        return .object(object)
    }
}
