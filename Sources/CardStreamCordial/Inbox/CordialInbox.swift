import Basics
import Cards
import CurlTransport
import VendorClient

import struct Foundation.UUID

/// The inbox of the contact.
///
/// Marks and deletions of this machine are visible at once, before the service has them.
public struct CordialInbox: Sendable {
    let account: CordialAccount
    let store: CordialStore
    let caller: CordialCaller
    let outbox: Outbox
    let events: CordialEvents
    let times: MessageTimes
    let clock: SyncClock

    /// The time, in seconds, after which the whole list is loaded again although no message has arrived: another device
    /// may have read or deleted messages.
    static let listInterval = 600.0
    /// The number of messages on a page when the whole list is loaded, and the maximum number of pages.
    static let (listPage, listPages) = (50, 20)
    /// How often the list is loaded because messages were marked or deleted during the load.
    static let listAttempts = 3

    /// A page of the inbox, newest messages first.
    ///
    /// - Parameters:
    ///   - number: The number of the page, from 1; smaller values count as 1.
    ///   - size: The number of messages on a page; 10 by default.
    public func page(
        _ number: Int = 1, size: Int = 10, filter: InboxFilter = InboxFilter()
    ) async throws(CordialError) -> InboxPage {
        var (page, owner) = try await load(number, size: size, filter)
        let messages = page.messages
        page.messages = try await store.change { [owner] access in
            try access.check(owner)
            try access.keep(messages)
            return try access.withWaiting(messages)
        }
        return page
    }

    /// The messages that are stored on this machine, newest first. Does not need the network.
    public func kept() async throws(CordialError) -> [InboxMessage] {
        try await store.read { access in
            guard access.state.phase != .out else { return [] }
            return try access.withWaiting(try access.messages()).sorted { ($0.sentAt, $0.id) > ($1.sentAt, $1.id) }
        }
    }

    /// The newest messages, at most 1,000, newest first. They are stored on this machine, and loaded from the service
    /// only if the time of its newest change differs, or after ten minutes.
    public func all() async throws(CordialError) -> [InboxMessage] {
        let owner = try await store.state().primaryKey
        // With silent pushes, these report changes instead of the times.
        let times = account.delivery == .direct ? try await times.read() : nil
        if try await store.read({ [clock] in $0.state.isListed(times?.inbox, at: clock.now()) }) {
            return try await kept()
        }
        for attempt in 1... {
            let edits = try await store.state().inboxEdits
            let messages = try await list()
            let now = clock.now()
            let isDone = try await store.change { access in
                try access.check(owner)
                // The loaded list lacks messages that were marked or deleted during the load, so load it again.
                guard access.state.inboxEdits == edits || attempt >= Self.listAttempts else { return false }
                try access.replaceMessages(messages)
                access.state.inboxTime = times?.inbox
                access.state.inboxListedAt = access.state.inboxEdits == edits ? now : nil
                return true
            }
            if isDone { break }
        }
        return try await kept()
    }

    private func list() async throws(CordialError) -> [InboxMessage] {
        var messages: [InboxMessage] = []
        for number in 1...Self.listPages {
            let page = try await load(number, size: Self.listPage, InboxFilter()).page
            messages += page.messages
            guard page.hasNext else { break }
        }
        return messages
    }

    /// One message.
    public func message(_ id: String) async throws(CordialError) -> InboxMessage {
        let (request, owner) = try await request("GET", "message", id)
        let response = try await object(request)
        guard let message = response.object("message").flatMap({ InboxMessage($0, id: id) }) else {
            throw CordialError(.malformedAnswer, "the service's response is not an inbox message")
        }
        return try await store.change { access in
            try access.check(owner)
            try access.keep([message])
            return try access.withWaiting([message]).first ?? message
        }
    }

    /// The content of a message, such as HTML. It is stored on this machine, and does not need the network again.
    ///
    /// - Throws: ``CordialError/Code/notLoggedIn`` while no contact is set.
    public func content(of id: String) async throws(CordialError) -> String {
        if let content = try await store.change({ access in
            try access.checkContact()
            return try access.content(id)
        }) {
            return content
        }
        let (kept, owner) = try await store.read { (try $0.message(id), $0.state.primaryKey) }
        var address = kept?.content
        if address?.isValid(at: clock.now()) != true { address = try await message(id).content }
        var renewed: Set<Int> = []
        while let url = address?.url {
            let response = try await caller.plain(url)
            switch response.status {
            case 200:
                guard let content = String(validating: response.body, as: UTF8.self) else {
                    throw CordialError(.malformedAnswer, "the content of the message is not text")
                }
                let limits = account.inboxCache
                try await store.change { access in
                    try access.check(owner)
                    try access.keep(content: content, of: id, limits)
                }
                return content
            // The address has expired: get a new one, but only once for each status.
            case 400 where renewed.insert(400).inserted, 403 where renewed.insert(403).inserted:
                address = try await message(id).content
            default: throw CordialError(response)
            }
        }
        throw CordialError(.notFound, "the message has no content")
    }

    /// Reports to the service that the contact has read, or opened, a message. Does not mark the message as read.
    public func sendRead(_ id: String) async throws(CordialError) {
        try await events.sendSystem(.inboxRead, messageID: id)
    }

    /// Marks messages as read or unread.
    ///
    /// - Throws: ``CordialError/Code/notLoggedIn`` while no contact is set.
    public func mark(_ ids: [String], isRead: Bool) async throws(CordialError) {
        try await mark(ids, isRead: isRead, nil)
    }

    /// Marks messages as read or unread.
    ///
    /// - Parameter receipt: The receipt of the action that marks them. An action that was performed before changes
    ///   nothing.
    func mark(_ ids: [String], isRead: Bool, _ receipt: StoredReceipt?) async throws(CordialError) {
        guard !ids.isEmpty else { return }
        try await change(receipt) { try $0.addMark(ids, isRead: isRead) }
    }

    /// Handles the opening of a message by the user: marks it as read and reports this to the service, once.
    func open(_ id: String) async throws(CordialError) {
        let recording = await events.recording(.inboxRead, messageID: id)
        let count = try await store.change { access in
            try access.checkContact()
            let known = try access.message(id).map { try access.withWaiting([$0]) }?.first
            guard known?.isRead == false else { return 0 }
            try access.addMark([id], isRead: true)
            return try recording.add(to: &access)
        }
        guard count > 0 else { return }
        await events.added(count)
        await changed()
    }

    /// Deletes a message, on this machine at once.
    ///
    /// - Throws: ``CordialError/Code/notLoggedIn`` while no contact is set.
    public func delete(_ id: String) async throws(CordialError) { try await delete(id, nil) }

    /// Deletes a message.
    ///
    /// - Parameter receipt: The receipt of the action that deletes it. An action that was performed before changes
    ///   nothing.
    func delete(_ id: String, _ receipt: StoredReceipt?) async throws(CordialError) {
        try await change(receipt) { access in
            try access.forget(id)
            try access.add(.delete, key: id, [:])
            access.state.inboxEdits += 1
        }
    }

    private func change(
        _ receipt: StoredReceipt?, _ body: @escaping @Sendable (inout StoreAccess) throws -> Void
    ) async throws(CordialError) {
        try await store.change { access in
            try access.checkContact()
            if let receipt, try !access.finish(receipt) { return }
            try body(&access)
        }
        await changed()
    }

    private func changed() async {
        outbox.notices.send(.inboxChanged)
        await outbox.schedule()
    }

    /// Handles a silent push that announces a message. Removes the stored message, which is out of date.
    func arrived(_ id: String) async throws(CordialError) {
        try await store.change { access in
            try access.forget(id)
            access.state.inboxListedAt = nil
        }
        outbox.notices.send(.newInboxMessage(id))
    }

    // MARK: Implementation

    /// Creates a request for the current contact. Also returns the contact's key.
    private func request(
        _ method: String, _ kind: String, _ id: String? = nil
    ) async throws(CordialError) -> (CordialRequest, owner: String?) {
        let state = try await store.state()
        guard state.phase != .out else { throw CordialError.noContact }
        let path = ["inbox", kind, state.contactKey(channelKey: account.channelKey), state.deviceID]
        return (CordialRequest(.messageHub, method, path + (id.map { [$0] } ?? [])), state.primaryKey)
    }

    private func load(
        _ number: Int, size: Int, _ filter: InboxFilter
    ) async throws(CordialError) -> (page: InboxPage, owner: String?) {
        var (request, owner) = try await request("GET", "messages")
        request.query =
            [
                .init(name: "page", value: String(max(number, 1))), .init(name: "perPage", value: String(max(size, 1))),
            ] + filter.query
        let response = try await object(request)
        guard let page = InboxPage(response) else {
            throw CordialError(.malformedAnswer, "the service's response is not a page of the inbox")
        }
        return (page, owner)
    }

    private func object(_ request: CordialRequest) async throws(CordialError) -> JSONObject {
        let response = try await caller.send(request)
        guard response.status == 200 else { throw CordialError(response) }
        guard let object = response.object else {
            throw CordialError(.malformedAnswer, "the service's response is not a JSON object", status: response.status)
        }
        return object
    }
}
