import Cards
import CurlTransport
import VendorClient

public import struct Foundation.Date

extension ComapiConversations {
    /// The greatest number of events in one page.
    public static let maximumPageLength = 100
    /// The largest content of a part in bytes that is sent inside the message. Larger ones are uploaded first.
    public static let maximumInlineBytes = 13_333
    /// The folder that ``send(_:to:)`` uploads parts to.
    public static let attachmentFolder = "attachments"

    /// Loads a page of messages.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of events, from 1 to 100.
    ///   - from: The newest event of the page; nil for the newest of the conversation. See ``MessagePage/previous``.
    /// - Throws: ``ComapiError``.
    public func messages(
        of id: String, limit: Int = 100, from: Int? = nil
    ) async throws(ComapiError) -> MessagePage {
        var request = ComapiRequest("GET", "conversations", id, "messages")
        request.query = [("limit", String(min(max(limit, 1), Self.maximumPageLength)))]
        if let from { request.query.append(("from", String(from))) }
        return MessagePage(try await caller.send(request).object(), conversationID: id)
    }

    /// Reads the messages of a conversation backwards.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of events in a page, from 1 to 100.
    ///   - before: The event to begin before; nil for the newest.
    public func pager(of id: String, limit: Int = 100, before: Int? = nil) -> MessagePager {
        MessagePager(self, of: id, limit: limit, before: before)
    }

    /// Sends a message. Parts with more than ``maximumInlineBytes`` bytes are uploaded first, and sent as an address.
    ///
    /// - Throws: ``ComapiError``. After ``ComapiError/mayHaveArrived`` the message may be there: the echo carries the
    ///   metadata, see ``ConversationMessage/temporaryIDKey``.
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
        let answer = try await caller.send(request).object()
        guard let sent = answer.text("id") else {
            throw ComapiError(.malformedAnswer, "the service's response has no message id")
        }
        return SentMessage(id: sent, eventID: answer.int("eventId"))
    }

    /// Tells the senders how far their messages have come.
    ///
    /// - Parameters:
    ///   - status: What the messages have reached.
    ///   - messageIDs: The messages; nothing is sent for none.
    ///   - at: When they reached it; now by default.
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

    /// Tells the others that the user types, or has stopped. At most one of each is sent in ten seconds, so it can be
    /// called for every key.
    ///
    /// - Returns: Whether it was sent.
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

    /// Loads events of a conversation forwards.
    ///
    /// - Parameters:
    ///   - from: The first event; 0 by default.
    ///   - limit: The greatest number of events, from 1 to 100.
    /// - Throws: ``ComapiError``.
    public func events(
        of id: String, from: Int = 0, limit: Int = 100
    ) async throws(ComapiError) -> [ConversationEvent] {
        var request = ComapiRequest("GET", "conversations", id, "events")
        request.query = [("from", String(max(from, 0))), ("limit", String(min(max(limit, 1), Self.maximumPageLength)))]
        return try await caller.send(request).objects().compactMap { ConversationEvent($0, conversationID: id) }
    }

    /// Uploads content.
    ///
    /// - Parameter folder: A name by which contents are grouped.
    /// - Throws: ``ComapiError``.
    public func upload(_ content: ComapiContent, folder: String) async throws(ComapiError) -> StoredContent {
        var request = ComapiRequest("POST", "content")
        request.query = [("folder", folder)]
        request.headers = [HTTPHeader("Content-Filename", content.headerName)]
        request.body = [
            "name": .string(content.name), "type": .string(content.type), "data": .string(content.base64),
        ]
        request.purpose = .changing
        let answer = try await caller.send(request).object()
        guard let url = answer.text("url") else {
            throw ComapiError(.malformedAnswer, "the service's response has no address for the content")
        }
        return StoredContent(
            id: answer.text("id") ?? url, url: url, type: answer.text("type"), size: answer.int("size"))
    }
}
