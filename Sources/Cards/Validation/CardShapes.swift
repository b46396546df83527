/// The description of a card's JSON.
enum CardShapes {
    static let card: [Shape.Field] = [
        .optional(
            "lifecycleId", identifier, "A card with the lifecycleId of an open card replaces that card."),
        .optional(
            "template", .named("template"), "The template that the card was made from; filters can use its id and name."
        ),
        .optional(
            "eventName", id, "The name of the event for which the card is sent; host programs can read it."),
        .optional("priority", .integer(CardBody.priorities), "The priority, from 1 (highest) to 10; default 5."),
        .optional("publishAt", time, "When the card becomes active; a time in the past means immediately."),
        .optional("expiresAt", time, "When the card expires."),
        .optional(
            "expiresIn", duration,
            "The card expires this long after the publish request; an earlier expiresAt takes precedence."
        ),
        .optional(
            "autoDismiss", .duration(CardBody.autoDismissTimes, format: .shortDuration),
            "Seconds or a duration until the card dismisses itself, counted from when the user sees the card."),
        .optional(
            "answered", .named("answered"),
            "The answer of another user. A server sets this member; if it is set, viewers show no submit buttons."
        ),
        .optional(
            "ask", .named("ask"),
            "The question (of `cardstream ask`) that the card belongs to; only a server sets this member."),
        .optional(
            "undo", .bool,
            "Whether an answer waits a few seconds before it is sent, so that users can undo it; default true."),
        .optional(
            "unattended", .bool,
            "True while no program waits for the answer; a server sets this member. Default false."),
        .optional("metadata", .anyObject, "Data for the host program and for filters; never shown."),
        .optional(
            "variables", .list(.named("variable"), count: 0...CardLimits.variables), "Placeholders in the card's text."),
        .optional("actions", .named("actions"), "What users can do in addition to pressing buttons."),
        .required("content", layout, "The components, top to bottom."),
        .optional(
            "subviews", .map(.named("subview"), count: 0...CardLimits.subviews), "Further views of the card, by id."),
        .optional(
            "pages", .map(layout, count: 0...CardLimits.pages), "Content that loadMore components load, by name."),
    ]

    /// The named shapes, in the order of the schema's `$defs`.
    static let definitions: [(name: String, shape: Shape)] = [
        (
            "template",
            .object([
                .required("id", id, "The permanent id of the template."),
                .optional("name", label(0), "The human-readable name of the template."),
            ])
        ),
        (
            "variable",
            .object([
                .required(
                    "name", .text(1...CardLimits.name, format: .name),
                    "The name of the variable; {{name}} in the card is replaced by the value."),
                .optional(
                    "default", .text(0...CardLimits.text), "The value that is used until the host program sets one."),
            ])
        ),
        (
            "answered",
            .object([
                .required("by", .text(1...CardLimits.answerer), "Who answered."),
                .required("at", timestamp, "When the user answered."),
                .optional("button", label(1), "The label of the button that the user pressed."),
                .optional("outcome", outcome, "Whether the answer means yes (positive) or no (negative)."),
            ])
        ),
        (
            "ask",
            .object([
                .required("id", .text(1...CardLimits.answerer), "The id of the question."),
                .optional("signed", .bool, "Whether users must sign their answers with their own keys; default false."),
            ])
        ),
        ("actions", .object(actions)),
        ("ways", .either([.bool, .object(keyAndMenu)])),
        ("vote", .either([.bool, .object(vote)])),
        (
            "subview",
            .object([
                .required("title", label(1), "The title, shown in the header."),
                .required(
                    "content", layout, "The components; categories, banners and subview actions are not allowed."),
            ])
        ),
        (
            "icon",
            .either([
                iconName,
                .object([
                    .optional(
                        "name", iconName,
                        "The name of a Font Awesome Free 5 icon; if \"url\" is set, a fallback for the image."
                    ),
                    .optional(
                        "url", .text(1...CardLimits.url, format: .imageURL),
                        "The address of an image to use as the icon."
                    ),
                    .optional("alternativeText", label(0), "A description of the icon, for people who cannot see it."),
                ]),
            ])
        ),
        (
            "expand",
            .either([
                lineCount,
                .object([
                    .required("maxDisplayLines", lineCount, "How many lines are shown while the text is folded."),
                    .optional("showTextLabel", label(1), "The label that unfolds the text; default: \"Show more\"."),
                    .optional("hideTextLabel", label(1), "The label that folds the text; default: \"Show less\"."),
                ]),
            ])
        ),
        (
            "listItem",
            .either([
                .text(1...CardLimits.text),
                .object([
                    .required("text", .text(1...CardLimits.text), "The text, in Markdown."),
                    .optional("icon", icon, "An icon before the text."),
                    .optional(
                        "items", .list(.named("listItem"), count: 0...CardLimits.items),
                        "The items of a list inside this item."),
                ]),
            ])
        ),
        (
            "choice",
            .either([
                label(1),
                .object([
                    .required("value", label(1), "The value that is submitted if the user selects this choice."),
                    .optional("label", label(1), "The label that users see; by default the value."),
                ]),
            ])
        ),
        (
            "imageAction",
            .either([.choice(["none", "source"]), .tagged(tag: "type", imageActions, allowsOthers: false)])
        ),
        (
            "action",
            .either([
                .choice(["none", "snooze", "dismiss", "voteUp", "voteDown"]),
                .tagged(tag: "type", buttonActions, allowsOthers: false),
            ])
        ),
        ("afterSubmit", .tagged(tag: "type", [linkAction, payloadAction], allowsOthers: false)),
        (
            "button",
            .object([
                .optional("id", id, "An id by which the host program finds the button."),
                .required("text", label(1), "The label of the button."),
                .optional(
                    "style", .choice(Card.Button.Style.allCases.map(\.rawValue)),
                    "The look of the button; default primary."),
                .optional("icon", icon, "An icon before the label."),
                .required("action", .named("action"), "What pressing the button does."),
            ])
        ),
        ("rule", .either([.choice(["required"]), .tagged(tag: "rule", InputShapes.rules, allowsOthers: false)])),
        ("component", .tagged(tag: "type", ComponentShapes.all + InputShapes.all, allowsOthers: true)),
    ]

    static let byName = Dictionary(definitions.map { ($0.name, $0.shape) }) { first, _ in first }

    // MARK: Parts

    static let id = Shape.text(1...CardLimits.name)
    /// An identifier that the server stores and compares.
    static let identifier = Shape.text(1...CardLimits.name, format: .identifier)
    static let icon = Shape.named("icon")
    static let timestamp = Shape.text(1...64, format: .timestamp)
    static let time = Shape.text(1...64, format: .time)
    static let duration = Shape.duration(0...CardDuration.maxSeconds, format: .duration)
    static let outcome = Shape.choice(Outcome.allCases.map(\.rawValue))
    static let layout = Shape.list(.named("component"), count: 0...CardLimits.components)
    private static let iconName = Shape.text(1...CardLimits.name)
    private static let lineCount = Shape.integer(1...1000)

    static func label(_ minimum: Int) -> Shape { .text(minimum...CardLimits.label) }

    private static let actions: [Shape.Field] = [
        .optional(
            "dismiss", .named("ways"), "Whether users can dismiss the card, by key and in the menu; default true."),
        .optional("snooze", .named("ways"), "Whether users can snooze the card, by key and in the menu; default true."),
        .optional("voteUp", .named("vote"), "Whether users can vote that the card is useful; default false."),
        .optional("voteDown", .named("vote"), "Whether users can vote that the card is not useful; default false."),
        .optional(
            "overflowMenu", .choice(ActionProperties.OverflowMenuStyle.allCases.map(\.rawValue)),
            "The control at the end of the header: a menu, a dismiss button or nothing."),
        .optional(
            "swipe", .bool, "Whether keys dismiss and snooze the card directly, without opening its menu; default true."
        ),
    ]
    private static let keyAndMenu: [Shape.Field] = [
        .optional(
            "swipe", .bool,
            "Whether a key performs this action directly, without opening the card's menu; default true."),
        .optional("overflow", .bool, "Whether the card's menu offers this action; default true."),
    ]
    private static let vote: [Shape.Field] = [
        .optional("enabled", .bool, "Whether users can cast this vote; default true."),
        .optional(
            "feedbackLabel", label(1),
            "The label of the field for a message with the vote; without this label, users cannot add a message."),
    ]

    // MARK: Actions

    private static let linkAction = Shape.Variant(
        tag: "link",
        fields: [
            .required(
                "url", .text(1...CardLimits.url, format: .link), "The address to open, in a browser or another program."
            )
        ],
        about: "Opens an address, such as a web page.")
    private static let payloadAction = Shape.Variant(
        tag: "payload", fields: [.optional("payload", .anyObject, "The payload: a JSON object with any members.")],
        about: "Passes a payload to the host program.")
    private static let subviewAction = Shape.Variant(
        tag: "subview",
        fields: [.required("subview", id, "The id of the subview, as in the card's \"subviews\".")],
        about: "Opens a subview.")

    private static func plain(_ tag: String, _ about: String) -> Shape.Variant {
        Shape.Variant(tag: tag, fields: [], about: about)
    }

    private static let imageActions: [Shape.Variant] = [
        plain("none", "Does nothing."), plain("source", "Opens the image; the default."), linkAction, payloadAction,
        subviewAction,
    ]

    private static let buttonActions: [Shape.Variant] = [
        Shape.Variant(
            tag: "submit",
            fields: [
                .required("name", id, "The name by which the answer identifies the button."),
                .optional(
                    "values", .anyObject,
                    "Values that are sent with the values of the form; an input with the same name takes precedence."),
                .optional(
                    "keeps", .bool, "Whether the card stays in the stream and can be answered again; default false."),
                .optional("confirm", label(1), "A message that users must confirm before the answer is sent."),
                .optional("done", label(1), "The message that is shown when the server has received the answer."),
                .optional(
                    "then", .named("afterSubmit"), "The action that follows when the server has received the answer."),
                .optional("outcome", outcome, "Whether the button means yes (positive) or no (negative)."),
            ], about: "Checks the form, sends it, and completes the card unless \"keeps\" is true."),
        linkAction, payloadAction, subviewAction,
        Shape.Variant(
            tag: "snooze",
            fields: [
                .optional("for", duration, "How long the card is snoozed; users are not asked for a time."),
                .optional(
                    "until", time, "The time until which the card is snoozed; users are not asked for a time."),
            ], about: "Snoozes the card; asks users for a time unless \"for\" or \"until\" gives one."),
        plain("dismiss", "Dismisses the card."), plain("voteUp", "Votes that the card is useful."),
        plain("voteDown", "Votes that the card is not useful."), plain("none", "Does nothing."),
    ]
}

extension Shape.Field {
    static func required(_ name: String, _ shape: Shape, _ about: String) -> Shape.Field {
        Shape.Field(name: name, shape: shape, isRequired: true, about: about)
    }

    static func optional(_ name: String, _ shape: Shape, _ about: String) -> Shape.Field {
        Shape.Field(name: name, shape: shape, isRequired: false, about: about)
    }
}
