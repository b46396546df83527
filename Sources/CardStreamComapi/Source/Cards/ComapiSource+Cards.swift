import Basics
import CardSources
import Cards
import VendorClient

import struct Foundation.Date

/// The cards of the conversations.
extension ComapiSource {
    /// The time in seconds for which changes are collected, so that a burst of messages updates a card once.
    static let combining = 0.016

    /// Writes the cards of changed conversations and sends them to live feeds.
    func update() async {
        await loadNames()
        guard let people, let marks else { return }
        let now = clock.now()
        for id in dirty {
            threads[id]?.findNew(for: people.me)
            guard let thread = threads[id] else { continue }
            write(thread, people, marks, at: now)
        }
        let changed = dirty
        dirty = []
        scheduleTimer()
        publish()
        confirmArrival(in: changed)
    }

    private func write(_ thread: ConversationThread, _ people: PeopleNames, _ marks: ConversationMarks, at now: Date) {
        let id = thread.conversation.id
        let cardID = Self.cardID(of: id)
        guard !marks.isDismissed(thread) else { return table.remove(cardID, .dismissed) }
        let card = ConversationCard(thread: thread, people: people, zone: zone, profile: profile)
        var body = card.body
        // This detail changes with each message of another participant, which makes `watch` notify the user.
        if let latest = thread.latestOfOthers(than: people.me) {
            body.metadata["notificationDetail"] = [
                "conversation": .string(id), "message": .string(latest.id), "from": .string(latest.senderID),
            ]
        }
        let end = marks.snoozeEnd(of: id, at: now)
        let latest = thread.latestOn ?? table.entries[cardID]?.activeAt ?? now
        let entry = FeedEntry(
            id: cardID, version: 0, status: end == nil ? .active : .snoozed, priority: card.priority,
            createdAt: thread.conversation.createdOn ?? table.entries[cardID]?.createdAt ?? latest, updatedAt: latest,
            activeAt: latest, snoozedUntil: end, isRead: card.isRead, body: body.encoded())
        table.write(entry)
    }

    /// Sends the changes of the cards to all live feeds.
    func publish() {
        guard let delta = table.takeChanges(at: clock.now()) else { return }
        for feed in feeds.values { feed.send(.changes(delta)) }
    }

    /// Reports to the service which messages were delivered to this program. Reports that fail are sent again later.
    func confirmArrival(in conversations: Set<String>) {
        guard let me = people?.me else { return }
        for id in conversations {
            guard let thread = threads[id] else { continue }
            mark(thread.undelivered(to: me), .delivered, in: id)
        }
    }

    /// Sets the user's status of messages in memory, and queues a receipt for the service.
    func mark(_ messages: [ConversationMessage], _ status: MessageStatus, in id: String) {
        guard !messages.isEmpty, let me = people?.me else { return }
        let now = clock.now()
        let kept = Set(threads[id]?.messages.map(\.id) ?? [])
        for var message in messages where kept.contains(message.id) {
            message.apply(StatusUpdate(status, on: now), by: me)
            threads[id]?.add(message)
        }
        receipts.append(ReadReceipt(conversation: id, messages: messages.map(\.id), status: status, time: now))
        sendReceipts()
    }

    /// Sends the queued receipts to the service in order. A receipt that fails temporarily stays in the queue until the
    /// next call.
    func sendReceipts() {
        guard sendingReceipts == nil, !receipts.isEmpty else { return }
        sendingReceipts = Task { [client, weak self] in
            while let receipt = await self?.nextReceipt() {
                do throws(ComapiError) {
                    try await client.conversations.mark(
                        receipt.status, receipt.messages, in: receipt.conversation, at: receipt.time)
                } catch {
                    // A receipt that the service refuses permanently is removed without a retry.
                    if error.isTemporary || error.code == .cancelled { return await self?.endReceipts() ?? () }
                }
                await self?.forgetFirstReceipt()
            }
        }
    }

    /// Returns the oldest receipt. Without one, also ends the sending: in the same call of the actor, so that no
    /// receipt is added in between.
    private func nextReceipt() -> ReadReceipt? {
        if receipts.isEmpty { endReceipts() }
        return receipts.first
    }

    private func forgetFirstReceipt() { if !receipts.isEmpty { receipts.removeFirst() } }
    private func endReceipts() { sendingReceipts = nil }

    // MARK: Time

    /// Schedules an update for the time when the next snooze or the next typing ends.
    private func scheduleTimer() {
        let now = clock.now()
        let ends =
            (marks?.snoozed.values.filter { $0 > now } ?? [])
            + typing.flatMap { threads[$0]?.typing.values.map(\.self) ?? [] }
        guard let next = ends.min() else {
            timer?.task.cancel()
            timer = nil
            return
        }
        if let timer, timer.time == next { return }
        timer?.task.cancel()
        let uptime = clock.uptime() + max(0, next.timeIntervalSince(now))
        timer = (
            next,
            Task { [clock, weak self] in
                await clock.sleep(uptime)
                if !Task.isCancelled { await self?.timePassed() }
            }
        )
    }

    private func timePassed() async {
        timer = nil
        endSnoozes()
        let now = clock.now()
        for id in typing where threads[id]?.endTyping(at: now) == true { dirty.insert(id) }
        typing = typing.filter { threads[$0]?.typing.isEmpty == false }
        await update()
    }

    /// Marks the conversations whose snooze is over, so that the next update writes their cards.
    func endSnoozes() {
        let now = clock.now()
        for entry in table.entries.values where entry.status == .snoozed {
            guard let end = entry.snoozedUntil, end <= now, let id = conversationIDs[entry.id] else { continue }
            dirty.insert(id)
        }
    }
}
