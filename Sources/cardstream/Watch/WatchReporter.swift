internal import AppRuntime
internal import Basics
internal import Canvas
internal import CardSession
internal import Cards
internal import FeedAPI
internal import FeedSync
internal import Glibc

import struct Foundation.Date

/// Does with each event what was asked for: a line, a notification, a command; tells the server that notifications
/// arrived; and keeps where it stands, as far as all of that is done.
actor WatchReporter {
    struct Options: Sendable {
        var isJSON: Bool
        /// Nil calls nobody.
        var notifier: WatchNotifier?
        var command: EventCommand?
        /// Commands at the same time, whichever events they are for.
        var jobs = 1
        /// Names this device in what the publisher is told; nil tells nothing.
        var device: String?
        /// Counts what was reported.
        var count: Lock<Int>?
    }

    private let options: Options
    private let keep: @Sendable (WatchState) throws -> Void
    private let pool: CommandPool
    private let calls = CommandPool(jobs: 8)
    private let receipts: ReceiptQueue
    private var planner: NotificationPlanner
    private var source: (any CardSource)?
    /// Why the last call was not shown.
    private var lastProblem: String?
    private var progress = WatchProgress()
    /// What is to be kept, and what was kept last.
    private var state: WatchState
    private var kept: WatchState?

    /// - Parameter state: Where an earlier run ended, with what it did not tell the server.
    init(
        _ options: Options, planner: NotificationPlanner, from state: WatchState = WatchState(),
        keep: @escaping @Sendable (WatchState) throws -> Void
    ) {
        self.options = options
        self.planner = planner
        self.state = state
        self.keep = keep
        kept = state
        pool = CommandPool(jobs: options.jobs)
        receipts = ReceiptQueue(state.received)
    }

    /// A connection was made: with it the server is told what it does not know.
    func use(_ source: any CardSource, settings: UserSettings) {
        self.source = source
        planner.settings = settings
        receipts.use(source as? any AnalyticsSink) { [weak self] in await self?.keepWhatIsDone() }
    }

    /// Returns once calls and commands run or wait their turn; later where too many wait. In a task that was cancelled
    /// meanwhile the rest is not done, and comes again with the next run.
    func report(_ batch: WatchFeed.Batch) async {
        for event in batch.events {
            if options.isJSON { Console.json(Self.json(event)) } else { Console.print(Self.line(event)) }
        }
        options.count?.withLock { $0 += batch.events.count }
        let wanted = await wantedCalls(for: batch.events)
        let commands = options.command == nil ? 0 : batch.events.count
        let number = progress.begin(batch.state, parts: wanted.count + commands)
        keepWhatIsDone()
        // Before the commands, for which nobody waits who is called. Nor does anybody for a desktop that does not answer.
        for call in wanted {
            let isTaken = await calls.add { [self] in
                await make(call)
                await ended(number)
            }
            guard isTaken else { return }
        }
        guard let command = options.command else { return }
        for event in batch.events {
            let isTaken = await pool.add { [self] in
                if await command.run(for: event) { await ended(number) }
            }
            guard isTaken else { return }
        }
    }

    /// Waits for the calls, tells the server what it was not told, and waits for the commands.
    func finish() async {
        await calls.idle()
        await receipts.finish()
        await pool.idle()
        keepWhatIsDone()
    }

    /// Ends the commands, and lets no other begin; their events come again with the next run.
    nonisolated func cutOff() { options.command?.cutOff() }

    private func ended(_ number: Int) {
        progress.end(number)
        keepWhatIsDone()
    }

    /// At once: nothing may come between what is read here and what is written.
    private func keepWhatIsDone() {
        if let done = progress.completedState() { state = done }
        state.received = receipts.records
        guard state != kept else { return }
        do {
            try keep(state)
            kept = state
        } catch { Console.error(CommandFailure(error).message) }
    }

    // MARK: Notifications

    private func wantedCalls(for events: [WatchState.Event]) async -> [NotificationPlanner.Notification] {
        let now = Date()
        guard options.notifier != nil, events.contains(where: { NotificationPlanner.notification($0) != nil }) else {
            return []
        }
        await learnWishes()
        let name = planner.settings.timeZone
        planner.offset = await Blocking.run { ZoneOffset.seconds(of: name) } ?? planner.offset
        return planner.notifications(for: events, at: now)
    }

    /// Shows it, and then tells the server so.
    private func make(_ call: NotificationPlanner.Notification) async {
        guard let problem = await options.notifier?.show(call) else { return recordArrival(of: call.notifications) }
        // Once, and not for every card.
        if problem != lastProblem {
            Console.error(
                "notifications cannot be shown: \(problem); see notify_by, or leave them out with --no-notify")
        }
        lastProblem = problem
    }

    private func recordArrival(of notifications: [PushNotification]) {
        lastProblem = nil
        guard let device = options.device else { return }
        let now = Date()
        // The same id for the same notification on the same device: however often it is sent, it counts once.
        receipts.add(
            notifications.map { notification in
                AnalyticsRecord(
                    id: "received-\(device.prefix(16))-\(notification.id)", name: "notification-received", at: now,
                    streamID: notification.streamID, card: .init(id: notification.cardID, status: .active),
                    properties: notification.detail.isEmpty ? [:] : ["detail": .object(notification.detail)]
                ).fitting
            })
    }

    /// The user may have changed them since the connection was made. Those that were known last hold while the server does not answer.
    private func learnWishes() async {
        guard let source, let settings = try? await WatchRun.settings(from: source) else { return }
        planner.settings = settings
    }

    // MARK: Words

    /// `2026-11-21 09:30:00  published  ops  ID  Approve the expense`
    static func line(_ event: WatchState.Event) -> String {
        let title = event.entry.flatMap { try? CardBody.decode($0.body) }?.title ?? ""
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
        if let notification = NotificationPlanner.notification(event) { object["notification"] = notification.payload }
        return .object(object)
    }
}
