internal import AppRuntime
internal import Basics
internal import Canvas
internal import CardSession
internal import Cards
internal import FeedAPI
internal import FeedSync
internal import Glibc

import struct Foundation.Date

/// Reports each event as configured: prints a line, shows a notification, and runs a command. It also reports received
/// notifications to the server, and stores the last state up to which everything is done.
actor WatchReporter {
    struct Options: Sendable {
        var isJSON: Bool
        /// Shows notifications; nil shows none.
        var notifier: WatchNotifier?
        var command: EventCommand?
        /// The maximum number of concurrent commands.
        var jobs = 1
        /// The name of this device in analytics; nil reports nothing.
        var device: String?
        /// The streams for which received notifications are reported to the feed's server; nil for all.
        var feedStreams: Set<StreamID>?
        /// Counts reported events.
        var count: Lock<Int>?
    }

    private let options: Options
    private let keep: @Sendable (WatchState) throws -> Void
    private let pool: CommandPool
    private let calls = CommandPool(jobs: 8)
    private let receipts: ReceiptQueue
    private var planner: NotificationPlanner
    private var source: (any CardSource)?
    /// Why the last notification was not shown.
    private var lastProblem: String?
    private var progress = WatchProgress()
    /// The titles of open cards that had an event, for later events without the card.
    private var titles: [CardID: String] = [:]
    /// The state after all batches.
    private var latest: WatchState
    /// The state to store. ``kept`` is the last stored state.
    private var state: WatchState
    private var kept: WatchState?

    /// - Parameter state: The final state of an earlier run, with unsent records.
    init(
        _ options: Options, planner: NotificationPlanner, from state: WatchState = WatchState(),
        keep: @escaping @Sendable (WatchState) throws -> Void
    ) {
        self.options = options
        self.planner = planner
        self.state = state
        latest = state
        self.keep = keep
        kept = state
        pool = CommandPool(jobs: options.jobs)
        receipts = ReceiptQueue(state.received)
    }

    /// Uses a new connection from now on, also for queued records.
    ///
    /// - Parameter tokens: The tokens of the connection; nil if it needs none.
    func use(_ source: any CardSource, settings: UserSettings, tokens: TokenCache? = nil) async {
        self.source = source
        planner.settings = settings
        await receipts.use(source as? any AnalyticsSink, tokens: tokens) { [weak self] in await self?.keepWhatIsDone() }
    }

    /// Returns when the notifications and commands are running or queued. Waits if too many are queued. If the task is
    /// cancelled during the wait, the rest is skipped, and the next run repeats it.
    func report(_ batch: WatchFeed.Batch) async {
        for event in batch.events {
            if options.isJSON { Console.json(Self.json(event)) } else { Console.print(line(event)) }
        }
        options.count?.withLock { $0 += batch.events.count }
        let wanted = await wantedNotifications(for: batch.events)
        let commands = options.command == nil ? 0 : batch.events.count
        latest.replace(with: batch.state, of: batch.streams)
        let number = progress.begin(latest, parts: wanted.count + commands)
        keepWhatIsDone()
        // Notifications are queued before the commands, so that they do not wait for them. They have their own queue,
        // so that an unresponsive desktop does not delay commands.
        for call in wanted {
            let isTaken = await calls.add { [self] in
                await show(call)
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

    /// Waits for notifications, sends queued records, and waits for commands.
    func finish() async {
        await calls.idle()
        await receipts.finish()
        await pool.idle()
        keepWhatIsDone()
    }

    /// Stops the commands, and prevents further ones from starting. The next run repeats their events.
    nonisolated func stopCommands() { options.command?.stopCommands() }

    private func ended(_ number: Int) {
        progress.end(number)
        keepWhatIsDone()
    }

    /// Stores the state up to which everything is done. Synchronous, because nothing may happen between reading the
    /// state and writing it.
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

    private func wantedNotifications(for events: [WatchState.Event]) async -> [NotificationPlanner.Notification] {
        let now = Date()
        guard options.notifier != nil, events.contains(where: { NotificationPlanner.notification($0) != nil }) else {
            return []
        }
        await refreshSettings()
        let name = planner.settings.timeZone
        let zone = name.flatMap { ZoneDatabase.zone(named: $0, around: now) } ?? .system(around: now)
        planner.offset = zone.offset(at: now)
        return planner.notifications(for: events, at: now)
    }

    /// Shows a notification, and then reports it as received.
    private func show(_ call: NotificationPlanner.Notification) async {
        guard let problem = await options.notifier?.show(call) else {
            return await recordArrival(of: call.notifications)
        }
        // Repeated problems are printed only once.
        if problem != lastProblem {
            Console.error(
                "notifications cannot be shown: \(problem); change the setting notify_by, or turn notifications off "
                    + "with --no-notify")
        }
        lastProblem = problem
    }

    private func recordArrival(of notifications: [PushNotification]) async {
        lastProblem = nil
        guard let device = options.device else { return }
        let now = Date()
        // The id depends only on the notification and the device, so that the record counts once even if it is sent
        // several times.
        await receipts.add(
            notifications.filter { options.feedStreams?.contains($0.streamID) ?? true }.map { notification in
                AnalyticsRecord(
                    id: "received-\(device.prefix(16))-\(notification.id)", name: "notification-received", at: now,
                    streamID: notification.streamID, card: .init(id: notification.cardID, status: .active),
                    properties: notification.detail.isEmpty ? [:] : ["detail": .object(notification.detail)]
                ).fitting
            })
    }

    /// Updates the user's settings, which may have changed since connecting. If the server does not respond, the last
    /// known settings apply.
    private func refreshSettings() async {
        guard let source, let settings = try? await WatchRun.settings(from: source) else { return }
        planner.settings = settings
    }

    // MARK: Formatting

    /// The line of an event. An event that ends a card does not contain the card, so it gets the title of an earlier
    /// event.
    func line(_ event: WatchState.Event) -> String {
        guard let entry = event.entry else { return Self.line(event, title: titles.removeValue(forKey: event.cardID)) }
        // A body that cannot be decoded has no title.
        titles[event.cardID] = (try? CardBody.decode(entry.body))?.title
        return Self.line(event, title: titles[event.cardID])
    }

    /// `2026-11-21 09:30:00  published  ops  ID  Approve the expense`
    static func line(_ event: WatchState.Event, title: String?) -> String {
        let time = TextTable.time(FeedTime.text(event.entry?.updatedAt ?? Date()))
        let words = [time, event.kind.rawValue, event.streamID.rawValue, event.cardID.rawValue, title ?? ""]
        return SafeText(words.filter { !$0.isEmpty }.joined(separator: "  ")).string
    }

    /// The input of a command, and the output of `--json`.
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
            // The server has validated the body. If it still cannot be parsed, the member is omitted.
            if let card = try? JSONParser.parse(entry.body) { object["card"] = card }
        }
        if let notification = NotificationPlanner.notification(event) { object["notification"] = notification.payload }
        return .object(object)
    }
}
