public import struct Foundation.Date

extension Card {
    /// A form field. Common properties are here, specific ones in ``kind``.
    public struct Input: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The key of the value in the submission, unique within a card.
        public var name: String
        /// The field's label; nil for none.
        public var label: String?
        /// Shown in an empty field; nil for none.
        public var placeholder: String?
        /// The position of the label; stacked by default.
        public var labelLayout: LabelLayout
        /// An icon beside the label; nil for none.
        public var icon: Card.Icon?
        /// The kind of field.
        public var kind: Kind
        /// Validation rules, checked in this order. Empty by default.
        public var validation: [Card.ValidationRule]
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// The label left of the value, above it inside the box, or outside the box.
        public enum LabelLayout: String, Hashable, Sendable, CaseIterable { case inline, stacked, external }

        /// The specific part of a field. In JSON the component's `type`: `textInput`, `numberInput` and so on.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: Hashable, Sendable {
            /// Text with a number of lines.
            case text(defaultValue: String, numberOfLines: Int)
            /// A number. It keeps its source text, so that decimals stay exact.
            case number(defaultValue: JSONNumber?)
            /// On or off.
            case toggle(defaultValue: Bool)
            /// A number between two bounds, changed in steps; without a default, a form starts at the minimum.
            case stepper(defaultValue: JSONNumber?, minimum: JSONNumber, maximum: JSONNumber, step: JSONNumber)
            /// Any of the choices.
            case checkboxGroup(items: [Choice], defaultValue: [String])
            /// One of the choices, all visible.
            case radioGroup(items: [Choice], defaultValue: String?)
            /// One of the choices, in a list that opens.
            case dropdown(items: [Choice], defaultValue: String?)
            /// A day of the calendar.
            case date(defaultValue: Date?)
            /// A file that is uploaded to the server's bucket with this id.
            case fileUpload(bucketID: String, allowedTypes: AllowedFiles)
        }

        /// A choice of a field.
        public struct Choice: Hashable, Sendable {
            /// The submitted value.
            public var value: String
            /// The label; the value by default.
            public var label: String
            /// Members that this version does not know; preserved when the card is written.
            public var unknown: JSONObject

            /// Creates an instance with these properties.
            public init(value: String, label: String? = nil, unknown: JSONObject = [:]) {
                self.value = value
                self.label = label ?? value
                self.unknown = unknown
            }
        }

        /// The files that a field accepts.
        public enum AllowedFiles: String, Hashable, Sendable, CaseIterable {
            /// No files.
            case none
            /// Images: PNG and JPEG unchanged, other formats converted to JPEG. The default.
            case staticImage = "static-image"
        }

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, name: String, label: String? = nil, placeholder: String? = nil,
            labelLayout: LabelLayout = .stacked, icon: Card.Icon? = nil, kind: Kind,
            validation: [Card.ValidationRule] = [],
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
}

extension Card {
    /// A validation rule for a value, with the author's message or a default one.
    public struct ValidationRule: Hashable, Sendable {
        /// The rule.
        public var rule: Rule
        /// Shown instead of the default message; nil for the default message.
        public var message: String?
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// A rule for a value. Only `required`, `requiredUnless` and `minChecked` can fail for an empty field.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Rule: Hashable, Sendable {
            /// There must be a value; a switch must be on.
            case required
            /// There must be a value, unless the input with this name in the same form has a value or a file.
            case requiredUnless(String)
            /// The value must be this or more.
            case minimum(JSONNumber)
            /// The value must be this or less.
            case maximum(JSONNumber)
            /// The text must have at least this many characters.
            case minimumLength(Int)
            /// The text must have at most this many characters.
            case maximumLength(Int)
            /// The date must be this or later.
            case minimumDate(Date)
            /// The date must be this or earlier.
            case maximumDate(Date)
            /// The whole text must match this regular expression.
            case regexp(String)
            /// The file must not have more bytes than this.
            case maxSizeBytes(Int)
            /// At least this many boxes must be checked.
            case minChecked(Int)
            /// At most this many boxes may be checked.
            case maxChecked(Int)
            /// A rule that this version does not know, or whose value it cannot read. It checks nothing and is
            /// preserved for the round trip.
            case unknown(name: String)
        }

        /// Creates an instance with these properties.
        public init(_ rule: Rule, message: String? = nil, unknown: JSONObject = [:]) {
            self.rule = rule
            self.message = message
            self.unknown = unknown
        }
    }
}
