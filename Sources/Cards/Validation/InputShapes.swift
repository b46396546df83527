/// The definitions of inputs and their rules.
enum InputShapes {
    static let all: [Shape.Variant] = [
        input(
            "textInput", "One or more lines of text.",
            .optional("default", .text(0...CardLimits.text), "The text to start with."),
            .optional("numberOfLines", .integer(1...100), "How many lines the field shows; default 1.")),
        input("numberInput", "A number.", .optional("default", .number, "The number to start with.")),
        input(
            "switch", "On or off.",
            .optional("default", .bool, "Whether the switch is on to start with; default false.")),
        input(
            "stepper", "A number within bounds, changed in steps.",
            .required("minimum", .number, "The smallest value."),
            .required("maximum", .number, "The largest value."),
            .optional(
                "step", .number, "The amount by which one key press changes the number: more than 0; default 1."),
            .optional("default", .number, "The value to start with; default: the minimum.")),
        input(
            "checkboxGroup", "Any number of the choices.", choices,
            .optional(
                "default", .list(CardShapes.label(1), count: 0...CardLimits.items),
                "The values of the choices that are checked to start with.")),
        input("radioGroup", "One of the choices.", choices, oneDefault),
        input("dropdown", "One of the choices, in a list that opens.", choices, oneDefault),
        input(
            "datePicker", "A calendar day.",
            .optional("default", .text(1...64, format: .day), "The day to start with.")),
        input(
            "fileUpload", "A file.", .required("bucketId", CardShapes.identifier, "The bucket that receives the file."),
            .optional(
                "allowedTypes", .choice(Card.Input.AllowedFiles.allCases.map(\.rawValue)),
                "The kind of files that the field accepts; default static-image. With \"none\" it accepts no file.")),
    ]

    static let rules: [Shape.Variant] = [
        rule("required", nil, "The user must enter a value."),
        rule(
            "requiredUnless", CardShapes.id,
            "The user must enter a value, unless another input is filled in; \"value\" is the name of that input."),
        rule("minimum", .number, "The smallest number that is valid."),
        rule("maximum", .number, "The largest number that is valid."),
        rule("minimumLength", count, "The text must have at least this many characters."),
        rule("maximumLength", count, "The text can have at most this many characters."),
        rule("minimumDate", day, "The first day that is valid."),
        rule("maximumDate", day, "The last day that is valid."),
        rule(
            "regexp", .text(1...CardLimits.label, format: .regexp),
            "A regular expression that the whole text must match."),
        rule("maxSizeBytes", count, "A file can have at most this many bytes."),
        rule("minChecked", count, "At least this many choices must be checked."),
        rule("maxChecked", count, "At most this many choices can be checked."),
    ]

    /// The rules that apply to each type of input.
    static let applicableRules: [String: Set<String>] = [
        "textInput": ["required", "requiredUnless", "minimumLength", "maximumLength", "regexp"],
        "numberInput": ["required", "requiredUnless", "minimum", "maximum"],
        "switch": ["required", "requiredUnless"],
        "stepper": ["required", "requiredUnless", "minimum", "maximum"],
        "checkboxGroup": ["required", "requiredUnless", "minChecked", "maxChecked"],
        "radioGroup": ["required", "requiredUnless"],
        "dropdown": ["required", "requiredUnless"],
        "datePicker": ["required", "requiredUnless", "minimumDate", "maximumDate"],
        "fileUpload": ["required", "requiredUnless", "maxSizeBytes"],
    ]

    private static let count = Shape.integer(0...1_000_000_000)
    private static let day = Shape.text(1...64, format: .day)
    private static let choices = Shape.Field.required(
        "items", .list(.named("choice"), count: 1...CardLimits.items), "The choices, each with a different value.")
    private static let oneDefault = Shape.Field.optional(
        "default", CardShapes.label(1), "The value of the choice that is selected to start with.")

    private static func input(_ tag: String, _ about: String, _ extra: Shape.Field...) -> Shape.Variant {
        Shape.Variant(
            tag: tag,
            fields: [
                ComponentShapes.id,
                .required(
                    "name", CardShapes.id,
                    "The name of the value in the answer; no other input of the card can have this name."),
                .optional("label", CardShapes.label(1), "The label of the field."),
                .optional("placeholder", CardShapes.label(1), "Text that the field shows while it is empty."),
                .optional(
                    "labelLayout", .choice(Card.Input.LabelLayout.allCases.map(\.rawValue)),
                    "Where the label is; default stacked, above the value."),
                .optional("icon", CardShapes.icon, "An icon before the value."),
            ] + extra + [
                .optional(
                    "validation", .list(.named("rule"), count: 0...CardLimits.rules),
                    "Rules that the value must meet before the form can be sent.")
            ], about: about)
    }

    private static func rule(_ tag: String, _ value: Shape?, _ about: String) -> Shape.Variant {
        let message = Shape.Field.optional(
            "message", CardShapes.label(1),
            "The message for a value that breaks the rule; default: a message of the viewer."
        )
        let bound = value.map {
            Shape.Field.required(
                "value", $0, "The parameter of the rule: a number, a day, a pattern or the name of another input.")
        }
        return Shape.Variant(tag: tag, fields: [bound, message].compactMap(\.self), about: about)
    }
}
