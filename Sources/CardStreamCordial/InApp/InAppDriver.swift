import Basics
import Cards
import CurlTransport
import VendorClient

import struct Foundation.Date

/// Handles in-app messages: lists and loads them from the service, and shows one at a time.
actor InAppDriver {
    private let store: CordialStore
    private let caller: CordialCaller
    private let outbox: Outbox
    private let events: CordialEvents
    private let clock: SyncClock
    private let times: MessageTimes
    private var displayDelay: Double
    private var flow = InAppFlow()
    /// The lock for showing messages, held from the first message on, so that only one process shows messages.
    private var showingLock: ProcessLock?
    private var refreshing: Task<Void, Never>?
    private var waiting: Task<Void, Never>?
    private var ending: Task<Void, Never>?
    /// Whether the user is using the shown message, so that it does not end by itself.
    private var isInUse = false

    init(
        _ store: CordialStore, _ caller: CordialCaller, _ outbox: Outbox, _ events: CordialEvents, _ clock: SyncClock,
        _ times: MessageTimes, displayDelay: Double = 0.5
    ) {
        self.store = store
        self.caller = caller
        self.outbox = outbox
        self.events = events
        self.clock = clock
        self.times = times
        self.displayDelay = displayDelay
    }

    // MARK: From the program

    func setDisplayDelay(_ seconds: Double) { displayDelay = max(seconds, 0) }

    /// Handles the opening of the program.
    func open() async {
        flow.open()
        await refresh()
        await choose(.opened)
    }

    func stop() {
        waiting?.cancel()
        ending?.cancel()
        showingLock = nil
    }

    func set(_ mode: InAppMode, resume: InAppResume) async {
        if let reason = flow.set(mode, resume: resume) { await choose(reason) }
        outbox.notices.send(.inAppMessagesChanged)
    }

    func enter(_ screen: String?) async {
        let held = flow.heldCount
        if let reason = flow.enter(screen) { await choose(reason) }
        if flow.heldCount != held { outbox.notices.send(.inAppMessagesChanged) }
    }

    var heldCount: Int { flow.heldCount }

    /// Shows the next message although messages are held back. Does nothing if there is none, or one is shown.
    func showHeld() async { await choose(.asked) }

    /// Sets whether the user is using the shown message. When the user stops, the time of the message starts again.
    func use(_ isInUse: Bool) {
        guard isInUse != self.isInUse else { return }
        self.isInUse = isInUse
        ending?.cancel()
        ending = nil
        if let shown = flow.shown { endLater(shown) }
    }

    /// The message to show; nil for none, and while no contact is set.
    func current() async throws(CordialError) -> InAppMessage? {
        let (stored, phase) = try await store.read { (try $0.inAppFlow(), $0.state.phase) }
        flow = flow.replacing(stored)
        guard phase != .out else { return nil }
        return flow.shown.flatMap { flow.entry($0) }.flatMap(InAppMessage.init)
    }

    /// Handles a tap on a push.
    func tapped(_ push: CordialPush) async throws(CordialError) {
        try await change { $0.tapped(push.messageID, hides: push.inApp.map { !$0.isShownAfterTap } ?? false) }
    }

    /// Ends a message without an action.
    ///
    /// - Parameter receipt: The receipt of the action that ends it. An action that was performed before changes
    ///   nothing.
    func end(_ id: String, _ event: SystemEvent, _ receipt: StoredReceipt? = nil) async throws(CordialError) {
        let recording = await events.recording(event, messageID: id)
        let count = try await change { (flow, access) -> Int? in
            if let receipt, try !access.finish(receipt) { return nil }
            return flow.end(id) ? try recording.add(to: &access) : nil
        }
        if let count { await ended(count) }
    }

    /// Handles an action of the user on a message: the message ends, later events are attributed to it, and the event
    /// is recorded, all in one transaction. The action also counts for a message that has ended by itself in the
    /// meantime.
    ///
    /// - Parameter receipt: The receipt of the action. An action that was performed before changes nothing.
    /// - Throws: ``CordialError/Code/notFound`` for a message of another contact.
    func act(
        on id: String, _ recording: EventRecording?, _ receipt: StoredReceipt? = nil
    ) async throws(CordialError) {
        let attribution = CordialAttribution(messageID: id, time: clock.now())
        let count = try await change { flow, access in
            guard flow.entry(id) != nil || flow.ended.contains(id) else {
                throw CordialError(.notFound, "this in-app message does not belong to the contact")
            }
            if let receipt, try !access.finish(receipt) { return 0 }
            access.state.attribute(to: attribution)
            _ = flow.end(id)
            return try recording?.add(to: &access) ?? 0
        }
        await ended(count)
    }

    private func ended(_ eventCount: Int) async {
        ending?.cancel()
        await outbox.eventAdded(count: eventCount)
        outbox.notices.send(.inAppMessagesChanged)
        await choose(.ended)
    }

    // MARK: From the service

    /// Checks for new messages. Reads the small file of times first, which rarely changes.
    func refresh() async { await single(listsAlways: false) }

    /// Handles a push that announces a message: loads the list without checking the times. With silent pushes, the push
    /// contains everything except the content.
    func announced(_ id: String, _ parameters: InAppParameters) async {
        guard caller.account.delivery == .silentPushes else { return await single(listsAlways: true) }
        do throws(CordialError) { try await change { $0.announced(id, parameters) } } catch {
            return caller.account.log.write(.error, "in-app messages: \(error)")
        }
        await single(listsAlways: false)
    }

    /// Loads lists and contents, one load at a time.
    private func single(listsAlways: Bool) async {
        while let refreshing { await refreshing.value }
        let task = Task {
            do throws(CordialError) {
                var isNew = listsAlways
                if !isNew, caller.account.delivery == .direct { isNew = try await hasNew() }
                if isNew { try await loadList() }
                try await loadContents()
            } catch { caller.account.log.write(.error, "in-app messages: \(error)") }
            // Clear this before the task ends: tasks that wait for it check for another running load.
            refreshing = nil
        }
        refreshing = task
        await task.value
    }

    /// Whether there are messages that are newer than the known ones.
    private func hasNew() async throws(CordialError) -> Bool {
        guard let newest = try await times.read()?.inApp else { return false }
        return try await store.state().latestInApp.map { newest > $0 } ?? true
    }

    private func loadList() async throws(CordialError) {
        let state = try await store.state()
        guard state.phase == .active else { return }
        let key = state.contactKey(channelKey: caller.account.channelKey)
        let request = CordialRequest(.messageHub, "GET", ["mobile", "messages", key, state.deviceID])
        let response = try await caller.send(request)
        guard response.status == 200, let items = response.object?.objects("messages") else {
            throw CordialError(response)
        }
        let (owner, now) = (state.primaryKey, clock.now())
        try await change { flow, access in
            try access.check(owner)
            access.state.latestInApp = InAppFlow.latest(access.state.latestInApp, listed: items, at: now)
            flow.listed(items)
        }
    }

    /// Loads missing contents, including those that an earlier run has not loaded.
    private func loadContents() async throws(CordialError) {
        _ = try await current()
        while let entry = flow.next {
            guard let content = try await content(of: entry) else {
                caller.account.log.write(.error, "the in-app message \(entry.id.escapingControls) has no content")
                try await change { $0.failed(entry.id) }
                continue
            }
            try await change { $0.loaded(entry.id, content: content) }
            if flow.isHeld { outbox.notices.send(.inAppMessagesChanged) }
            await choose(.loaded(entry.id))
        }
    }

    /// Loads a content from its address if that is valid, otherwise from the service. Nil if the service permanently
    /// refuses it.
    private func content(of entry: InAppEntry) async throws(CordialError) -> String? {
        if let url = entry.address(at: clock.now()) {
            let response = try await caller.plain(url)
            if response.status == 200, let content = response.object?.text("content") { return content }
        }
        let response = try await caller.send(CordialRequest(.messageHub, "GET", ["mobile", "message", entry.id]))
        guard response.status == 200 else {
            let error = CordialError(response)
            if error.isTemporary { throw error }
            return nil
        }
        return response.object?.text("content")
    }

    // MARK: Showing

    private func choose(_ reason: InAppFlow.Reason) async {
        let now = clock.now()
        let chosen: InAppEntry?
        do throws(CordialError) {
            chosen = try await change { $0.choose(reason, at: now) }
            guard chosen != nil, try showsHere() else { return }
        } catch {
            caller.account.log.write(.error, "in-app messages: \(error)")
            return
        }
        guard let chosen else { return }
        if reason == .asked {
            waiting?.cancel()
            return await show(chosen.id, isAsked: true)
        }
        guard waiting == nil else { return }
        let delay = displayDelay
        waiting = Task { [weak self, clock] in
            await clock.sleep(clock.uptime() + delay)
            guard !Task.isCancelled else { return }
            await self?.show(chosen.id)
        }
    }

    /// Whether this process shows messages. An account in memory has only one process.
    private func showsHere() throws(CordialError) -> Bool {
        let path = caller.account.databasePath
        guard showingLock == nil, !path.isEmpty else { return true }
        showingLock = try ProcessLock.toShow(forDatabase: path)
        return showingLock != nil
    }

    private func show(_ id: String, isAsked: Bool = false) async {
        waiting = nil
        guard flow.shown == nil, !flow.isHeld || isAsked, flow.entry(id) != nil else { return }
        do throws(CordialError) {
            guard try await store.state().phase == .active else { return }
            let recording = await events.recording(.inAppShown, messageID: id)
            let count = try await change { flow, access in flow.show(id) ? try recording.add(to: &access) : 0 }
            await outbox.eventAdded(count: count)
        } catch {
            caller.account.log.write(.error, "in-app messages: \(error)")
            return
        }
        outbox.notices.send(.inAppMessagesChanged)
        endLater(id)
    }

    /// Schedules the end of a message after its time, unless the user is using it.
    private func endLater(_ id: String) {
        guard !isInUse, let life = flow.entry(id).flatMap(InAppMessage.init)?.endsAfter else { return }
        ending = Task { [weak self, clock] in
            await clock.sleep(clock.uptime() + life.seconds)
            guard !Task.isCancelled else { return }
            await self?.expire(id)
        }
    }

    /// Ends a message whose time has passed.
    private func expire(_ id: String) async {
        guard !isInUse else { return }
        // This runs in the waiting task itself: it must not be cancelled while it ends the message and chooses the next
        // one.
        ending = nil
        // Ignore errors: if the disk fails, the message ends when the user closes it.
        try? await end(id, .inAppEnded)
    }

    // MARK: The flow on disk

    private func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout InAppFlow) throws -> Value
    ) async throws(CordialError) -> Value {
        try await change { flow, _ in try body(&flow) }
    }

    /// Changes the flow on disk and in memory. The stored flow belongs to the current contact, so nothing of the
    /// previous contact remains.
    private func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout InAppFlow, inout StoreAccess) throws -> Value
    ) async throws(CordialError) -> Value {
        let known = flow
        let (value, changed) = try await store.change { access in
            let stored = try access.inAppFlow()
            var flow = known.replacing(stored)
            let value = try body(&flow, &access)
            try access.store(flow, over: stored)
            return (value, flow)
        }
        flow = changed.merging(flow, since: known)
        return value
    }
}
