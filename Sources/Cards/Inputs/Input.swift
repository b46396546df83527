public import struct Foundation.Date

/// A field the user fills in. What all kinds share is here, the rest is in ``kind``.
public struct Input: Hashable, Sendable {
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// The key of the value in the submission. Unique within a card.
    public var name: String
    /// What the field is called; nil for nothing.
    public var label: String?
    /// Stands in the empty field; nil for nothing.
    public var placeholder: String?
    /// Where the label stands; stacked by default.
    public var labelLayout: LabelLayout
    /// Beside the label; nil for none.
    public var icon: Icon?
    /// What can be entered.
    public var kind: Kind
    /// What a value must hold, checked in this order. Empty by default.
    public var validation: [ValidationRule]
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// Label left of the value, above it inside the box, or outside the box.
    public enum LabelLayout: String, Hashable, Sendable, CaseIterable { case inline, stacked, external }

    /// JSON: the component's `type` is the case name (`textInput`, `numberInput`, …).
    public enum Kind: Hashable, Sendable {
        /// Text, in so many lines of a terminal.
        case text(defaultValue: String, numberOfLines: Int)
        /// Numbers keep the text they were written with, so that decimals stay exact.
        case number(defaultValue: JSONNumber?)
        /// On or off.
        case toggle(defaultValue: Bool)
        /// A number between two, moved by steps; without a default value nothing is entered.
        case stepper(defaultValue: JSONNumber?, minimum: JSONNumber, maximum: JSONNumber, step: JSONNumber)
        /// Any of the choices.
        case checkboxGroup(items: [Choice], defaultValue: [String])
        /// One of the choices, all in sight.
        case radioGroup(items: [Choice], defaultValue: String?)
        /// One of the choices, from a list that opens.
        case dropdown(items: [Choice], defaultValue: String?)
        /// A day of the calendar.
        case date(defaultValue: Date?)
        /// A file that is sent to the server; the bucket says where to.
        case fileUpload(bucketID: String, allowedTypes: AllowedFiles)
    }

    /// One of the values a field offers.
    public struct Choice: Hashable, Sendable {
        /// What is submitted.
        public var value: String
        /// What the user reads; the value by default.
        public var label: String
        /// Members that this version does not know; kept when it is written again.
        public var unknown: JSONObject

        /// See the properties.
        public init(value: String, label: String? = nil, unknown: JSONObject = [:]) {
            self.value = value
            self.label = label ?? value
            self.unknown = unknown
        }
    }

    /// Which files a field takes.
    public enum AllowedFiles: String, Hashable, Sendable, CaseIterable {
        /// The field takes no files.
        case none
        /// A picture: PNG and JPEG as they are, others converted to JPEG. The default.
        case staticImage = "static-image"
    }

    /// See the properties.
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
    /// What must hold.
    public var rule: Rule
    /// Shown instead of the default message.
    public var message: String?
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// What must hold of a value. All but `required` and `minChecked` hold of an empty field.
    public enum Rule: Hashable, Sendable {
        /// There must be a value; a switch must be on.
        case required
        /// This or more.
        case minimum(JSONNumber)
        /// This or less.
        case maximum(JSONNumber)
        /// In characters.
        case minimumLength(Int)
        /// In characters.
        case maximumLength(Int)
        /// Then or later.
        case minimumDate(Date)
        /// Then or earlier.
        case maximumDate(Date)
        /// The whole text must match this regular expression.
        case regexp(String)
        /// The file has so many bytes at most.
        case maxSizeBytes(Int)
        /// So many are chosen at least.
        case minChecked(Int)
        /// So many are chosen at most.
        case maxChecked(Int)
        /// A rule this version does not know, or one with a value it cannot read: checks nothing, kept for the round
        /// trip.
        case unknown(name: String)
    }

    /// See the properties.
    public init(_ rule: Rule, message: String? = nil, unknown: JSONObject = [:]) {
        self.rule = rule
        self.message = message
        self.unknown = unknown
    }
}
