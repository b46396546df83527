internal import AppCore
internal import Canvas
internal import Theming

/// One laid-out row of a card's content: what to write where, in which look. Holds scopes rather than styles, so that
/// a layout outlives a change of theme, and focused variants, so that it outlives a change of focus.
struct CardRow {
    private(set) var spans: [Span] = []
    /// The parts of the row that belong to an element: what the focus marks and a click presses.
    private(set) var regions: [Region] = []
    /// Of spans that are added next.
    private var ground = Ground.card

    var isBlank: Bool { spans.isEmpty }

    struct Span {
        var column: Int
        var text: SafeText
        var scope: StyleScope
        /// Laid over ``scope``.
        var markup: Markup = []
        /// The link it is part of, by number in the layout.
        var link: Int?
        /// With an element: how the span looks and reads while the element has the focus.
        var element: FocusTarget?
        var focusedScope: StyleScope?
        var focusedText: SafeText?
        /// Drawn over the text as soon as it is there.
        var picture: PictureRequest?
        /// Whether it is an icon, which themes can colour.
        var isIcon = false
        /// Of twice the size: it reaches into the next row.
        var isLarge = false
        var ground = Ground.card
    }

    /// What a span is written on.
    enum Ground {
        case card
        /// The part of an input's box that is no field.
        case box
        /// A field, which shows its width.
        case field
    }

    struct Region {
        var columns: Range<Int>
        var target: Target
    }

    enum Target {
        case element(FocusTarget)
        case choice(input: String, index: Int)
        /// Less (-1) or more (1) of a stepper.
        case step(input: String, by: Int)
        case back
    }

    /// Adds text and returns the columns it takes.
    @discardableResult
    mutating func add(
        _ text: SafeText, at column: Int, scope: StyleScope, markup: Markup = [], link: Int? = nil
    ) -> Int {
        var span = Span(column: column, text: text, scope: scope, markup: markup, link: link, ground: ground)
        if let link {
            span.element = .link(link)
            span.focusedScope = .textLinkFocused
        }
        spans.append(span)
        return TextLayout.width(of: text)
    }

    /// Adds text of an element that changes with the focus. A nil `text` shows only while focused.
    @discardableResult
    mutating func add(
        _ text: SafeText, at column: Int, scope: StyleScope, element: FocusTarget, focusedScope: StyleScope,
        focusedText: SafeText? = nil
    ) -> Int {
        spans.append(
            Span(
                column: column, text: text, scope: scope, element: element, focusedScope: focusedScope,
                focusedText: focusedText, ground: ground))
        return TextLayout.width(of: text)
    }

    /// Adds an icon, which with an element looks as the element's texts do.
    @discardableResult
    mutating func add(
        _ icon: IconSign, at column: Int, scope: StyleScope, element: FocusTarget? = nil,
        focusedScope: StyleScope? = nil
    ) -> Int {
        spans.append(
            Span(
                column: column, text: icon.text, scope: scope, element: element, focusedScope: focusedScope,
                picture: icon.picture, isIcon: icon.isIcon, ground: ground))
        return icon.width
    }

    /// Fills columns of the row, and puts the spans that follow on the same ground.
    mutating func addGround(_ ground: Ground, _ columns: Range<Int>) {
        self.ground = ground
        guard ground != .card else { return }
        spans.append(
            Span(
                column: columns.lowerBound, text: .spaces(columns.count), scope: .inputField, ground: ground))
    }

    /// The mark left of a focused element; nothing without the focus.
    mutating func addPointer(for element: FocusTarget, at column: Int = -1) {
        add(
            .empty, at: column, scope: .inputLabel, element: element, focusedScope: .inputLabelFocused,
            focusedText: Glyph.pointer)
    }

    /// The row at twice its size from a column on, and the one below that it reaches into.
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

    /// Adds what another row has, so many columns further right.
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

    /// Over those there are: a click means the last region at its place.
    mutating func addRegion(_ columns: Range<Int>, _ target: Target) {
        regions.append(Region(columns: columns, target: target))
    }

    /// Under those there are: for what is around a part that can be clicked by itself.
    mutating func addRegionBelow(_ columns: Range<Int>, _ target: Target) {
        regions.insert(Region(columns: columns, target: target), at: 0)
    }
}
