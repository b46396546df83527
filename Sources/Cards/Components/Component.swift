/// One element of a card's or subview's content, in layout order. JSON: an object with a `type`.
public enum Component: Hashable, Sendable {
    /// A small line that says what kind of card it is.
    case category(Category)
    /// A title, in one of three sizes.
    case headline(Headline)
    /// Paragraphs.
    case text(TextBlock)
    /// Points, one below the other or in a line.
    case list(ListBlock)
    /// An image or a video.
    case media(Media)
    /// What can be pressed.
    case buttons(ButtonContainer)
    /// A field to fill in.
    case input(Input)
    /// A component this version does not know: nothing on screen, kept whole for a round trip.
    case unknown(type: String, JSONObject)
}

/// The card's heading line: an icon with a main and a lesser text. Top level only.
public struct Category: Hashable, Sendable {
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// What is written; runtime variables may stand in it.
    public var text: String
    /// A second, weaker text behind it; nil for none.
    public var subText: String?
    /// Beside the text; nil for none.
    public var icon: Icon?
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// See the properties.
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
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// What is written; runtime variables may stand in it.
    public var text: String
    /// Its size; `h1` by default.
    public var appearance: Appearance
    /// Beside the text; nil for none.
    public var icon: Icon?
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// Sizes, the largest first.
    public enum Appearance: String, Hashable, Sendable, CaseIterable { case h1, h2, h3 }

    /// See the properties.
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

/// How much weight text carries against its neighbours.
public enum TextAppearance: String, Hashable, Sendable, CaseIterable { case primary, secondary, tertiary }

/// A paragraph or more of Markdown: bold, italic, lists, links.
public struct TextBlock: Hashable, Sendable {
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// What is written; runtime variables may stand in it.
    public var text: String
    /// How much weight it carries; primary by default.
    public var appearance: TextAppearance
    /// Beside the text; nil for none.
    public var icon: Icon?
    /// How much of it shows at first; nil for all.
    public var expand: ClickToExpand?
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// See the properties.
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

/// Text longer than so many lines is cut, with a control to show the rest.
public struct ClickToExpand: Hashable, Sendable {
    /// In lines; at least 1.
    public var maxDisplayLines: Int
    /// Says that there is more; "Show more" by default.
    public var showTextLabel: String
    /// Goes back; "Show less" by default.
    public var hideTextLabel: String
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// See the properties.
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

/// Points with or without numbers, or in one line.
public struct ListBlock: Hashable, Sendable {
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// How the points are set off; unordered by default.
    public var style: Style
    /// The points, in order; those of a point stand below it.
    public var items: [Item]
    /// How much weight it carries; primary by default.
    public var appearance: TextAppearance
    /// How much of it shows at first; nil for all.
    public var expand: ClickToExpand?
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// How the points of a list are set off.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// With a mark each, or with numbers.
        case unordered, ordered
        /// The whole list as one line of text.
        case comma
    }

    /// JSON: a string, or an object with `text` and `items` for a nested list.
    public struct Item: Hashable, Sendable {
        /// What is written; runtime variables may stand in it.
        public var text: String
        /// Beside the text; nil for none.
        public var icon: Icon?
        /// The points, in order; those of a point stand below it.
        public var items: [Item]
        /// Members that this version does not know; kept when it is written again.
        public var unknown: JSONObject

        /// See the properties.
        public init(text: String, icon: Icon? = nil, items: [Item] = [], unknown: JSONObject = [:]) {
            self.text = text
            self.icon = icon
            self.items = items
            self.unknown = unknown
        }
    }

    /// See the properties.
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

/// The buttons of a layout; at most one container in each.
public struct ButtonContainer: Hashable, Sendable {
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// In the order they are numbered by.
    public var buttons: [Button]
    /// Beside or below each other; horizontal by default.
    public var layout: Layout
    /// How wide they are; as their labels, at the left, by default.
    public var width: Width
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// How buttons stand to each other.
    public enum Layout: String, Hashable, Sendable, CaseIterable { case vertical, horizontal }
    /// How buttons share the width.
    public enum Width: String, Hashable, Sendable, CaseIterable {
        /// As wide as their labels, at the left.
        case hugLeading = "hug-leading"
        /// As wide as their labels, in the middle.
        case hugCenter = "hug-center"
        /// As wide as their labels, at the right.
        case hugTrailing = "hug-trailing"
        /// As wide as the card.
        case fill
    }

    /// See the properties.
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
