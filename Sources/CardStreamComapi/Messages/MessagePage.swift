public import Cards
import VendorClient

import struct Foundation.Date

/// A page of messages. Pages are read from the newest to the oldest.
public struct MessagePage: Sendable, Hashable {
    /// The number of the newest event of the page, which for the first page is that of the conversation; -1 if the
    /// service does not say.
    public var latestEventID: Int
    /// The number of the oldest event of the page.
    public var earliestEventID: Int
    /// The messages of the page, oldest first. There may be fewer than the limit, because the limit counts events.
    public var messages: [ConversationMessage]
    /// Status changes of messages on older pages.
    public var orphans: [OrphanedEvent]

    /// The event number to pass as `from` to load the next older page; nil at the beginning of the conversation. Event
    /// 0 must be requested by its number: a request without a number begins at the newest event.
    public var previous: Int? { earliestEventID > 0 ? earliestEventID - 1 : nil }

    /// Reads a page. Missing lists are empty.
    public init(_ json: JSONObject, conversationID: String) {
        let found = json.objects("messages").compactMap { ConversationMessage($0, conversationID: conversationID) }
        messages = found.enumerated().sorted { left, right in
            (left.element.sentOn ?? .distantPast, left.offset) < (right.element.sentOn ?? .distantPast, right.offset)
        }.map(\.element)
        latestEventID = json.int("latestEventId") ?? -1
        earliestEventID = json.int("earliestEventId") ?? 0
        orphans = json.objects("orphanedEvents").compactMap(OrphanedEvent.init)
    }
}

/// A status event of a message on an older page.
public struct OrphanedEvent: Sendable, Hashable {
    /// The number of the event in the conversation.
    public var eventID: Int
    /// The id of the message.
    public var messageID: String
    /// The id of the reader's profile.
    public var profileID: String
    /// The reader's status.
    public var update: StatusUpdate

    /// Reads an event; nil if it is not a status event, such as a deletion.
    public init?(_ json: JSONObject) {
        guard let eventID = json.int("id"), let data = json.object("data"),
            let status = data.text("name").flatMap({ MessageStatus(rawValue: $0) }),
            let payload = data.object("payload"), let messageID = payload.text("messageId"),
            let profileID = payload.text("profileId") ?? data.text("profileId")
        else { return nil }
        self.eventID = eventID
        self.messageID = messageID
        self.profileID = profileID
        update = StatusUpdate(status, on: payload.date("timestamp"))
    }
}
