public import Cards
import VendorClient

import struct Foundation.Date

/// A page of messages, read backwards.
public struct MessagePage: Sendable, Hashable {
    /// The newest event of the conversation.
    public var latestEventID: Int
    /// The oldest event of the page.
    public var earliestEventID: Int
    /// The messages of the page, oldest first. There may be fewer than the limit, because it counts events.
    public var messages: [ConversationMessage]
    /// Changes of messages that are on older pages.
    public var orphans: [OrphanedEvent]

    /// Where the page before this one ends, for the next call; nil at the beginning of the conversation. Event 0 is
    /// asked for by its number: without one the service begins at the newest.
    public var previous: Int? { earliestEventID > 0 ? earliestEventID - 1 : nil }

    /// Reads a page; missing parts are empty.
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

/// A status event whose message is on an older page.
public struct OrphanedEvent: Sendable, Hashable {
    /// The number of the event in the conversation.
    public var eventID: Int
    /// The message.
    public var messageID: String
    /// The reader.
    public var profileID: String
    /// The reader's status.
    public var update: StatusUpdate

    /// Reads an event; nil for events that are no status, such as a deletion.
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
