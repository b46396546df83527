/// The description of a card's JSON.
enum CardShapes {
    static let card: [Shape.Field] = [
        .optional(
            "lifecycleId", identifier, "Groups instances of one logical card; publishing again replaces the open one."),
        .optional("template", .named("template"), "The template the card was made from, for filters."),
        .optional("priority", .integer(CardBody.priorities), "From 1 (top) to 10; default 5."),
        .optional("publishAt", timestamp, "The card becomes active at this time; a past time means at once."),
        .optional("expiresAt", timestamp, "The card expires at this time."),
        .optional(
            "expiresIn", duration,
            "The card expires this long after the publish request. With expiresAt as well, the earlier time applies."),
        .optional(
            "autoDismiss", .integer(CardBody.autoDismissTimes),
            "Seconds until the card dismisses itself, counted from when the user sees it."),
        .optional(
            "answered", .named("answered"),
            "Who answered in the user's place; a server writes it. Viewers show it and submit nothing."),
        .optional("ask", .named("ask"), "The ask that the card belongs to; only a server writes it."),
        .optional(
            "undo", .bool, "Whether an answer is held back for some seconds to be undone; true by default."),
        .optional(
            "unattended", .bool,
            "Whether no asker waits for the answer at present; a server writes it. false by default."),
        .optional("metadata", .anyObject, "Passed through to the host program; never shown."),
        .optional(
            "variables", .list(.named("variable"), count: 0...CardLimits.variables), "Placeholders in the card's text."),
        .optional("actions", .named("actions"), "What the user can do in addition to pressing buttons."),
        .required("content", layout, "The components, top to bottom."),
        .optional(
            "subviews", .map(.named("subview"), count: 0...CardLimits.subviews), "Further views of the card, by id."),
        .optional(
            "pages", .map(layout, count: 0...CardLimits.pages), "What loadMore components load, by name."),
    ]

    /// In the order of the schema's `$defs`.
    static let definitions: [(name: String, shape: Shape)] = [
        (
            "template",
            .object([.required("id", id, "Stable id."), .optional("name", label(0), "Name for people.")])
        ),
        (
            "variable",
            .object([
                .required("name", .text(1...CardLimits.name, format: .name), "Written as {{name}} in the card's text."),
                .optional("default", .text(0...CardLimits.text), "Shown until the host program gives a value."),
            ])
        ),
        (
            "answered",
            .object([
                .required("by", .text(1...CardLimits.answerer), "Who answered."),
                .required("at", timestamp, "When."), .optional("button", label(1), "What the pressed button said."),
                .optional("outcome", outcome, "What the answer means to the publisher."),
            ])
        ),
        (
            "ask",
            .object([
                .required("id", .text(1...CardLimits.answerer), "The id of the ask."),
                .optional("signed", .bool, "Whether answers are to be signed with the user's key; false by default."),
            ])
        ),
        ("actions", .object(actions)),
        ("ways", .either([.bool, .object(ways)])),
        ("vote", .either([.bool, .object(vote)])),
        (
            "subview",
            .object([
                .required("title", label(1), "Shown in the header."),
                .required("content", layout, "The components; no category, banner or further subview."),
            ])
        ),
        (
            "icon",
            .either([
                iconName,
                .object([
                    .optional("name", iconName, "A Font Awesome Free 5 name; the fallback of the image."),
                    .optional("url", .text(1...CardLimits.url, format: .imageURL), "An image."),
                    .optional("alternativeText", label(0), "Says what the icon shows."),
                ]),
            ])
        ),
        (
            "expand",
            .either([
                lineCount,
                .object([
                    .required("maxDisplayLines", lineCount, "Lines shown while folded."),
                    .optional("showTextLabel", label(1), "Default: Show more."),
                    .optional("hideTextLabel", label(1), "Default: Show less."),
                ]),
            ])
        ),
        (
            "listItem",
            .either([
                .text(1...CardLimits.text),
                .object([
                    .required("text", .text(1...CardLimits.text), "Markdown."),
                    .optional("icon", icon, "Shown before the text."),
                    .optional(
                        "items", .list(.named("listItem"), count: 0...CardLimits.items), "A list inside this item."),
                ]),
            ])
        ),
        (
            "choice",
            .either([
                label(1),
                .object([
                    .required("value", label(1), "What is submitted."),
                    .optional("label", label(1), "What is shown; by default the value."),
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
                .optional("id", id, "For the host program."), .required("text", label(1), "The label."),
                .optional("style", .choice(Button.Style.allCases.map(\.rawValue)), "Default primary."),
                .optional("icon", icon, "Shown before the label."),
                .required("action", .named("action"), "What it does."),
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
    static let duration = Shape.text(1...64, format: .duration)
    static let outcome = Shape.choice(Outcome.allCases.map(\.rawValue))
    static let layout = Shape.list(.named("component"), count: 0...CardLimits.components)
    private static let iconName = Shape.text(1...CardLimits.name)
    private static let lineCount = Shape.integer(1...1000)

    static func label(_ minimum: Int) -> Shape { .text(minimum...CardLimits.label) }

    private static let actions: [Shape.Field] = [
        .optional("dismiss", .named("ways"), "Whether it is offered by key and in the menu; default true."),
        .optional("snooze", .named("ways"), "Whether it is offered by key and in the menu; default true."),
        .optional("voteUp", .named("vote"), "Default false."),
        .optional("voteDown", .named("vote"), "Default false."),
        .optional(
            "overflowMenu", .choice(ActionProperties.OverflowMenuStyle.allCases.map(\.rawValue)),
            "The control at the end of the header: a menu, a dismiss button or nothing."),
        .optional("swipe", .bool, "Whether the quick keys work; default true."),
    ]
    private static let ways: [Shape.Field] = [
        .optional("swipe", .bool, "By quick key."), .optional("overflow", .bool, "In the menu."),
    ]
    private static let vote: [Shape.Field] = [
        .optional("enabled", .bool, "Default true."),
        .optional("feedbackLabel", label(1), "Asks for a message under this label."),
    ]

    // MARK: Actions

    private static let linkAction = Shape.Variant(
        tag: "link", fields: [.required("url", .text(1...CardLimits.url, format: .link), "Opened in another program.")],
        about: "Opens a URL.")
    private static let payloadAction = Shape.Variant(
        tag: "payload", fields: [.optional("payload", .anyObject, "Any JSON members.")],
        about: "Hands a payload to the host program.")
    private static let subviewAction = Shape.Variant(
        tag: "subview", fields: [.required("subview", id, "A key of subviews.")], about: "Opens a subview.")

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
                .required("name", id, "Names the button in the answer."),
                .optional("values", .anyObject, "Sent with the form; values of the form take precedence."),
                .optional(
                    "keeps", .bool, "Keeps the card, so that it can be answered again; false by default."),
                .optional("confirm", label(1), "A question that is asked before anything is sent."),
                .optional("done", label(1), "The message shown once the server has the answer."),
                .optional("then", .named("afterSubmit"), "Runs after the server has the answer."),
                .optional("outcome", outcome, "What the button means to the publisher."),
            ], about: "Checks the form, sends it, and completes the card unless \"keeps\" is true."),
        linkAction, payloadAction, subviewAction,
        Shape.Variant(
            tag: "snooze",
            fields: [
                .optional("for", duration, "Snoozes for this long without asking."),
                .optional("until", timestamp, "Snoozes until this time without asking."),
            ], about: "Snoozes the card; asks for a time unless one is given."),
        plain("dismiss", "Dismisses the card."), plain("voteUp", "Votes the card useful."),
        plain("voteDown", "Votes the card not useful."), plain("none", "Does nothing."),
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
