internal import AppCore
internal import Canvas
internal import Theming

/// The layout of one container: where its parts are.
struct ContainerFrame {
    /// The row with the title and the position.
    var header: Rect?
    /// The text that the host shows above the cards.
    var custom: Rect?
    /// The area of the cards.
    var viewport: Rect
    /// The row under the cards: the footer message of a vertical container, the dots of a horizontal one.
    var footer: Rect?
    /// Whether cards have a frame; if not, they only have a bar at the left.
    var isBoxed: Bool
    /// The blank rows between cards below each other, or the columns between cards beside each other.
    var gap: Int
    /// The maximum number of columns for the content of a card.
    private var textColumns = Int.max

    /// - Parameters:
    ///   - rect: The container's part of the screen.
    ///   - shape: The theme's spacing between cards.
    ///   - surroundings: The rows of the screen that belong to no container. A small screen has no headers and borders.
    ///   - margin: The columns at each side of a pane; nil if no other container shares the screen. Every pane has a
    ///     header, which shows whether it has the keys, and its cards are as wide as the pane, so that the edges align.
    init(_ model: ContainerModel, in rect: Rect, surroundings: Int, shape: ThemeShape, margin: Int?) {
        switch model.kind {
        case .vertical:
            var options = model.options
            // A list with a card beside it needs all columns.
            if model.isList { options.maxWidth = .fill }
            self.init(
                vertical: options, hostRows: model.headerLines.count, in: rect, surroundings: surroundings,
                shape: shape, margin: margin)
        case .horizontal:
            self.init(horizontal: model.options, in: rect, surroundings: surroundings, margin: margin)
        case .single, .modal:
            var options = model.options
            options.hasHeader = false
            options.footerMessage = ""
            self.init(
                vertical: options, hostRows: 0, in: rect, surroundings: surroundings, shape: shape, margin: margin)
        }
    }

    /// The metrics of a card with so many columns in this container.
    func metrics(columns: Int, _ shape: ThemeShape) -> CardMetrics {
        CardMetrics(isBoxed: isBoxed, columns: columns, padding: shape.padding, textColumns: textColumns)
    }

    private init(
        vertical options: ContainerOptions, hostRows: Int, in rect: Rect, surroundings: Int, shape: ThemeShape,
        margin: Int?
    ) {
        var (left, columns) = Self.column(options.maxWidth, in: rect)
        if let margin, options.maxWidth == .readable {
            (left, columns) = (rect.minColumn + margin, max(0, rect.size.columns - 2 * margin))
            textColumns = ScreenLayout.maxColumns - 4
        }
        func row(_ row: Int) -> Rect { Rect(column: left, row: row, columns: columns, rows: 1) }
        let rows = rect.size.rows + surroundings

        header = Self.hasHeader(options, in: rect, surroundings, isPane: margin != nil) ? row(rect.minRow) : nil
        // A blank row follows the header if there are many rows and no line below it.
        var top = header == nil ? 0 : rows >= 30 && margin == nil ? 2 : 1
        // Cards matter more than the host's text: a low container has no room for it.
        let custom = rows >= 12 ? min(hostRows, rect.size.rows / 3) : 0
        if custom > 0 {
            self.custom = Rect(column: left, row: rect.minRow + top, columns: columns, rows: custom)
            top += custom + (rows >= 20 ? 1 : 0)
        }
        footer = !options.footerMessage.isEmpty && rows >= 12 ? row(rect.maxRow - 1) : nil
        viewport = Rect(
            column: left, row: rect.minRow + top, columns: columns,
            rows: rect.size.rows - top - (footer == nil ? 0 : 1))
        isBoxed = columns >= Self.minColumnsBoxed && rows >= 9
        let least = isBoxed ? (rows >= 40 ? 1 : 0) : rows >= 6 ? 1 : 0
        // A low screen uses its rows for cards.
        gap = rows >= 20 ? shape.spacing ?? least : least
    }

    /// Whether there is a header. A pane leaves it out only if nothing else would fit.
    private static func hasHeader(
        _ options: ContainerOptions, in rect: Rect, _ surroundings: Int, isPane: Bool
    ) -> Bool {
        isPane ? rect.size.rows > 1 : options.hasHeader && rect.size.rows + surroundings >= 8
    }

    private init(horizontal options: ContainerOptions, in rect: Rect, surroundings: Int, margin: Int?) {
        let rows = rect.size.rows + surroundings
        let isNarrow = rect.size.columns < Self.narrow
        let left = margin ?? (isNarrow ? Self.neighbourMargin(in: rect) : 1)
        let right = margin ?? (isNarrow ? 0 : 1)
        let inner = Rect(
            column: rect.minColumn + left, row: rect.minRow, columns: rect.size.columns - left - right,
            rows: rect.size.rows)
        func row(_ row: Int) -> Rect { Rect(column: inner.minColumn, row: row, columns: inner.size.columns, rows: 1) }

        header = Self.hasHeader(options, in: rect, surroundings, isPane: margin != nil) ? row(rect.minRow) : nil
        footer = rows >= 8 ? row(rect.maxRow - 1) : nil
        let top = header == nil ? 0 : 1
        viewport = Rect(
            column: inner.minColumn, row: rect.minRow + top, columns: inner.size.columns,
            rows: rect.size.rows - top - (footer == nil ? 0 : 1))
        isBoxed = min(options.cardWidth, inner.size.columns) >= Self.minColumnsBoxed && rows >= 9
        gap = inner.size.columns < 44 ? 1 : 2
    }

    /// The rows of a horizontal container whose cards have `rows` rows.
    func rows(forCards rows: Int) -> Int { (header == nil ? 0 : 1) + rows + (footer == nil ? 0 : 1) }

    /// The difference between the viewport's height and that of the cards, negative or 0. What is below the cards moves
    /// up by as many rows.
    func spareRows(_ report: ContainerReport) -> Int {
        report.cards.isEmpty ? 0 : report.viewport.size.rows - viewport.size.rows
    }

    /// The minimum columns of a card with a frame.
    static let minColumnsBoxed = 28
    /// With fewer columns than this, there are no margins.
    static let narrow = 44

    /// A narrow container also keeps one column free at the left, where its neighbour may have a scroll bar.
    private static func neighbourMargin(in rect: Rect) -> Int { rect.minColumn > 0 && rect.size.columns > 1 ? 1 : 0 }

    /// The columns of the cards for the configured width.
    static func column(_ width: ContainerOptions.CardWidth, in rect: Rect) -> (left: Int, columns: Int) {
        let room = rect.size.columns
        switch width {
        case .readable, .fill:
            guard room >= narrow else {
                let margin = neighbourMargin(in: rect)
                return (rect.minColumn + margin, room - margin)
            }
            let columns = width == .fill ? room - 2 : ScreenLayout.cardColumns(of: room)
            return (rect.minColumn + (room - columns) / 2, columns)
        case .fixed(let wanted, let alignment):
            // As documented: 0 and negative values mean the width of the container, and a width that leaves no margin
            // is ignored.
            let fill = column(.fill, in: rect)
            guard wanted > 0, wanted < fill.columns else { return fill }
            let spare = fill.columns - wanted
            let left =
                switch alignment {
                case .leading: 0
                case .center: spare / 2
                case .trailing: spare
                }
            return (fill.left + left, wanted)
        }
    }
}
