import Cards

import struct Foundation.Date

/// What is known of a conversation: its newest messages, who takes part and who types. A value that events change.
struct ConversationThread: Sendable, Equatable {
    /// The greatest number of messages that are kept; older ones are loaded when they are wanted.
    static let capacity = 100
    /// The number of messages that a card begins with. It grows to twice as many before it begins again, and further while the
    /// user is in the card.
    static let shownCount = 10
    /// The greatest number of messages that are kept when a conversation is loaded. The user is said to have them, which
    /// adds as many events to the conversation, and the next load has to read past those.
    static let loadedCount = 2 * shownCount
    /// Seconds that a participant counts as typing after the service has said so. It says so at most
    /// every ten seconds.
    static let typingLifetime = 12.0

    var conversation: Conversation
    var participants: [Participant]
    /// The newest messages, oldest first.
    private(set) var messages: [ConversationMessage] = []
    /// The event of the first message on the card. It stays for a while, so that older messages that a user has loaded
    /// above it stay as well; nil while there is no message with an event.
    private(set) var firstShownEvent: Int?
    /// Whether the user went into the card last: its first message then stays where it is, with the older ones above it.
    var isEntered = false
    /// The oldest event that was read; nil while nothing was read.
    private(set) var earliestEventID: Int?
    /// The newest known event; nil while there is none.
    private(set) var latestEventID: Int?
    /// When messages arrived while the WebSocket was open, by this machine's clock.
    private var arrivals: [String: Date] = [:]
    /// The first of the messages that are new to the user. It stays when they are read, until there are newer ones or the
    /// user writes.
    private(set) var firstNewEvent: Int?
    /// Whether the new messages are read.
    private var hasReadNew = true
    /// Who changed name, description or roles last; nil if that is not known.
    private(set) var changedBy: String?
    /// The newest event, as the service sent it; nil before the first one.
    var newestEvent: JSONObject?
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

    /// The messages on the card, oldest first.
    var shownMessages: ArraySlice<ConversationMessage> {
        guard let firstShownEvent else { return messages.suffix(Self.shownCount) }
        return messages.suffix(from: messages.firstIndex { ($0.sentEventID ?? .max) >= firstShownEvent } ?? 0)
    }

    /// When something was last said; when the conversation was made if nothing was.
    var latestOn: Date? { messages.last?.sentOn ?? conversation.createdOn }

    /// The latest message that others wrote; nil for none.
    func latestOfOthers(than me: String) -> ConversationMessage? { messages.last { $0.senderID != me } }

    /// The messages of others that a user has not read, oldest first.
    func unread(by me: String) -> [ConversationMessage] {
        messages.filter { $0.senderID != me && $0.statusUpdates[me]?.status != .read }
    }

    /// Whether a user has read all messages on the card. Older ones may be unread until they are loaded.
    func isRead(by me: String) -> Bool {
        !shownMessages.contains { $0.senderID != me && $0.statusUpdates[me]?.status != .read }
    }

    /// The messages of others that have not arrived at any program of the user yet.
    func undelivered(to me: String) -> [ConversationMessage] {
        messages.filter { $0.senderID != me && $0.statusUpdates[me] == nil }
    }

    /// Whether the next message takes the place of one that the service does not know to have arrived.
    func isFullOfUndelivered(to me: String) -> Bool {
        guard messages.count >= Self.capacity, let first = messages.first else { return false }
        return first.senderID != me && first.statusUpdates[me] == nil
    }

    /// The event of the latest message that was there at a time, by this machine's clock; -1 for none.
    func latestEvent(at date: Date) -> Int {
        let known = messages.last { (arrivals[$0.id] ?? $0.sentOn ?? .distantPast) <= date }
        return known?.sentEventID ?? -1
    }

    /// Whether a participant may do something.
    func lets(_ profileID: String, _ permission: KeyPath<RolePermissions, Bool>) -> Bool {
        guard let role = participants.first(where: { $0.profileID == profileID })?.role else { return false }
        return conversation.roles[role][keyPath: permission]
    }

    /// The messages of others that are unread, or are new since the conversation was read last. What is new stays so while it
    /// is read, until the user answers or more comes. Once the card's messages are read, older ones are not new.
    func new(to me: String) -> [ConversationMessage] {
        let isUnread = !isRead(by: me)
        return messages.filter { message in
            message.senderID != me
                && (isUnread && message.statusUpdates[me]?.status != .read
                    || firstNewEvent.map { message.sentEventID ?? -1 >= $0 } ?? false)
        }
    }

    // MARK: Changes

    /// Finds out which messages on the card are new to a user, after a change.
    mutating func findNew(for me: String) {
        if messages.last?.senderID == me { firstNewEvent = nil }
        let first = shownMessages.first { $0.senderID != me && $0.statusUpdates[me]?.status != .read }
        guard let first else {
            hasReadNew = true
            return
        }
        if hasReadNew { firstNewEvent = first.sentEventID }
        hasReadNew = false
    }

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
        let kept = found.suffix(Self.loadedCount)
        earliestEventID = pages.last.flatMap { $0.latestEventID < 0 ? nil : $0.earliestEventID }
        if kept.count < found.count { earliestEventID = kept.first?.sentEventID ?? earliestEventID }
        latestEventID = pages.first.flatMap { $0.latestEventID < 0 ? nil : $0.latestEventID }
        for message in kept { add(message) }
        beginShowing()
    }

    /// Keeps what was known of the conversation before it was loaded again, unless messages between are missing.
    mutating func keep(_ old: ConversationThread) {
        let earliest = earliestEventID ?? 0
        guard let known = old.latestEventID, known >= earliest || known + 1 == earliest else { return }
        let present = Set(messages.map(\.id))
        let start = old.firstShownEvent
        for message in old.messages.reversed() where !present.contains(message.id) && messages.count < Self.capacity {
            add(message)
            earliestEventID = min(earliestEventID ?? .max, message.sentEventID ?? .max)
        }
        typing = old.typing
        changedBy = old.changedBy
        newestEvent = old.newestEvent
        arrivals = old.arrivals
        (firstNewEvent, hasReadNew) = (old.firstNewEvent, old.hasReadNew)
        isEntered = old.isEntered
        guard let start, messages.contains(where: { $0.sentEventID == start }) else { return }
        firstShownEvent = start
        if isTooLong { beginShowing() }
    }

    private var isTooLong: Bool { !isEntered && shownMessages.count > 2 * Self.shownCount }

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
            arrivals[dropped.id] = nil
            earliestEventID = messages.first?.sentEventID ?? dropped.sentEventID ?? earliestEventID
        }
        see(message.sentEventID)
        if firstShownEvent == nil || isTooLong { beginShowing() }
    }

    private mutating func beginShowing() { firstShownEvent = messages.suffix(Self.shownCount).first?.sentEventID }

    /// Takes over an event of this conversation. Returns whether it changed anything.
    mutating func apply(_ event: ConversationEvent, at now: Date) -> Bool {
        let before = self
        see(event.conversationEventID)
        if event.isKept { newestEvent = event.json }
        switch event.kind {
        case .sent(let message, _):
            if !messages.contains(where: { $0.id == message.id }) { arrivals[message.id] = now }
            add(message)
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
            && Set(typing.keys) == Set(other.typing.keys) && firstNewEvent == other.firstNewEvent
    }
}

extension ConversationEvent {
    /// Whether the service keeps it: typing is over before anyone looks.
    fileprivate var isKept: Bool {
        switch kind {
        case .typing, .typingStopped: false
        default: true
        }
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
