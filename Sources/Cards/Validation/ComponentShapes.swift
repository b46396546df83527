/// The definition `component` of ``CardShapes``, without inputs.
enum ComponentShapes {
    static let all: [Shape.Variant] = [
        Shape.Variant(
            tag: "category",
            fields: [
                id, .required("text", CardShapes.label(1), "The main text."),
                .optional("subText", CardShapes.label(1), "The secondary text."),
                .optional("icon", CardShapes.icon, "Shown before the text."),
            ], about: "The heading line of a card; top level only."),
        Shape.Variant(
            tag: "headline",
            fields: [
                id, .required("text", CardShapes.label(1), "Plain text."),
                .optional("appearance", .choice(Headline.Appearance.allCases.map(\.rawValue)), "Default h1."),
                .optional("icon", CardShapes.icon, "Shown before the text."),
            ], about: "A headline."),
        Shape.Variant(
            tag: "text",
            fields: [
                id, .required("text", .text(1...CardLimits.text), "Markdown: bold, italic, lists, links."), appearance,
                .optional("icon", CardShapes.icon, "Shown before the text."), expand,
            ], about: "A paragraph or more."),
        Shape.Variant(
            tag: "list",
            fields: [
                id, .optional("style", .choice(ListBlock.Style.allCases.map(\.rawValue)), "Default unordered."),
                .required("items", .list(.named("listItem"), count: 1...CardLimits.items), "The items."), appearance,
                expand,
            ], about: "A list; items can have items of their own."),
        media("image", "An image.", extra: [.optional("action", .named("imageAction"), "Default source.")]),
        media("video", "A video.", extra: []),
        Shape.Variant(
            tag: "carousel",
            fields: [
                id,
                .required(
                    "items", .list(.object(carouselItem), count: 1...CardLimits.pictures), "The pictures, in order."),
                .optional("height", .choice(Media.Height.allCases.map(\.rawValue)), "Of the pictures; default medium."),
            ], about: "Pictures beside each other, as many as there is room for; not in pages."),
        Shape.Variant(
            tag: "buttons",
            fields: [
                id, .required("buttons", .list(.named("button"), count: 1...CardLimits.buttons), "The buttons."),
                .optional("layout", .choice(ButtonContainer.Layout.allCases.map(\.rawValue)), "Default horizontal."),
                .optional("width", .choice(ButtonContainer.Width.allCases.map(\.rawValue)), "Default hug-leading."),
            ], about: "The buttons of a layout; at most one component of this type in each."),
        Shape.Variant(
            tag: "loadMore",
            fields: [
                id, .required("text", CardShapes.label(1), "The label."),
                .required("page", CardShapes.id, "The name of an entry of \"pages\"; only one loadMore may load it."),
                .optional("onOpen", .bool, "In a subview: the page is loaded as soon as the subview is opened."),
            ], about: "Loads a page, which takes the place of this component."),
    ]

    /// All component types that this version knows.
    static let types = Set((all + InputShapes.all).map(\.tag))

    static let id = Shape.Field.optional("id", CardShapes.id, "For the host program.")

    private static let appearance = Shape.Field.optional(
        "appearance", .choice(TextAppearance.allCases.map(\.rawValue)), "Default primary.")
    private static let expand = Shape.Field.optional(
        "expand", .named("expand"), "Folds text longer than this many lines.")

    private static let carouselItem: [Shape.Field] = [
        .required("url", .text(1...CardLimits.url, format: .imageURL), "The picture."),
        .optional("caption", CardShapes.label(1), "Plain text below the picture."),
        .optional("alternativeText", CardShapes.label(0), "Says what the picture shows."),
        .optional("button", .named("button"), "What can be done about it."),
    ]

    private static func media(_ tag: String, _ about: String, extra: [Shape.Field]) -> Shape.Variant {
        let url = Shape.text(1...CardLimits.url, format: .imageURL)
        return Shape.Variant(
            tag: tag,
            fields: [
                id, .required("url", url, "The source."), .optional("thumbnailUrl", url, "A smaller image."),
                .optional("layout", .choice(Media.Layout.allCases.map(\.rawValue)), "Default inline."),
                .optional("label", CardShapes.label(1), "For the layouts `text` and `thumbnail`."),
                .optional("description", CardShapes.label(1), "For the layout `thumbnail`."),
                .optional("height", .choice(Media.Height.allCases.map(\.rawValue)), "Default tall."),
                .optional("alternativeText", CardShapes.label(0), "Says what it shows."),
                .optional("thumbnailAlternativeText", CardShapes.label(0), "Says what the thumbnail shows."),
                .optional("showActionLabel", .bool, "Whether a thumbnail shows View or Watch; default true."),
            ] + extra, about: about)
    }
}
