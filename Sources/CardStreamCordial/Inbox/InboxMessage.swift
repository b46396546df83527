public import Cards
import VendorClient

public import struct Foundation.Date

/// A message of the inbox, without its content.
public struct InboxMessage: Sendable, Hashable {
    /// The id of the message, which events and orders can be attributed to.
    public var id: String
    /// Whether it is marked as read.
    public var isRead: Bool
    /// When it was sent.
    public var sentAt: Date
    /// What the sender attached for a preview, such as title, subtitle and picture; empty if there is nothing.
    public var metadata: JSONObject
    /// Where its content is.
    var content: ExpiringAddress

    /// - Parameter id: That of the path for an answer about one message; nil if the object has it.
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

    /// In the form of the wire.
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
    /// How many messages a page has.
    public var size: Int
    /// How many messages there are on all pages.
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

/// Which messages of the inbox are asked for; all by default.
public struct InboxFilter: Sendable, Hashable {
    /// Only read or only unread ones; nil for both.
    public var isRead: Bool?
    /// Only those sent after this time.
    public var after: Date?
    /// Only those sent before this time.
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
