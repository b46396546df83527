/// The definitions of inputs and their rules.
enum InputShapes {
    static let all: [Shape.Variant] = [
        input(
            "textInput", "One or more lines of text.",
            .optional("default", .text(0...CardLimits.text), "The text to start with."),
            .optional("numberOfLines", .integer(1...100), "Default 1.")),
        input("numberInput", "A number.", .optional("default", .number, "The number to start with.")),
        input("switch", "On or off.", .optional("default", .bool, "Default off.")),
        input(
            "stepper", "A number within bounds, changed in steps.",
            .required("minimum", .number, "The smallest value."),
            .required("maximum", .number, "The largest value."),
            .optional("step", .number, "Greater than 0; default 1."),
            .optional("default", .number, "The value to start with; otherwise the minimum.")),
        input(
            "checkboxGroup", "Some of the choices.", choices,
            .optional("default", .list(CardShapes.label(1), count: 0...CardLimits.items), "Values checked at first.")),
        input("radioGroup", "One of the choices.", choices, oneDefault),
        input("dropdown", "One of the choices, in a list that opens.", choices, oneDefault),
        input(
            "datePicker", "A calendar day.",
            .optional("default", .text(1...64, format: .day), "The day to start with.")),
        input(
            "fileUpload", "A file.", .required("bucketId", CardShapes.identifier, "The bucket that receives the file."),
            .optional(
                "allowedTypes", .choice(Input.AllowedFiles.allCases.map(\.rawValue)),
                "Default static-image. The value \"none\" means that the field accepts no file.")),
    ]

    static let rules: [Shape.Variant] = [
        rule("required", nil, "A value is required."),
        rule("minimum", .number, "Numbers: the smallest value."),
        rule("maximum", .number, "Numbers: the largest value."),
        rule("minimumLength", count, "Text: the shortest length in characters."),
        rule("maximumLength", count, "Text: the longest length in characters."),
        rule("minimumDate", day, "Dates: the first day."),
        rule("maximumDate", day, "Dates: the last day."),
        rule(
            "regexp", .text(1...CardLimits.label, format: .regexp),
            "Text: a regular expression that the whole text must match."),
        rule("maxSizeBytes", count, "Files: the largest size in bytes."),
        rule("minChecked", count, "Checkboxes: the smallest number of checked choices."),
        rule("maxChecked", count, "Checkboxes: the largest number of checked choices."),
    ]

    /// The rules that apply to each type of input.
    static let applicableRules: [String: Set<String>] = [
        "textInput": ["required", "minimumLength", "maximumLength", "regexp"],
        "numberInput": ["required", "minimum", "maximum"],
        "switch": ["required"],
        "stepper": ["required", "minimum", "maximum"],
        "checkboxGroup": ["required", "minChecked", "maxChecked"],
        "radioGroup": ["required"],
        "dropdown": ["required"],
        "datePicker": ["required", "minimumDate", "maximumDate"],
        "fileUpload": ["required", "maxSizeBytes"],
    ]

    private static let count = Shape.integer(0...1_000_000_000)
    private static let day = Shape.text(1...64, format: .day)
    private static let choices = Shape.Field.required(
        "items", .list(.named("choice"), count: 1...CardLimits.items), "The choices; no value twice.")
    private static let oneDefault = Shape.Field.optional("default", CardShapes.label(1), "The value chosen at first.")

    private static func input(_ tag: String, _ about: String, _ extra: Shape.Field...) -> Shape.Variant {
        Shape.Variant(
            tag: tag,
            fields: [
                ComponentShapes.id,
                .required("name", CardShapes.id, "The key of the value in the submission; unique within the card."),
                .optional("label", CardShapes.label(1), "Names the field for the user."),
                .optional("placeholder", CardShapes.label(1), "Shown while empty."),
                .optional("labelLayout", .choice(Input.LabelLayout.allCases.map(\.rawValue)), "Default stacked."),
                .optional("icon", CardShapes.icon, "Shown before the value."),
            ] + extra + [
                .optional("validation", .list(.named("rule"), count: 0...CardLimits.rules), "Checked before a submit.")
            ], about: about)
    }

    private static func rule(_ tag: String, _ value: Shape?, _ about: String) -> Shape.Variant {
        let message = Shape.Field.optional("message", CardShapes.label(1), "Shown instead of the usual message.")
        let bound = value.map { [Shape.Field.required("value", $0, "The bound.")] } ?? []
        return Shape.Variant(tag: tag, fields: bound + [message], about: about)
    }
}
