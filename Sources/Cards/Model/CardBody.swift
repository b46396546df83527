public import struct Foundation.Date

/// The content of a card as authored by its publisher; immutable once published. `cardstream schema card` describes its
/// JSON.
public struct CardBody: Hashable, Sendable {
    /// The default priority.
    public static let defaultPriority = 5
    /// The bounds of ``autoDismiss``.
    public static let autoDismissTimes = 1...3600
    /// The bounds of ``priority``.
    public static let priorities = 1...10

    /// Groups instances of one logical card; publishing with the same lifecycle id replaces the open instance.
    public var lifecycleID: String?
    /// The template of the card; nil for none.
    public var template: Template?
    /// The name of the event for which the publisher sent the card; nil if it names none (Atomic iOS SDK 24.3,
    /// `AACCardInstance.eventName`).
    public var eventName: String?
    /// The priority from 1 (top) to 10; 5 by default.
    public var priority: Int
    /// The end of the embargo, when the card becomes active. A time in the past means immediately.
    public var publishAt: Date?
    /// When the card expires; nil for never, see ``expiresIn``.
    public var expiresAt: Date?
    /// A ``CardDuration`` from the publish request to the expiry. If ``expiresAt`` is also set, the earlier time
    /// applies.
    public var expiresIn: String?
    /// Seconds after which a viewer dismisses the card automatically, counted from when the user sees the card; nil for
    /// never. The timer pauses while the user fills in the card or something else covers it.
    public var autoDismiss: Int?
    /// Another user's answer to the same question; nil while the card is open. If it is set, viewers show it and submit
    /// nothing.
    public var answered: Answered?
    /// The ask that the card belongs to; nil for none. Only a server writes it.
    public var ask: CardAsk?
    /// Whether the user's answer is delayed for a moment, so that it can be undone; true by default. If false, a submit
    /// button sends the answer at once. Dismissing and snoozing can be undone in either case.
    public var allowsUndo: Bool
    /// Whether no asker currently waits for the answer; false by default. A server writes it into the card of a
    /// question whose asker has gone, and keeps the answer for later.
    public var isUnattended: Bool
    /// Metadata for the host program; never shown.
    public var metadata: JSONObject
    /// The declared variables with their defaults. Empty by default.
    public var variables: [RuntimeVariable]
    /// The actions in addition to buttons.
    public var actions: ActionProperties
    /// The components from top to bottom.
    public var components: [Card.Component]
    /// Subviews by id. A subview cannot open another one.
    public var subviews: [String: Card.Subview]
    /// The pages that ``Card/LoadMore`` components load, by name. A server keeps them and sends each only on request,
    /// so a received card usually has none.
    public var pages: [String: [Card.Component]]
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(
        lifecycleID: String? = nil, template: Template? = nil, eventName: String? = nil,
        priority: Int = CardBody.defaultPriority,
        publishAt: Date? = nil, expiresAt: Date? = nil, expiresIn: String? = nil, autoDismiss: Int? = nil,
        answered: Answered? = nil, ask: CardAsk? = nil, allowsUndo: Bool = true, isUnattended: Bool = false,
        metadata: JSONObject = [:],
        variables: [RuntimeVariable] = [], actions: ActionProperties = ActionProperties(),
        components: [Card.Component] = [], subviews: [String: Card.Subview] = [:],
        pages: [String: [Card.Component]] = [:],
        unknown: JSONObject = [:]
    ) {
        self.lifecycleID = lifecycleID
        self.template = template
        self.eventName = eventName
        self.priority = priority
        self.publishAt = publishAt
        self.expiresAt = expiresAt
        self.expiresIn = expiresIn
        self.autoDismiss = autoDismiss
        self.answered = answered
        self.ask = ask
        self.allowsUndo = allowsUndo
        self.isUnattended = isUnattended
        self.metadata = metadata
        self.variables = variables
        self.actions = actions
        self.components = components
        self.subviews = subviews
        self.pages = pages
        self.unknown = unknown
    }

    /// The template that a card was made from; filters can compare both fields (Atomic iOS SDK guide, "Filtering
    /// cards").
    public struct Template: Hashable, Sendable {
        /// The template's id.
        public var id: String
        /// The template's name; empty if untitled.
        public var name: String
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(id: String, name: String = "", unknown: JSONObject = [:]) {
            self.id = id
            self.name = name
            self.unknown = unknown
        }
    }
}

extension CardBody {
    /// The member of ``metadata`` in which a source reports whether the user has read the message that the card is
    /// about.
    package static let readKey = "read"

    /// Whether the user has read the message that the card is about; nil if the source does not report it. A user can
    /// have seen the card without having read its message.
    public var isRead: Bool? { metadata[Self.readKey]?.bool }
}

extension Card {
    /// A further page of a card, opened by a button or an image.
    public struct Subview: Hashable, Sendable {
        /// The heading.
        public var title: String
        /// The components from top to bottom.
        public var components: [Card.Component]
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(title: String, components: [Card.Component], unknown: JSONObject = [:]) {
            self.title = title
            self.components = components
            self.unknown = unknown
        }
    }
}

/// A variable in the card's texts that the host program resolves; strings only.
public struct RuntimeVariable: Hashable, Sendable {
    /// The name in texts: `{{name}}`.
    public var name: String
    /// Used if the host provides no value in time.
    public var defaultValue: String
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(name: String, defaultValue: String = "", unknown: JSONObject = [:]) {
        self.name = name
        self.defaultValue = defaultValue
        self.unknown = unknown
    }
}
