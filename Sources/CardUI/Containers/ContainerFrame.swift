internal import AppCore
internal import Canvas
internal import Theming

/// Where the parts of one container go.
struct ContainerFrame {
    /// The row with title and position.
    var header: Rect?
    /// What the host says above the cards.
    var custom: Rect?
    /// Where cards are.
    var viewport: Rect
    /// The row under the cards: the footer message of a vertical container, the dots of a horizontal one.
    var footer: Rect?
    /// Whether cards have a frame; else only a bar at their left.
    var isBoxed: Bool
    /// Blank rows between cards below each other, columns between those beside each other.
    var gap: Int
    /// The most columns for the content of a card.
    private var textColumns = Int.max

    /// - Parameters:
    ///   - rect: What the container has of the screen.
    ///   - shape: What the theme says of the room between cards.
    ///   - surroundings: Rows of the screen that belong to no container; a small screen spares headers and borders.
    ///   - margin: Columns at either side of a pane; nil where no other container shares the screen. Every pane has a header,
    ///     which shows where the keys go, and its cards are as wide as the pane, so that edges align.
    init(_ model: ContainerModel, in rect: Rect, surroundings: Int, shape: ThemeShape, margin: Int?) {
        switch model.kind {
        case .vertical:
            var options = model.options
            // Rows and the card beside them need all the columns.
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

    /// How much of a card in it is frame.
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
        // A blank row under the header, where rows are plenty and no line sets it apart.
        var top = header == nil ? 0 : rows >= 30 && margin == nil ? 2 : 1
        // Cards matter more: a low container has no room for the host's words.
        let custom = rows >= 12 ? min(hostRows, rect.size.rows / 3) : 0
        if custom > 0 {
            self.custom = Rect(column: left, row: rect.minRow + top, columns: columns, rows: custom)
            top += custom + (rows >= 20 ? 1 : 0)
        }
        footer = !options.footerMessage.isEmpty && rows >= 12 ? row(rect.maxRow - 1) : nil
        viewport = Rect(
            column: left, row: rect.minRow + top, columns: columns,
            rows: rect.size.rows - top - (footer == nil ? 0 : 1))
        isBoxed = columns >= Self.leastBoxed && rows >= 9
        let least = isBoxed ? (rows >= 40 ? 1 : 0) : rows >= 6 ? 1 : 0
        // A low screen needs its rows for cards.
        gap = rows >= 20 ? shape.spacing ?? least : least
    }

    /// A pane spares its header only where it would be all there is.
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
        isBoxed = min(options.cardWidth, inner.size.columns) >= Self.leastBoxed && rows >= 9
        gap = inner.size.columns < 44 ? 1 : 2
    }

    /// The rows of a horizontal container whose cards have so many.
    func rows(forCards rows: Int) -> Int { (header == nil ? 0 : 1) + rows + (footer == nil ? 0 : 1) }

    /// Rows of the viewport that cards of equal height leave: what is below them moves up.
    func spareRows(_ report: ContainerReport) -> Int {
        report.cards.isEmpty ? 0 : report.viewport.size.rows - viewport.size.rows
    }

    /// The columns of a card that has a frame.
    static let leastBoxed = 28
    /// Fewer columns are all for cards.
    static let narrow = 44

    /// Also a narrow container keeps apart from the one at its left, whose scroll bar may stand there.
    private static func neighbourMargin(in rect: Rect) -> Int { rect.minColumn > 0 && rect.size.columns > 1 ? 1 : 0 }

    /// The columns of cards, by the width that is set for them.
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
            // As documented: 0 and less mean the width of the container, and a width that would leave no margin is ignored.
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
