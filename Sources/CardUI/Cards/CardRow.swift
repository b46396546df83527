internal import AppCore
internal import Canvas
internal import Theming

/// One laid-out row of a card's content: what is written where, and in which style. It holds scopes instead of styles,
/// so that a layout stays valid when the theme changes, and focused variants, so that it stays valid when the focus
/// changes.
struct CardRow {
    private(set) var spans: [Span] = []
    /// The parts of the row that belong to an element. They are marked when the element has the focus, and a click on
    /// them presses it.
    private(set) var regions: [Region] = []
    /// The background of spans that are added next.
    private var background = Background.card

    var isBlank: Bool { spans.isEmpty }

    struct Span {
        var column: Int
        var text: SafeText
        var scope: StyleScope
        /// Applied in addition to ``scope``.
        var markup: Markup = []
        /// The number of the link in the layout that the span is a part of; nil if it is not part of a link.
        var link: Int?
        /// The element that the span belongs to. ``focusedScope`` and ``focusedText`` replace the scope and the text
        /// while the element has the focus.
        var element: FocusTarget?
        var focusedScope: StyleScope?
        var focusedText: SafeText?
        /// Drawn over the text when it is loaded.
        var picture: PictureRequest?
        /// Whether the span is an icon, which themes can colour.
        var isIcon = false
        /// Whether the text has twice the size and extends into the next row.
        var isLarge = false
        var background = Background.card
    }

    /// The background of a span.
    enum Background {
        case card
        /// The part of an input's box outside the field itself.
        case box
        /// A field, whose background shows its width.
        case field
    }

    struct Region {
        var columns: Range<Int>
        var target: Target
    }

    enum Target {
        case element(FocusTarget)
        case choice(input: String, index: Int)
        /// The control that decreases (-1) or increases (1) the value of a stepper.
        case step(input: String, by: Int)
        case back
    }

    /// Adds text and returns the columns it takes.
    @discardableResult
    mutating func add(
        _ text: SafeText, at column: Int, scope: StyleScope, markup: Markup = [], link: Int? = nil
    ) -> Int {
        var span = Span(column: column, text: text, scope: scope, markup: markup, link: link, background: background)
        if let link {
            span.element = .link(link)
            span.focusedScope = .textLinkFocused
        }
        spans.append(span)
        return TextLayout.width(of: text)
    }

    /// Adds text that looks different while the element has the focus. An empty `text` is visible only while focused.
    @discardableResult
    mutating func add(
        _ text: SafeText, at column: Int, scope: StyleScope, element: FocusTarget, focusedScope: StyleScope,
        focusedText: SafeText? = nil
    ) -> Int {
        spans.append(
            Span(
                column: column, text: text, scope: scope, element: element, focusedScope: focusedScope,
                focusedText: focusedText, background: background))
        return TextLayout.width(of: text)
    }

    /// Adds an icon. With an element, it follows the style of the element's text.
    @discardableResult
    mutating func add(
        _ icon: InlineIcon, at column: Int, scope: StyleScope, element: FocusTarget? = nil,
        focusedScope: StyleScope? = nil
    ) -> Int {
        spans.append(
            Span(
                column: column, text: icon.text, scope: scope, element: element, focusedScope: focusedScope,
                picture: icon.picture, isIcon: icon.isIcon, background: background))
        return icon.width
    }

    /// Fills columns of the row with a background, and uses the background for the spans that are added next.
    mutating func addBackground(_ background: Background, _ columns: Range<Int>) {
        self.background = background
        guard background != .card else { return }
        spans.append(
            Span(
                column: columns.lowerBound, text: .spaces(columns.count), scope: .inputField, background: background))
    }

    /// Adds the pointer left of an element, which is only visible while the element has the focus.
    mutating func addPointer(for element: FocusTarget, at column: Int = -1) {
        add(
            .empty, at: column, scope: .inputLabel, element: element, focusedScope: .inputLabelFocused,
            focusedText: Glyph.pointer)
    }

    /// The row at twice its size from column `start` on, and the row below that it extends into.
    func enlarged(from start: Int) -> [CardRow] {
        var (upper, lower) = (CardRow(), CardRow())
        for var span in spans {
            span.column = start + 2 * (span.column - start)
            span.isLarge = true
            upper.spans.append(span)
        }
        for region in regions {
            let columns =
                start + 2 * (region.columns.lowerBound - start)..<start + 2 * (region.columns.upperBound - start)
            upper.addRegion(columns, region.target)
            lower.addRegion(columns, region.target)
        }
        return [upper, lower]
    }

    /// Adds the content of another row, shifted to the right by `columns`.
    mutating func add(_ other: CardRow, shiftedBy columns: Int) {
        for var span in other.spans {
            span.column += columns
            spans.append(span)
        }
        for var region in other.regions {
            region.columns = region.columns.lowerBound + columns..<region.columns.upperBound + columns
            regions.append(region)
        }
    }

    /// Adds a region above the existing ones: a click hits the last region at its position.
    mutating func addRegion(_ columns: Range<Int>, _ target: Target) {
        regions.append(Region(columns: columns, target: target))
    }

    /// Adds a region below the existing ones, for the surroundings of a part that can be clicked separately.
    mutating func addRegionBelow(_ columns: Range<Int>, _ target: Target) {
        regions.insert(Region(columns: columns, target: target), at: 0)
    }
}
