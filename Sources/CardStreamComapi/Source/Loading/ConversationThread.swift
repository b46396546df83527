import Cards

import struct Foundation.Date

/// The loaded state of a conversation: its newest messages, its participants, and who is typing. It is a value that
/// events change.
struct ConversationThread: Sendable, Equatable {
    /// The greatest number of messages that are kept. Older ones are loaded on demand.
    static let capacity = 100
    /// The number of messages that a card shows at first. While messages arrive, the card grows to twice this number
    /// and then returns to it. While the user is in the card, it keeps growing.
    static let shownCount = 10
    /// The greatest number of messages that are kept when a conversation is loaded. Each of them is reported as
    /// delivered, which adds an event to the conversation, and the next load has to read past these events.
    static let loadedCount = 2 * shownCount
    /// Seconds for which a participant counts as typing after a typing event. The service sends these events at most
    /// every 10 seconds.
    static let typingLifetime = 12.0

    var conversation: Conversation
    var participants: [Participant]
    /// The newest messages, oldest first.
    private(set) var messages: [ConversationMessage] = []
    /// The event number of the first message on the card; nil while no message has one. It changes rarely, so that
    /// older messages that the user has loaded above it stay on the card.
    private(set) var firstShownEvent: Int?
    /// Whether this is the card that the user entered last. Its first message then does not change, so that the older
    /// ones above it stay on the card.
    var isEntered = false
    /// The number of the oldest loaded event; nil while none is loaded.
    private(set) var earliestEventID: Int?
    /// The number of the newest known event; nil while there is none.
    private(set) var latestEventID: Int?
    /// When messages arrived over the WebSocket, by message id, on this machine's clock.
    private var arrivals: [String: Date] = [:]
    /// The event number of the first message that is new to the user; nil if none is. Reading the message does not
    /// change it, only a newer message or one that the user writes.
    private(set) var firstNewEvent: Int?
    /// Whether the user has read the new messages.
    private var hasReadNew = true
    /// The profile id of the user who last changed the conversation's properties; nil if it is not known.
    private(set) var changedBy: String?
    /// The newest event, as the service sent it; nil before the first one.
    var newestEvent: JSONObject?
    /// The end of the time for which each typing participant counts as typing, by profile id.
    private(set) var typing: [String: Date] = [:]

    init(_ conversation: Conversation, participants: [Participant] = []) {
        self.conversation = conversation
        self.participants = participants
    }

    /// Whether there are events before the loaded ones.
    var hasOlder: Bool { (earliestEventID ?? 0) > 0 }

    /// The event number of the first kept message. Older messages have lower numbers.
    var firstEventID: Int? { messages.first?.sentEventID ?? earliestEventID }

    /// The messages on the card, oldest first.
    var shownMessages: ArraySlice<ConversationMessage> {
        guard let firstShownEvent else { return messages.suffix(Self.shownCount) }
        return messages.suffix(from: messages.firstIndex { ($0.sentEventID ?? .max) >= firstShownEvent } ?? 0)
    }

    /// When the latest message was sent; without messages, when the conversation was created.
    var latestOn: Date? { messages.last?.sentOn ?? conversation.createdOn }

    /// The latest message of another participant; nil if there is none.
    func latestOfOthers(than me: String) -> ConversationMessage? { messages.last { $0.senderID != me } }

    /// The messages of others that a user has not read, oldest first.
    func unread(by me: String) -> [ConversationMessage] {
        messages.filter { $0.senderID != me && $0.statusUpdates[me]?.status != .read }
    }

    /// Whether a user has read all messages on the card. Older messages can be unread.
    func isRead(by me: String) -> Bool {
        !shownMessages.contains { $0.senderID != me && $0.statusUpdates[me]?.status != .read }
    }

    /// The messages of others that are not marked as delivered to any program of the user.
    func undelivered(to me: String) -> [ConversationMessage] {
        messages.filter { $0.senderID != me && $0.statusUpdates[me] == nil }
    }

    /// Whether the list is full, and the next message would remove one that is not yet reported as delivered.
    func isFullOfUndelivered(to me: String) -> Bool {
        guard messages.count >= Self.capacity, let first = messages.first else { return false }
        return first.senderID != me && first.statusUpdates[me] == nil
    }

    /// The event number of the latest message that had arrived at a time, on this machine's clock; -1 if there is none.
    func latestEvent(at date: Date) -> Int {
        let known = messages.last { (arrivals[$0.id] ?? $0.sentOn ?? .distantPast) <= date }
        return known?.sentEventID ?? -1
    }

    /// Whether a participant has a permission.
    func lets(_ profileID: String, _ permission: KeyPath<RolePermissions, Bool>) -> Bool {
        guard let role = participants.first(where: { $0.profileID == profileID })?.role else { return false }
        return conversation.roles[role][keyPath: permission]
    }

    /// The new messages of others: the unread ones, and all from ``firstNewEvent`` on. A message stays new while the
    /// user reads it, until the user replies or a newer message arrives. Once the messages on the card are read, older
    /// unread ones do not count as new.
    func new(to me: String) -> [ConversationMessage] {
        let isUnread = !isRead(by: me)
        return messages.filter { message in
            message.senderID != me
                && (isUnread && message.statusUpdates[me]?.status != .read
                    || firstNewEvent.map { message.sentEventID ?? -1 >= $0 } ?? false)
        }
    }

    // MARK: Changes

    /// Updates which messages on the card are new to a user, after a change.
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

    /// Replaces the messages with pages that were read backwards, the newest page first.
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

    /// Adds the state from before the conversation was loaded again, unless messages between the two states are
    /// missing.
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

    /// Adds a message, or replaces the one with the same id and keeps the known statuses of its readers.
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

    /// Applies an event of this conversation. Returns whether its card changes.
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

    /// Removes participants whose typing has ended. Returns whether there were any.
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

    /// Whether the card of this state looks like the card of another state. It shows who is typing, but not until when.
    private func isShownLike(_ other: ConversationThread) -> Bool {
        conversation == other.conversation && participants == other.participants && messages == other.messages
            && Set(typing.keys) == Set(other.typing.keys) && firstNewEvent == other.firstNewEvent
    }
}

extension ConversationEvent {
    /// Whether the event becomes ``ConversationThread/newestEvent``. Typing events do not, because they are outdated
    /// before the card's JSON is read.
    fileprivate var isKept: Bool {
        switch kind {
        case .typing, .typingStopped: false
        default: true
        }
    }
}

extension ConversationMessage {
    /// Whether this message was sent before another one, by event numbers, or by times if a number is missing.
    fileprivate func isBefore(_ other: ConversationMessage) -> Bool {
        if let mine = sentEventID, let theirs = other.sentEventID { return mine < theirs }
        if let mine = sentOn, let theirs = other.sentOn { return mine < theirs }
        return false
    }
}
