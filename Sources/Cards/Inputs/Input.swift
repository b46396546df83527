public import struct Foundation.Date

/// A field the user fills in. What all kinds share is here, the rest is in ``kind``.
public struct Input: Hashable, Sendable {
    public var id: String?
    /// The key of the value in the submission. Unique within a card.
    public var name: String
    public var label: String?
    public var placeholder: String?
    public var labelLayout: LabelLayout
    public var icon: Icon?
    public var kind: Kind
    public var validation: [ValidationRule]
    public var unknown: JSONObject

    /// Label left of the value, above it inside the box, or outside the box.
    public enum LabelLayout: String, Hashable, Sendable, CaseIterable { case inline, stacked, external }

    /// JSON: the component's `type` is the case name (`textInput`, `numberInput`, …).
    public enum Kind: Hashable, Sendable {
        case text(defaultValue: String, numberOfLines: Int)
        /// Numbers keep the text they were written with, so that decimals stay exact.
        case number(defaultValue: JSONNumber?)
        case toggle(defaultValue: Bool)
        case stepper(defaultValue: JSONNumber?, minimum: JSONNumber, maximum: JSONNumber, step: JSONNumber)
        case checkboxGroup(items: [Choice], defaultValue: [String])
        case radioGroup(items: [Choice], defaultValue: String?)
        case dropdown(items: [Choice], defaultValue: String?)
        case date(defaultValue: Date?)
        case fileUpload(bucketID: String, allowedTypes: AllowedFiles)
    }

    public struct Choice: Hashable, Sendable {
        /// What is submitted.
        public var value: String
        public var label: String
        public var unknown: JSONObject

        public init(value: String, label: String? = nil, unknown: JSONObject = [:]) {
            self.value = value
            self.label = label ?? value
            self.unknown = unknown
        }
    }

    public enum AllowedFiles: String, Hashable, Sendable, CaseIterable {
        /// The field takes no files.
        case none
        /// A picture: PNG and JPEG as they are, others converted to JPEG. The default.
        case staticImage = "static-image"
    }

    public init(
        id: String? = nil, name: String, label: String? = nil, placeholder: String? = nil,
        labelLayout: LabelLayout = .stacked, icon: Icon? = nil, kind: Kind, validation: [ValidationRule] = [],
        unknown: JSONObject = [:]
    ) {
        self.id = id
        self.name = name
        self.label = label
        self.placeholder = placeholder
        self.labelLayout = labelLayout
        self.icon = icon
        self.kind = kind
        self.validation = validation
        self.unknown = unknown
    }
}

/// One rule a value must hold before a submit, with the author's own message or ours.
public struct ValidationRule: Hashable, Sendable {
    public var rule: Rule
    /// Shown instead of the default message.
    public var message: String?
    public var unknown: JSONObject

    public enum Rule: Hashable, Sendable {
        case required
        case minimum(JSONNumber)
        case maximum(JSONNumber)
        /// In characters.
        case minimumLength(Int)
        case maximumLength(Int)
        case minimumDate(Date)
        case maximumDate(Date)
        case regexp(String)
        case maxSizeBytes(Int)
        case minChecked(Int)
        case maxChecked(Int)
        /// A rule this version does not know, or one with a value it cannot read: checks nothing, kept for the round
        /// trip.
        case unknown(name: String)
    }

    public init(_ rule: Rule, message: String? = nil, unknown: JSONObject = [:]) {
        self.rule = rule
        self.message = message
        self.unknown = unknown
    }
}
