/// The definition `component` of ``CardShapes``, without inputs.
enum ComponentShapes {
    static let all: [Shape.Variant] = [
        Shape.Variant(
            tag: "category",
            fields: [
                id, .required("text", CardShapes.label(1), "The main text."),
                .optional("subText", CardShapes.label(1), "The secondary text."),
                .optional("icon", CardShapes.icon, "An icon before the text."),
            ], about: "The kind of card, in a line above the content; not in subviews or pages."),
        Shape.Variant(
            tag: "headline",
            fields: [
                id, .required("text", CardShapes.label(1), "The text, without Markdown."),
                .optional(
                    "appearance", .choice(Card.Headline.Appearance.allCases.map(\.rawValue)),
                    "The size; default h1, the largest."),
                .optional("icon", CardShapes.icon, "An icon before the text."),
            ], about: "A headline."),
        Shape.Variant(
            tag: "text",
            fields: [
                id, .required("text", .text(1...CardLimits.text), "Markdown: bold, italic, lists, tables, links."),
                appearance,
                .optional("icon", CardShapes.icon, "An icon before the text."), expand,
            ], about: "One or more paragraphs."),
        Shape.Variant(
            tag: "list",
            fields: [
                id,
                .optional(
                    "style", .choice(Card.ListBlock.Style.allCases.map(\.rawValue)),
                    "Whether the items are numbered (ordered) or not; default unordered."),
                .required("items", .list(.named("listItem"), count: 1...CardLimits.items), "The items of the list."),
                appearance,
                expand,
            ], about: "A list; its items can contain lists."),
        media(
            "image", "An image.",
            extra: [
                .optional(
                    "action", .named("imageAction"),
                    "What pressing the image does; by default the action source, which opens the image.")
            ]),
        media("video", "A video.", extra: []),
        Shape.Variant(
            tag: "carousel",
            fields: [
                id,
                .required(
                    "items", .list(.object(carouselItem), count: 1...CardLimits.pictures), "The images, in order."),
                .optional(
                    "height", .choice(Card.Media.Height.allCases.map(\.rawValue)),
                    "The height of the images; default medium."),
            ], about: "Images side by side, as many as fit. A page cannot have a carousel."),
        Shape.Variant(
            tag: "buttons",
            fields: [
                id,
                .required("buttons", .list(.named("button"), count: 1...CardLimits.buttons), "The buttons, in order."),
                .optional(
                    "layout", .choice(Card.ButtonContainer.Layout.allCases.map(\.rawValue)),
                    "Whether the buttons are side by side or one below the other; default horizontal."),
                .optional(
                    "width", .choice(Card.ButtonContainer.Width.allCases.map(\.rawValue)),
                    "The width and the alignment of the buttons; default hug-leading."),
            ], about: "A group of buttons; at most one in the card, and one in each subview."),
        Shape.Variant(
            tag: "loadMore",
            fields: [
                id, .required("text", CardShapes.label(1), "The label, such as \"Show more\"."),
                .required(
                    "page", CardShapes.id,
                    "The name of the page, as in the card's \"pages\"; at most one loadMore can load each page."),
                .optional(
                    "onOpen", .bool,
                    "Whether the page is loaded when the subview is opened; only in a subview. Default false."),
            ], about: "Loads a page, which then replaces this component."),
    ]

    /// All component types that this version knows.
    static let types = Set((all + InputShapes.all).map(\.tag))

    static let id = Shape.Field.optional("id", CardShapes.id, "An id by which the host program finds the component.")

    private static let appearance = Shape.Field.optional(
        "appearance", .choice(Card.TextAppearance.allCases.map(\.rawValue)),
        "The emphasis of the text; default primary.")
    private static let expand = Shape.Field.optional(
        "expand", .named("expand"),
        "How many lines are shown while the text is folded; an object can also set the labels that fold and unfold it."
    )

    private static let carouselItem: [Shape.Field] = [
        .required("url", .text(1...CardLimits.url, format: .imageURL), "The address of the image."),
        .optional("caption", CardShapes.label(1), "Plain text below the image."),
        .optional(
            "alternativeText", CardShapes.label(0), "A description of the image, for people who cannot see it."),
        .optional("button", .named("button"), "A button that belongs to the image."),
    ]

    private static func media(_ tag: String, _ about: String, extra: [Shape.Field]) -> Shape.Variant {
        let url = Shape.text(1...CardLimits.url, format: .imageURL)
        return Shape.Variant(
            tag: tag,
            fields: [
                id, .required("url", url, "The address of the image or video."),
                .optional("thumbnailUrl", url, "The address of a smaller image, for thumbnails."),
                .optional(
                    "layout", .choice(Card.Media.Layout.allCases.map(\.rawValue)),
                    "How the image or video is shown; default inline."),
                .optional("label", CardShapes.label(1), "The label, which the layouts `text` and `thumbnail` show."),
                .optional("description", CardShapes.label(1), "A second line, which the layout `thumbnail` shows."),
                .optional("height", .choice(Card.Media.Height.allCases.map(\.rawValue)), "The height; default tall."),
                .optional(
                    "alternativeText", CardShapes.label(0),
                    "A description of the image or video, for people who cannot see it."),
                .optional(
                    "thumbnailAlternativeText", CardShapes.label(0),
                    "A description of the thumbnail, for people who cannot see it."),
                .optional(
                    "showActionLabel", .bool,
                    "Whether \"View\" (image) or \"Watch\" (video) is shown, except in the layout `text`; default true."
                ),
            ] + extra, about: about)
    }
}
