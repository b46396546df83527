import Cards

import struct Foundation.Date

/// What is known of a conversation: its newest messages, who takes part and who types. A value that events change.
struct ConversationThread: Sendable, Equatable {
    /// The greatest number of messages that are kept; older ones are loaded when they are wanted.
    static let capacity = 40
    /// Seconds that a participant counts as typing after the service has said so. It says so at most
    /// every ten seconds.
    static let typingLifetime = 12.0

    var conversation: Conversation
    var participants: [Participant]
    /// The newest messages, oldest first.
    private(set) var messages: [ConversationMessage] = []
    /// The oldest event that was read; nil while nothing was read.
    private(set) var earliestEventID: Int?
    /// The newest known event; nil while there is none.
    private(set) var latestEventID: Int?
    /// Who changed name, description or roles last; nil if that is not known.
    private(set) var changedBy: String?
    /// Until when each of those who type is believed to.
    private(set) var typing: [String: Date] = [:]

    init(_ conversation: Conversation, participants: [Participant] = []) {
        self.conversation = conversation
        self.participants = participants
    }

    /// Whether there are messages before the kept ones.
    var hasOlder: Bool { (earliestEventID ?? 0) > 0 }

    /// The event that the kept messages begin with, which older ones come before.
    var firstEventID: Int? { messages.first?.sentEventID ?? earliestEventID }

    /// When something was last said; when the conversation was made if nothing was.
    var latestOn: Date? { messages.last?.sentOn ?? conversation.createdOn }

    /// The latest message that others wrote; nil for none.
    func latestOfOthers(than me: String) -> ConversationMessage? { messages.last { $0.senderID != me } }

    /// The messages of others that a user has not read, oldest first.
    func unread(by me: String) -> [ConversationMessage] {
        messages.filter { $0.senderID != me && $0.statusUpdates[me]?.status != .read }
    }

    /// The messages of others that have not arrived at any program of the user yet.
    func undelivered(to me: String) -> [ConversationMessage] {
        messages.filter { $0.senderID != me && $0.statusUpdates[me] == nil }
    }

    // MARK: Changes

    /// Replaces the messages by pages that were read backwards, the newest first.
    mutating func load(_ pages: [MessagePage]) {
        var orphans: [OrphanedEvent] = []
        var found: [ConversationMessage] = []
        for page in pages {
            var messages = page.messages
            orphans = MessagePager.apply(orphans + page.orphans, to: &messages)
            found = messages + found
        }
        messages = []
        earliestEventID = pages.last.flatMap { $0.latestEventID < 0 ? nil : $0.earliestEventID }
        latestEventID = pages.first.flatMap { $0.latestEventID < 0 ? nil : $0.latestEventID }
        for message in found { add(message) }
    }

    /// Adds a message, or replaces the one with its id: what is known of its readers stays.
    mutating func add(_ message: ConversationMessage) {
        var message = message
        if let place = messages.lastIndex(where: { $0.id == message.id }) {
            for (reader, update) in messages[place].statusUpdates { message.apply(update, by: reader) }
            if message.sentEventID == nil { message.sentEventID = messages[place].sentEventID }
            if message.sentOn == nil { message.sentOn = messages[place].sentOn }
            messages.remove(at: place)
        }
        let place = messages.lastIndex { !message.isBefore($0) }.map { $0 + 1 } ?? 0
        messages.insert(message, at: place)
        typing[message.senderID] = nil
        if messages.count > Self.capacity {
            let dropped = messages.removeFirst()
            earliestEventID = messages.first?.sentEventID ?? dropped.sentEventID ?? earliestEventID
        }
        see(message.sentEventID)
    }

    /// Takes over an event of this conversation. Returns whether it changed anything.
    mutating func apply(_ event: ConversationEvent, at now: Date) -> Bool {
        let before = self
        see(event.conversationEventID)
        switch event.kind {
        case .sent(let message, _): add(message)
        case .status(let messageID, let profileID, let update):
            if let place = messages.lastIndex(where: { $0.id == messageID }) {
                messages[place].apply(update, by: profileID)
            }
        case .updated(let changed), .undeleted(let changed):
            let (count, latest) = (conversation.participantCount, conversation.latestSentEventID)
            let created = conversation.createdOn
            conversation = changed
            conversation.participantCount = count
            conversation.latestSentEventID = latest
            if conversation.createdOn == nil { conversation.createdOn = created }
            if let etag = event.etag { conversation.etag = etag }
            changedBy = event.createdBy
        case .participantAdded(let participant), .participantUpdated(let participant):
            participants.removeAll { $0.profileID == participant.profileID }
            participants.append(participant)
        case .participantRemoved(let profileID):
            participants.removeAll { $0.profileID == profileID }
            typing[profileID] = nil
        case .typing(let profileID): typing[profileID] = now.addingTimeInterval(Self.typingLifetime)
        case .typingStopped(let profileID): typing[profileID] = nil
        case .created, .deleted, .profileUpdated, .socketOpened, .unknown: break
        }
        return !isShownLike(before)
    }

    /// Forgets those whose typing is over. Returns whether there were any.
    mutating func endTyping(at now: Date) -> Bool {
        let count = typing.count
        typing = typing.filter { $0.value > now }
        return typing.count != count
    }

    private mutating func see(_ event: Int?) {
        guard let event else { return }
        latestEventID = max(latestEventID ?? event, event)
        if earliestEventID == nil { earliestEventID = event }
    }

    /// Whether a card of this would look like that of another state: who types matters, until when does not.
    private func isShownLike(_ other: ConversationThread) -> Bool {
        conversation == other.conversation && participants == other.participants && messages == other.messages
            && Set(typing.keys) == Set(other.typing.keys)
    }
}

extension ConversationMessage {
    /// Whether this message was sent before another one: by the numbers of their events, else by their times.
    fileprivate func isBefore(_ other: ConversationMessage) -> Bool {
        if let mine = sentEventID, let theirs = other.sentEventID { return mine < theirs }
        if let mine = sentOn, let theirs = other.sentOn { return mine < theirs }
        return false
    }
}
