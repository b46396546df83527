public import Cards
import VendorClient

public import struct Foundation.Date

/// A message of the inbox, without its content.
public struct InboxMessage: Sendable, Hashable {
    /// The id of the message, to which events and orders can be attributed.
    public var id: String
    /// Whether it is marked as read.
    public var isRead: Bool
    /// When it was sent.
    public var sentAt: Date
    /// The sender's metadata for a preview, such as title, subtitle and picture; empty if there is none.
    public var metadata: JSONObject
    /// The address of the content.
    var content: ExpiringAddress

    /// Decodes a message; nil if a required part is missing.
    ///
    /// - Parameter id: The id in the path of a request for one message; nil if the object has the id.
    init?(_ json: JSONObject, id: String? = nil) {
        guard let id = id ?? json.text("_id"), !id.isEmpty, let url = json.text("url"),
            let expiresAt = json.date("urlExpireAt"), let isRead = json.bool("read"), let sentAt = json.date("sentAt")
        else { return nil }
        self.id = id
        self.isRead = isRead
        self.sentAt = sentAt
        metadata = json.object("metadata") ?? [:]
        content = ExpiringAddress(url: url, expiresAt: expiresAt)
    }

    /// The message in the form of the protocol.
    var json: JSONObject {
        [
            "_id": .string(id), "url": .string(content.url), "urlExpireAt": .string(content.expiresAt.rfc3339),
            "read": .bool(isRead), "sentAt": .string(sentAt.rfc3339), "metadata": .object(metadata),
        ]
    }
}

/// A page of the inbox.
public struct InboxPage: Sendable, Hashable {
    /// The number of this page, from 1.
    public var number: Int
    /// The number of the last page.
    public var lastNumber: Int
    /// The number of messages on a page.
    public var size: Int
    /// The number of messages on all pages.
    public var total: Int
    /// The messages, newest first.
    public var messages: [InboxMessage]

    /// Whether there is a page after this one.
    public var hasNext: Bool { number < lastNumber }

    init?(_ json: JSONObject) {
        guard let number = json.int("currentPage"), let last = json.int("lastPage"), json["messages"]?.array != nil
        else { return nil }
        self.number = number
        lastNumber = last
        messages = json.objects("messages").compactMap { InboxMessage($0) }
        size = json.int("perPage") ?? messages.count
        total = json.int("total") ?? messages.count
    }
}

/// A filter for messages of the inbox; all messages by default.
public struct InboxFilter: Sendable, Hashable {
    /// Only read or only unread messages; nil for both.
    public var isRead: Bool?
    /// Only messages sent after this time; nil for no limit.
    public var after: Date?
    /// Only messages sent before this time; nil for no limit.
    public var before: Date?

    /// Creates a filter.
    public init(isRead: Bool? = nil, after: Date? = nil, before: Date? = nil) {
        self.isRead = isRead
        self.after = after
        self.before = before
    }

    var query: [CordialRequest.QueryItem] {
        var items: [CordialRequest.QueryItem] = []
        if let after { items.append(.init(name: "filters[sentAt][gt]", value: after.rfc3339)) }
        if let before { items.append(.init(name: "filters[sentAt][lt]", value: before.rfc3339)) }
        if let isRead { items.append(.init(name: "filters[read]", value: isRead ? "true" : "false")) }
        return items
    }
}
