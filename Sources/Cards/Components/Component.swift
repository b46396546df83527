/// An element of a card's or subview's content, in layout order. In JSON an object with a `type`.
public enum Component: Hashable, Sendable {
    /// A line that names the kind of card.
    case category(Category)
    /// A title, in one of three sizes.
    case headline(Headline)
    /// Paragraphs.
    case text(TextBlock)
    /// A list with items below each other or in one line.
    case list(ListBlock)
    /// An image or a video.
    case media(Media)
    /// Pictures beside each other.
    case carousel(Carousel)
    /// Buttons.
    case buttons(ButtonContainer)
    /// A form field.
    case input(Input)
    /// A place where further content can be loaded.
    case loadMore(LoadMore)
    /// A component that this version does not know: not shown, and preserved for a round trip.
    case unknown(type: String, JSONObject)
}

/// The card's heading line: an icon with a main and a secondary text. Top level only.
public struct Category: Hashable, Sendable {
    /// An identifier for programs, unique within the card; nil if the author set none.
    public var id: String?
    /// The text, which may contain runtime variables.
    public var text: String
    /// A secondary text after it; nil for none.
    public var subText: String?
    /// An icon beside the text; nil for none.
    public var icon: Icon?
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(
        id: String? = nil, text: String, subText: String? = nil, icon: Icon? = nil, unknown: JSONObject = [:]
    ) {
        self.id = id
        self.text = text
        self.subText = subText
        self.icon = icon
        self.unknown = unknown
    }
}

/// A title within a card.
public struct Headline: Hashable, Sendable {
    /// An identifier for programs, unique within the card; nil if the author set none.
    public var id: String?
    /// The text, which may contain runtime variables.
    public var text: String
    /// Its size; `h1` by default.
    public var appearance: Appearance
    /// An icon beside the text; nil for none.
    public var icon: Icon?
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Headline sizes, largest first.
    public enum Appearance: String, Hashable, Sendable, CaseIterable { case h1, h2, h3 }

    /// Creates an instance with these properties.
    public init(
        id: String? = nil, text: String, appearance: Appearance = .h1, icon: Icon? = nil, unknown: JSONObject = [:]
    ) {
        self.id = id
        self.text = text
        self.appearance = appearance
        self.icon = icon
        self.unknown = unknown
    }
}

/// The visual weight of text.
public enum TextAppearance: String, Hashable, Sendable, CaseIterable { case primary, secondary, tertiary }

/// One or more paragraphs of Markdown: bold, italic, lists, links.
public struct TextBlock: Hashable, Sendable {
    /// An identifier for programs, unique within the card; nil if the author set none.
    public var id: String?
    /// The text, which may contain runtime variables.
    public var text: String
    /// The visual weight; primary by default.
    public var appearance: TextAppearance
    /// An icon beside the text; nil for none.
    public var icon: Icon?
    /// How much of the text is shown before expanding; nil for all.
    public var expand: ClickToExpand?
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(
        id: String? = nil, text: String, appearance: TextAppearance = .primary, icon: Icon? = nil,
        expand: ClickToExpand? = nil, unknown: JSONObject = [:]
    ) {
        self.id = id
        self.text = text
        self.appearance = appearance
        self.icon = icon
        self.expand = expand
        self.unknown = unknown
    }
}

/// Cuts text after a number of lines, with a control that shows the rest.
public struct ClickToExpand: Hashable, Sendable {
    /// The number of lines; at least 1.
    public var maxDisplayLines: Int
    /// The label of the control that expands; "Show more" by default.
    public var showTextLabel: String
    /// The label of the control that collapses; "Show less" by default.
    public var hideTextLabel: String
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(
        maxDisplayLines: Int, showTextLabel: String = "Show more", hideTextLabel: String = "Show less",
        unknown: JSONObject = [:]
    ) {
        self.maxDisplayLines = maxDisplayLines
        self.showTextLabel = showTextLabel
        self.hideTextLabel = hideTextLabel
        self.unknown = unknown
    }
}

/// A list with bullets, with numbers, or in one line.
public struct ListBlock: Hashable, Sendable {
    /// An identifier for programs, unique within the card; nil if the author set none.
    public var id: String?
    /// The style of the list; unordered by default.
    public var style: Style
    /// The items in order; those of an item are nested below it.
    public var items: [Item]
    /// The visual weight; primary by default.
    public var appearance: TextAppearance
    /// How much of the text is shown before expanding; nil for all.
    public var expand: ClickToExpand?
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// The style of a list.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// With bullets or with numbers.
        case unordered, ordered
        /// The whole list as one line of text.
        case comma
    }

    /// JSON: a string, or an object with `text` and `items` for a nested list.
    public struct Item: Hashable, Sendable {
        /// The text, which may contain runtime variables.
        public var text: String
        /// An icon beside the text; nil for none.
        public var icon: Icon?
        /// The items in order; those of an item are nested below it.
        public var items: [Item]
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(text: String, icon: Icon? = nil, items: [Item] = [], unknown: JSONObject = [:]) {
            self.text = text
            self.icon = icon
            self.items = items
            self.unknown = unknown
        }
    }

    /// Creates an instance with these properties.
    public init(
        id: String? = nil, style: Style = .unordered, items: [Item], appearance: TextAppearance = .primary,
        expand: ClickToExpand? = nil, unknown: JSONObject = [:]
    ) {
        self.id = id
        self.style = style
        self.items = items
        self.appearance = appearance
        self.expand = expand
        self.unknown = unknown
    }
}

/// The buttons of a layout; each layout has at most one container.
public struct ButtonContainer: Hashable, Sendable {
    /// An identifier for programs, unique within the card; nil if the author set none.
    public var id: String?
    /// The buttons in the order of their numbers.
    public var buttons: [Button]
    /// The direction of the layout; horizontal by default.
    public var layout: Layout
    /// The width of the buttons; that of their labels, leading, by default.
    public var width: Width
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// The direction in which buttons are laid out.
    public enum Layout: String, Hashable, Sendable, CaseIterable { case vertical, horizontal }
    /// How buttons share the available width.
    public enum Width: String, Hashable, Sendable, CaseIterable {
        /// The width of their labels, leading.
        case hugLeading = "hug-leading"
        /// The width of their labels, centred.
        case hugCenter = "hug-center"
        /// The width of their labels, trailing.
        case hugTrailing = "hug-trailing"
        /// The full width of the card.
        case fill
    }

    /// Creates an instance with these properties.
    public init(
        id: String? = nil, buttons: [Button], layout: Layout = .horizontal, width: Width = .hugLeading,
        unknown: JSONObject = [:]
    ) {
        self.id = id
        self.buttons = buttons
        self.layout = layout
        self.width = width
        self.unknown = unknown
    }
}
