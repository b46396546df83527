public import struct Foundation.Date

/// What a publisher writes: the authored part of a card, immutable once published. Its JSON is the one that
/// `cardstream schema card` describes.
public struct CardBody: Hashable, Sendable {
    /// The default and the bounds of ``priority``.
    public static let defaultPriority = 5
    /// The bounds of ``priority``.
    public static let priorities = 1...10

    /// Groups instances of one logical card; publishing with the same lifecycle id replaces the open instance.
    public var lifecycleID: String?
    /// What it was made from; nil for nothing.
    public var template: Template?
    /// 1 (top) to 10, default 5; lower sorts above.
    public var priority: Int
    /// Embargo: the card becomes active at this time. In the past means at once.
    public var publishAt: Date?
    /// The end of its life; nil for never, see ``expiresIn``.
    public var expiresAt: Date?
    /// An ISO 8601 duration counted from the publish request. With ``expiresAt`` too, the earlier wins.
    public var expiresIn: String?
    /// Metadata pass-through for the host program; never shown.
    public var metadata: JSONObject
    /// Placeholders in its texts, with their defaults. Empty by default.
    public var variables: [RuntimeVariable]
    /// What may be done with it besides pressing its buttons.
    public var actions: ActionProperties
    /// What it shows, from top to bottom.
    public var components: [Component]
    /// Keyed by subview id. A subview cannot open another.
    public var subviews: [String: Subview]
    /// Keys this version does not know, kept so that a decode and encode loses nothing.
    public var unknown: JSONObject

    /// See the properties.
    public init(
        lifecycleID: String? = nil, template: Template? = nil, priority: Int = CardBody.defaultPriority,
        publishAt: Date? = nil, expiresAt: Date? = nil, expiresIn: String? = nil, metadata: JSONObject = [:],
        variables: [RuntimeVariable] = [], actions: ActionProperties = ActionProperties(),
        components: [Component] = [], subviews: [String: Subview] = [:], unknown: JSONObject = [:]
    ) {
        self.lifecycleID = lifecycleID
        self.template = template
        self.priority = priority
        self.publishAt = publishAt
        self.expiresAt = expiresAt
        self.expiresIn = expiresIn
        self.metadata = metadata
        self.variables = variables
        self.actions = actions
        self.components = components
        self.subviews = subviews
        self.unknown = unknown
    }

    /// The card template an instance was made from; filters compare both (Atomic iOS SDK guide, "Filtering cards").
    public struct Template: Hashable, Sendable {
        /// Names the template.
        public var id: String
        /// Empty for an untitled template.
        public var name: String
        /// Members that this version does not know; kept when it is written again.
        public var unknown: JSONObject

        /// See the properties.
        public init(id: String, name: String = "", unknown: JSONObject = [:]) {
            self.id = id
            self.name = name
            self.unknown = unknown
        }
    }
}

/// A second page of a card, opened by a button or an image.
public struct Subview: Hashable, Sendable {
    /// Its heading.
    public var title: String
    /// What it shows, from top to bottom.
    public var components: [Component]
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// See the properties.
    public init(title: String, components: [Component], unknown: JSONObject = [:]) {
        self.title = title
        self.components = components
        self.unknown = unknown
    }
}

/// A placeholder in the card's text that the host program resolves; strings only.
public struct RuntimeVariable: Hashable, Sendable {
    /// As it stands in a text: `{{name}}`.
    public var name: String
    /// Shown when the host gives no value in time.
    public var defaultValue: String
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// See the properties.
    public init(name: String, defaultValue: String = "", unknown: JSONObject = [:]) {
        self.name = name
        self.defaultValue = defaultValue
        self.unknown = unknown
    }
}
