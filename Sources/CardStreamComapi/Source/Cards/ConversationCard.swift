import Basics
import Cards
import VendorClient

import struct Foundation.Date

/// Builds the card of a conversation: who takes part or is typing, the last messages, a field for a reply, and subviews
/// for participants and details. The result depends only on the properties.
struct ConversationCard: Sendable {
    /// The greatest number of characters of a message on the card.
    static let textLimit = 3000
    /// The greatest number of bytes of all messages on the card. The newest message is always shown. With this limit
    /// and those of all other texts, the card stays below ``CardLimits/bytes``.
    static let textBytes = 18_000
    /// The greatest number of characters of a participant's name.
    static let nameLimit = 40
    /// The greatest number of characters of a description.
    static let detailsLimit = 1000
    /// The greatest number of names in a list such as "Ana, Ben and Chris".
    static let nameCount = 4
    /// The greatest number of participants in the subview.
    static let participantLimit = 100
    /// The greatest size in bytes and the greatest nesting depth of an event in the card's metadata. An event that
    /// exceeds one of them is left out.
    static let (eventBytes, eventDepth) = (4000, 40)
    /// The greatest number of people in the list for adding a participant.
    static let peopleLimit = 50
    /// The bucket for files that are attached to a reply.
    static let bucket = "attachments"

    /// The names of the buttons that send an answer.
    enum Button: String {
        case send, add, remove, save, leave, delete, profile
    }
    /// The names of the fields.
    enum Field {
        static let reply = "reply"
        static let file = "file"
        /// The participant to add: `candidate` is chosen from a list, `person` is an id that the user enters.
        static let candidate = "candidate"
        static let person = "person"
        static let leaving = "participant"
        static let name = "name"
        static let details = "description"
        /// The entity tag of the conversation or profile that the form was built from.
        static let etag = "etag"
        /// The ``ChangedFields/mark(of:)`` of the form's initial values, by field.
        static let was = "was"
    }

    let thread: ConversationThread
    let people: PeopleNames
    let zone: LocalZone
    /// The user's own profile; nil while it is not known.
    var profile: Versioned<ComapiProfile>?

    private var conversation: Conversation { thread.conversation }
    private var role: Participant.Role? { thread.participants.first { $0.profileID == people.me }?.role }
    private var permissions: RolePermissions? { role.map { conversation.roles[$0] } }

    /// The priority of the card: 2 if a new message mentions the user, 4 if there is another new message, otherwise
    /// ``CardBody/defaultPriority``. Reading the messages does not change it. Otherwise the card would move away while
    /// the user reads it, and the next card would take its place and count as read.
    var priority: Int {
        let new = thread.new(to: people.me)
        if new.contains(where: { people.isMentioned(in: $0.text) }) { return 2 }
        return new.isEmpty ? CardBody.defaultPriority : 4
    }

    /// Whether the user has read all messages on the card.
    var isRead: Bool { thread.isRead(by: people.me) }

    var body: CardBody {
        var content: [Card.Component] = [
            .category(
                Card.Category(text: whoTakesPart, subText: typingText ?? unreadText, icon: Card.Icon(name: "comments"))),
            .headline(Card.Headline(text: title)),
        ]
        content += messageRows
        if permissions?.canSend ?? true {
            content.append(
                .input(
                    Card.Input(
                        name: Field.reply, label: "Reply", kind: .text(defaultValue: "", numberOfLines: 3),
                        validation: [Card.ValidationRule(.requiredUnless(Field.file), message: "Write a message")])))
            content.append(
                .input(
                    Card.Input(
                        name: Field.file, label: "Image",
                        kind: .fileUpload(bucketID: Self.bucket, allowedTypes: .staticImage))))
        }
        content.append(.buttons(Card.ButtonContainer(buttons: buttons)))
        var subviews = ["participants": participantsView, "details": detailsView]
        subviews["profile"] = profile.map(profileView)
        return CardBody(
            priority: priority, metadata: metadata, actions: ActionProperties(), components: content,
            subviews: subviews)
    }

    /// The metadata, for readers of the card's JSON: the conversation, the keys of the user's replies among the shown
    /// messages, and the newest event as the service sent it.
    private var metadata: JSONObject {
        var metadata: JSONObject = [
            "conversation": .string(conversation.id),
            CardBody.readKey: .bool(isRead),
        ]
        let keys = Self.fitting(thread.shownMessages).filter { $0.senderID == people.me }.compactMap(\.temporaryID)
            .filter { ActionKey(rawValue: $0) != nil }
        if !keys.isEmpty { metadata[CardBody.shownReplies] = .array(keys.map { .string($0) }) }
        if let event = thread.newestEvent.map(JSONValue.object), event.encoded().count <= Self.eventBytes,
            event.pointer(deeperThan: Self.eventDepth) == nil
        {
            metadata["event"] = event
        }
        return metadata
    }

    // MARK: The main view

    /// The conversation's name; without one, the names of the other participants.
    var title: String {
        let given = limited(conversation.name, 200)
        guard given.isEmpty else { return given }
        let others = thread.participants.filter { $0.profileID != people.me }.map { name($0.profileID) }
        return others.isEmpty ? "Conversation" : names(others)
    }

    private var typingText: String? {
        let typing = thread.typing.keys.filter { $0 != people.me }.sorted()
        guard !typing.isEmpty else { return nil }
        return names(typing.map { name($0) }) + (typing.count == 1 ? " is typing…" : " are typing…")
    }

    private var whoTakesPart: String {
        let others = thread.participants.map(\.profileID).filter { $0 != people.me }
        guard !others.isEmpty else { return conversation.isPublic ? "Public conversation" : "Conversation" }
        return names(others.map { name($0) } + (role == nil ? [] : ["you"]))
    }

    private var unreadText: String? {
        let unread = thread.unread(by: people.me)
        guard let first = unread.first else { return nil }
        // Messages that are not loaded can be unread as well.
        let isMore = thread.hasOlder && first.id == thread.messages.first { $0.senderID != people.me }?.id
        return "\(unread.count)\(isMore ? " or more" : "")\(isRead ? " older" : "") unread"
    }

    private var messageRows: [Card.Component] {
        let shown = Self.fitting(thread.shownMessages)
        guard !shown.isEmpty else { return [.text(Card.TextBlock(text: "No messages yet.", appearance: .tertiary))] }
        let latestOwn = shown.last { $0.senderID == people.me }?.id
        let isAll = shown.count == thread.messages.count && !thread.hasOlder
        return (isAll ? [] : older(than: shown[0])) + rows(of: shown) { $0.id == latestOwn }
    }

    /// The component that loads older messages; none if the message has no event number.
    private func older(than message: ConversationMessage) -> [Card.Component] {
        message.sentEventID.map { [OlderMessages(before: $0).component] } ?? []
    }

    /// A page of older messages.
    ///
    /// - Parameter isAll: Whether there are no messages before these.
    func page(_ messages: [ConversationMessage], isAll: Bool) -> [Card.Component] {
        guard let first = messages.first else {
            return [.text(Card.TextBlock(text: "No older messages.", appearance: .tertiary))]
        }
        return (isAll ? [] : older(than: first)) + rows(of: messages)
    }

    /// The newest messages that fit on a card or on one of its pages, oldest first.
    static func fitting(_ all: some BidirectionalCollection<ConversationMessage>) -> [ConversationMessage] {
        var left = textBytes
        let newest = all.reversed().prefix { message in
            let isFirst = left == textBytes
            left -=
                200 + 2 * min(message.text.utf8.count, textLimit * 4) + 2500
                * message.parts.count { $0.url != nil }
            return isFirst || left > 0
        }
        return newest.reversed()
    }

    /// Creates the rows of messages. The date is shown only where it changes.
    private func rows(
        of messages: [ConversationMessage], showsStatus: (ConversationMessage) -> Bool = { _ in false }
    ) -> [Card.Component] {
        var rows: [Card.Component] = []
        var last: Date?
        for message in messages {
            let time = message.sentOn.map { MessageTime.text($0, after: last, before: thread.latestOn, in: zone) }
            rows += self.rows(of: message, at: time, showsStatus: showsStatus(message))
            last = message.sentOn ?? last
        }
        return rows
    }

    /// Creates the rows of one message and its files.
    private func rows(of message: ConversationMessage, at time: String?, showsStatus: Bool) -> [Card.Component] {
        var heading = ["**\(Markdown.escaped(name(message.senderID, or: message.senderName)))**"]
        if let time { heading.append(time) }
        if let first = thread.firstNewEvent, message.sentEventID ?? -1 >= first, message.senderID != people.me {
            heading.append("new")
        }
        if showsStatus { heading.append(statusText(of: message)) }
        let text = limited(message.text, Self.textLimit)
        let lines = [heading.joined(separator: " · ")] + (text.isEmpty ? [] : [Markdown.escaped(text)])
        let block = Card.TextBlock(text: lines.joined(separator: "\\\n"))
        return [.text(block)] + message.parts.compactMap { AttachmentRow.component(of: $0) }
    }

    /// The status for the sender: "sent", "delivered", "read by Ben", "read by all".
    private func statusText(of message: ConversationMessage) -> String {
        let others = thread.participants.map(\.profileID).filter { $0 != people.me }
        let readers = others.filter { message.statusUpdates[$0]?.status == .read }
        if !readers.isEmpty {
            let all = readers.count == others.count && readers.count > 1
            return "read by " + (all ? "all" : Markdown.escaped(names(readers.map { name($0) })))
        }
        return message.status(among: others) == .delivered ? "delivered" : "sent"
    }

    private var buttons: [Card.Button] {
        var buttons: [Card.Button] = []
        if permissions?.canSend ?? true {
            buttons.append(
                Card.Button(
                    text: "Send", icon: Card.Icon(name: "paper-plane"),
                    action: .submit(.init(buttonName: Button.send.rawValue, keepsCard: true))))
        }
        buttons.append(Card.Button(text: "Participants", style: .secondary, action: .openSubview(id: "participants")))
        buttons.append(Card.Button(text: "Details", style: .secondary, action: .openSubview(id: "details")))
        if profile != nil {
            buttons.append(Card.Button(text: "Profile", style: .secondary, action: .openSubview(id: "profile")))
        }
        return buttons
    }

    // MARK: Participants

    private var participantsView: Card.Subview {
        let shown = thread.participants.prefix(Self.participantLimit)
        var items = shown.map { participant in
            Card.ListBlock.Item(
                text: Markdown.escaped(name(participant.profileID)) + (participant.role == .owner ? " · owner" : ""))
        }
        let hidden = thread.participants.count - shown.count
        if hidden > 0 { items.append(Card.ListBlock.Item(text: "and \(hidden) more")) }
        var content: [Card.Component] =
            items.isEmpty
            ? [.text(Card.TextBlock(text: "There are no participants."))] : [.list(Card.ListBlock(items: items))]
        var buttons: [Card.Button] = []
        if permissions?.canAddParticipants ?? false {
            let choices = candidates
            if !choices.isEmpty {
                content.append(
                    .input(
                        Card.Input(
                            name: Field.candidate, label: "Add", kind: .dropdown(items: choices, defaultValue: nil))))
            }
            if choices.isEmpty, people.areAllKnown {
                content.append(
                    .text(Card.TextBlock(text: "Everyone you can add is already a participant.", appearance: .tertiary))
                )
            }
            if !people.areAllKnown {
                content.append(
                    .input(
                        Card.Input(
                            name: Field.person, label: choices.isEmpty ? "Add" : "Or by id",
                            placeholder: "profile id", kind: .text(defaultValue: "", numberOfLines: 1))))
            }
            if !choices.isEmpty || !people.areAllKnown {
                buttons.append(answer(.add, "Add", done: "Participant added"))
            }
        }
        let others = shown.map(\.profileID).filter {
            $0 != people.me && !$0.isEmpty && $0.unicodeScalars.count <= CardLimits.name
        }
        if permissions?.canRemoveParticipants ?? false, !others.isEmpty {
            let choices = others.map { Card.Input.Choice(value: $0, label: name($0)) }
            content.append(
                .input(
                    Card.Input(
                        name: Field.leaving, label: "Remove", kind: .dropdown(items: choices, defaultValue: nil))))
            buttons.append(
                answer(
                    .remove, "Remove", done: "Participant removed", style: buttons.isEmpty ? .primary : .secondary))
        }
        if !buttons.isEmpty { content.append(.buttons(Card.ButtonContainer(buttons: buttons))) }
        return Card.Subview(title: "Participants · \(title)", components: content)
    }

    /// The people who can be added.
    private var candidates: [Card.Input.Choice] {
        let present = Set(thread.participants.map(\.profileID))
        return people.known.filter { !present.contains($0) && $0.unicodeScalars.count <= CardLimits.name }
            .map { Card.Input.Choice(value: $0, label: name($0)) }
    }

    // MARK: Details

    private var detailsView: Card.Subview {
        var content: [Card.Component] = []
        if let date = conversation.createdOn {
            content.append(
                .text(Card.TextBlock(text: "Created \(MessageTime.text(date, in: zone))", appearance: .tertiary)))
        }
        let visibility =
            conversation.isPublic
            ? "Public: anyone can find this conversation." : "Private: only participants see this conversation."
        content.append(.text(Card.TextBlock(text: visibility, appearance: .tertiary)))
        var values = JSONObject()
        values.set(Field.etag, conversation.etag)
        values[Field.was] = .object([
            Field.name: .string(ChangedFields.mark(of: conversation.name)),
            Field.details: .string(ChangedFields.mark(of: conversation.details ?? "")),
        ])
        var buttons: [Card.Button] = []
        if role == .owner {
            content.append(
                .input(
                    Card.Input(
                        name: Field.name, label: "Name",
                        kind: .text(defaultValue: limited(conversation.name, 200), numberOfLines: 1))))
            content.append(
                .input(
                    Card.Input(
                        name: Field.details, label: "Description",
                        kind: .text(
                            defaultValue: limited(conversation.details ?? "", Self.detailsLimit), numberOfLines: 3))))
            buttons.append(answer(.save, "Save", values, done: "Details saved"))
        } else if let details = conversation.details, !details.isEmpty {
            content.append(.text(Card.TextBlock(text: Markdown.escaped(limited(details, Self.detailsLimit)))))
        }
        if role != nil {
            buttons.append(
                answer(
                    .leave, "Leave",
                    confirm: "Leave “\(title)”? You will get its messages again only if another participant adds you.",
                    done: "You left “\(title)”", style: .secondary))
        }
        if role == .owner {
            buttons.append(
                answer(
                    .delete, "Delete for all", values,
                    confirm: "Delete “\(title)”? This deletes it for all participants.",
                    done: "“\(title)” is deleted", style: .secondary))
        }
        if !buttons.isEmpty { content.append(.buttons(Card.ButtonContainer(buttons: buttons))) }
        return Card.Subview(title: "Details · \(title)", components: content)
    }

    // MARK: Texts

    func answer(
        _ button: Button, _ text: String, _ values: JSONObject = [:], confirm: String? = nil, done: String,
        style: Card.Button.Style = .primary
    ) -> Card.Button {
        let submission = Card.ButtonAction.Submission(
            buttonName: button.rawValue, values: values, keepsCard: true, confirm: confirm, done: done)
        return Card.Button(text: text, style: style, action: .submit(submission))
    }

    /// Joins names: "Ana, Ben and Chris", "Ana, Ben, Chris and 4 others".
    private func names(_ all: [String]) -> String {
        guard all.count > 1 else { return all.first ?? "" }
        if all.count <= Self.nameCount { return all.dropLast().joined(separator: ", ") + " and \(all[all.count - 1])" }
        let count = all.count - (Self.nameCount - 1)
        return all.prefix(Self.nameCount - 1).joined(separator: ", ") + " and \(count) others"
    }

    private func name(_ profileID: String, or given: String? = nil) -> String {
        let name = limited(people.name(profileID, or: given), Self.nameLimit)
        return name.isEmpty ? "Unknown" : name
    }

    /// Returns a string without control characters except line breaks. A string longer than the limit is truncated and
    /// ends with an ellipsis.
    func limited(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }
        let text = String(String.UnicodeScalarView(scalars))
        guard text.unicodeScalars.count > limit else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))) + "…"
    }
}
