import Cards
import CurlTransport
import VendorClient

public import struct Foundation.Date

extension ComapiConversations {
    /// The greatest number of events in one page.
    public static let maximumPageLength = 100
    /// The size in bytes up to which the content of a part is sent inside the message. Larger content is uploaded
    /// first.
    public static let maximumInlineBytes = 13_333
    /// The folder to which ``send(_:to:)`` uploads parts.
    public static let attachmentFolder = "attachments"

    /// Loads a page of messages.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of events, from 1 to 100.
    ///   - from: The number of the newest event of the page; nil for the newest event of the conversation. See
    ///     ``MessagePage/previous``.
    /// - Throws: ``ComapiError``.
    public func messages(
        of id: String, limit: Int = 100, from: Int? = nil
    ) async throws(ComapiError) -> MessagePage {
        var request = ComapiRequest("GET", "conversations", id, "messages")
        request.query = [("limit", String(min(max(limit, 1), Self.maximumPageLength)))]
        if let from { request.query.append(("from", String(from))) }
        return MessagePage(try await caller.send(request).object(), conversationID: id)
    }

    /// Returns a pager that reads the messages of a conversation from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of events in a page, from 1 to 100.
    ///   - before: The number of the event before which to begin; nil to begin at the newest event.
    public func pager(of id: String, limit: Int = 100, before: Int? = nil) -> MessagePager {
        MessagePager(self, of: id, limit: limit, before: before)
    }

    /// Sends a message. Parts with more than ``maximumInlineBytes`` bytes are uploaded first, and the message contains
    /// their URLs.
    ///
    /// - Throws: ``ComapiError``. If ``ComapiError/mayHaveArrived`` is true, the service may have the message. To find
    ///   it, look for its metadata in the conversation, see ``ConversationMessage/temporaryIDKey``.
    @discardableResult
    public func send(_ message: SendableMessage, to id: String) async throws(ComapiError) -> SentMessage {
        var message = message
        for index in message.parts.indices {
            let part = message.parts[index]
            guard let data = part.data, data.utf8.count > Self.maximumInlineBytes else { continue }
            let content = ComapiContent(part, number: index + 1)
            let stored = try await upload(content, folder: Self.attachmentFolder)
            message.parts[index] = MessagePart(
                name: content.name, type: content.type, url: stored.url, size: stored.size ?? part.size)
        }
        var request = ComapiRequest("POST", "conversations", id, "messages")
        request.body = .object(message.json)
        request.purpose = .changing
        let response = try await caller.send(request).object()
        guard let sent = response.text("id") else {
            throw ComapiError(.malformedAnswer, "the service's response has no message id")
        }
        return SentMessage(id: sent, eventID: response.int("eventId"))
    }

    /// Reports to the senders that messages were delivered or read.
    ///
    /// - Parameters:
    ///   - status: The status that the messages have reached.
    ///   - messageIDs: The ids of the messages. Without any, no request is sent.
    ///   - at: When they reached the status; now by default.
    /// - Throws: ``ComapiError``.
    public func mark(
        _ status: MessageStatus, _ messageIDs: [String], in id: String, at: Date = Date()
    ) async throws(ComapiError) {
        guard !messageIDs.isEmpty else { return }
        var request = ComapiRequest("POST", "conversations", id, "messages", "statusupdates")
        request.body = [
            [
                "messageIds": .array(messageIDs.map { .string($0) }), "status": .string(status.rawValue),
                "timestamp": .string(at.rfc3339),
            ]
        ]
        request.purpose = .changing
        request.isRepeatable = true
        try await caller.send(request)
    }

    /// Tells the other participants that the user is typing, or has stopped. Sends each of the two at most once in 10
    /// seconds for each conversation, so that it can be called for every key.
    ///
    /// - Returns: Whether a request was sent.
    /// - Throws: ``ComapiError``.
    @discardableResult
    public func setTyping(_ isTyping: Bool = true, in id: String) async throws(ComapiError) -> Bool {
        guard await typing.shouldSend(isTyping, to: id) else { return false }
        var request = ComapiRequest(isTyping ? "POST" : "DELETE", "conversations", id, "typing")
        request.purpose = .changing
        request.isRepeatable = true
        try await caller.send(request)
        return true
    }

    /// Loads events of a conversation, from older to newer ones. Events without a name are left out.
    ///
    /// - Parameters:
    ///   - from: The number of the first event; 0 by default.
    ///   - limit: The greatest number of events, from 1 to 100.
    /// - Throws: ``ComapiError``.
    public func events(
        of id: String, from: Int = 0, limit: Int = 100
    ) async throws(ComapiError) -> [ConversationEvent] {
        try await eventPage(of: id, from: from, limit: limit).events
    }

    /// Loads events like ``events(of:from:limit:)``. `count` is the number of events that the service sent, including
    /// those that are left out: the next page begins at `from + count`, and a page with fewer than `limit` is the last.
    package func eventPage(
        of id: String, from: Int, limit: Int
    ) async throws(ComapiError) -> (events: [ConversationEvent], count: Int) {
        var request = ComapiRequest("GET", "conversations", id, "events")
        request.query = [("from", String(max(from, 0))), ("limit", String(min(max(limit, 1), Self.maximumPageLength)))]
        let found = try await caller.send(request).array()
        return (found.compactMap { $0.object.flatMap { ConversationEvent($0, conversationID: id) } }, found.count)
    }

    /// Uploads content.
    ///
    /// - Parameter folder: The name of the folder that groups content.
    /// - Throws: ``ComapiError``.
    public func upload(_ content: ComapiContent, folder: String) async throws(ComapiError) -> StoredContent {
        var request = ComapiRequest("POST", "content")
        request.query = [("folder", folder)]
        request.headers = [HTTPHeader("Content-Filename", content.headerName)]
        request.body = [
            "name": .string(content.name), "type": .string(content.type), "data": .string(content.base64),
        ]
        request.purpose = .changing
        let response = try await caller.send(request).object()
        guard let url = response.text("url") else {
            throw ComapiError(.malformedAnswer, "the service's response has no address for the content")
        }
        return StoredContent(
            id: response.text("id") ?? url, url: url, type: response.text("type"), size: response.int("size"))
    }
}
