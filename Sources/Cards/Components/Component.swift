/// One element of a card's or subview's content, in layout order. JSON: an object with a `type`.
public enum Component: Hashable, Sendable {
    case category(Category)
    case headline(Headline)
    case text(TextBlock)
    case list(ListBlock)
    case media(Media)
    case buttons(ButtonContainer)
    case input(Input)
    /// A component this version does not know: nothing on screen, kept whole for a round trip.
    case unknown(type: String, JSONObject)
}

/// The card's heading line: an icon with a main and a lesser text. Top level only.
public struct Category: Hashable, Sendable {
    public var id: String?
    public var text: String
    public var subText: String?
    public var icon: Icon?
    public var unknown: JSONObject

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

public struct Headline: Hashable, Sendable {
    public var id: String?
    public var text: String
    public var appearance: Appearance
    public var icon: Icon?
    public var unknown: JSONObject

    public enum Appearance: String, Hashable, Sendable, CaseIterable { case h1, h2, h3 }

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
    public var id: String?
    public var text: String
    public var appearance: TextAppearance
    public var icon: Icon?
    public var expand: ClickToExpand?
    public var unknown: JSONObject

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
    public var showTextLabel: String
    public var hideTextLabel: String
    public var unknown: JSONObject

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

public struct ListBlock: Hashable, Sendable {
    public var id: String?
    public var style: Style
    public var items: [Item]
    public var appearance: TextAppearance
    public var expand: ClickToExpand?
    public var unknown: JSONObject

    public enum Style: String, Hashable, Sendable, CaseIterable {
        case unordered, ordered
        /// The whole list as one line of text.
        case comma
    }

    /// JSON: a string, or an object with `text` and `items` for a nested list.
    public struct Item: Hashable, Sendable {
        public var text: String
        public var icon: Icon?
        public var items: [Item]
        public var unknown: JSONObject

        public init(text: String, icon: Icon? = nil, items: [Item] = [], unknown: JSONObject = [:]) {
            self.text = text
            self.icon = icon
            self.items = items
            self.unknown = unknown
        }
    }

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
    public var id: String?
    public var buttons: [Button]
    public var layout: Layout
    public var width: Width
    public var unknown: JSONObject

    public enum Layout: String, Hashable, Sendable, CaseIterable { case vertical, horizontal }
    public enum Width: String, Hashable, Sendable, CaseIterable {
        case hugLeading = "hug-leading"
        case hugCenter = "hug-center"
        case hugTrailing = "hug-trailing"
        case fill
    }

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
