internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Pictures beside each other, each in a frame with its caption and its button. If there is not enough room, only the
/// pictures around the current one are shown, with their numbers. A user who answers a question must see all pictures,
/// so in such a card the others follow below.
struct CarouselView: ComponentView {
    let carousel: Card.Carousel

    /// Columns between two frames.
    private static let gap = 2
    /// The minimum width of a frame if there is room, and the maximum width, in columns, including the edges.
    private static let minFrameColumns = 22
    private static let widestFrame = 40
    /// An edge and a blank at each side of a frame.
    private static let edges = 4
    /// The maximum number of characters of a text. Alternative texts come from templates and may be whole paragraphs.
    private static let limit = 600

    func add(to builder: inout CardLayoutBuilder) {
        let count = carousel.items.count
        let current = builder.carouselPositions[builder.carouselCount] ?? 0
        builder.carouselCount += 1
        let rows =
            builder.isWhole
            ? Self.rows(of: count, width: builder.width)
            : [Self.shown(of: count, around: current, width: builder.width)]
        let free = builder.width - Self.gap * (rows[0].count - 1)
        let width = min(Self.widestFrame, free / rows[0].count)
        var numbers: [Int] = []
        for item in carousel.items {
            numbers.append(builder.buttonCount)
            if item.button != nil { builder.buttonCount += 1 }
        }
        for row in rows {
            let frames = row.map { index in
                let label = row.count < count ? Strings.Card.place(index + 1, of: count) : ""
                return frame(
                    of: carousel.items[index], label: label, number: numbers[index], width: width, in: &builder)
            }
            add(frames, width: width, to: &builder)
        }
    }

    /// The number of frames that fit beside each other.
    private static func fitting(of count: Int, width: Int) -> Int {
        min(count, max(1, (width + gap) / (minFrameColumns + gap)))
    }

    /// The ranges of pictures in each row, for a card that must be shown in full.
    private static func rows(of count: Int, width: Int) -> [Range<Int>] {
        let fitting = fitting(of: count, width: width)
        return stride(from: 0, to: count, by: fitting).map { $0..<min($0 + fitting, count) }
    }

    /// The range of pictures to show: as many as fit, in pages, so that the frames do not move with every key press.
    static func shown(of count: Int, around current: Int, width: Int) -> Range<Int> {
        let fitting = fitting(of: count, width: width)
        let first = min(max(0, current) / fitting * fitting, count - fitting)
        return first..<first + fitting
    }

    /// The content of a frame, in rows that start inside the frame.
    private struct Frame {
        var label: SafeText
        var target: FocusTarget?
        var picture: PictureRequest?
        /// Text shown in place of the picture while it is not available.
        var words: SafeText
        var pictureRows: [CardRow]
        var caption: [CardRow]
        var button: CardRow?
    }

    private func frame(
        of item: Card.Carousel.Item, label: String, number: Int, width: Int, in builder: inout CardLayoutBuilder
    ) -> Frame {
        let inner = max(1, width - Self.edges)
        let words = SafeText(item.words, limit: Self.limit)
        var frame = Frame(label: SafeText(label), words: words, pictureRows: [], caption: [])
        if builder.settings.pictures.method != nil {
            let request = PictureRequest(
                address: item.url, box: Size(columns: inner, rows: carousel.height.maxRows), isFilling: false,
                support: builder.settings.pictures)
            var rows = carousel.height.rows
            switch builder.shape(of: request) {
            case .waiting: frame.picture = request
            case .ready(let size): (frame.picture, rows) = (request, size.rows)
            case .failed(let reason):
                frame.pictureRows = inWords(words, inner)
                frame.pictureRows += Self.rows(
                    SafeText(Strings.Card.noPicture(reason), limit: Self.limit), inner, .textDim)
            }
            if frame.picture != nil { frame.pictureRows = Array(repeating: CardRow(), count: rows) }
        } else {
            frame.pictureRows = inWords(words, inner)
        }
        if let caption = item.caption, !caption.isEmpty, frame.picture != nil || SafeText(caption) != words {
            frame.caption = Self.rows(SafeText(caption, limit: Self.limit), inner, .text)
        }
        if let button = item.button {
            frame.target = .button(number)
            frame.button = row(of: button, number: number, width: inner, in: &builder)
        }
        return frame
    }

    private func inWords(_ words: SafeText, _ width: Int) -> [CardRow] {
        let lines = RichText(words).rows(width: width - 2, column: 2, scope: .cardMedia)
        return lines.enumerated().map { index, line in
            var row = line
            if index == 0 { row.add(Glyph.image, at: 0, scope: .cardMedia) }
            return row
        }
    }

    private static func rows(_ text: SafeText, _ width: Int, _ scope: StyleScope) -> [CardRow] {
        RichText(text).rows(width: width, column: 0, scope: scope)
    }

    private func row(of button: Card.Button, number: Int, width: Int, in builder: inout CardLayoutBuilder) -> CardRow {
        let icon = builder.icon(button.icon, beside: button.style.scope)
        let view = ButtonView(
            button, number: number, icon: icon, width: width, forms: builder.settings.forms,
            isAvailable: button.action.responseKind.map(builder.capabilities.allows) ?? true)
        var row = CardRow()
        view.add(to: &row, at: 0, width: view.width, isWaiting: builder.isWaiting)
        return row
    }

    // MARK: Layout

    /// Adds the frames, with the same height, and with their pictures, captions and buttons on the same rows.
    private func add(_ frames: [Frame], width: Int, to builder: inout CardLayoutBuilder) {
        let pictureRows = frames.map(\.pictureRows.count).max() ?? 0
        let captionRows = frames.map(\.caption.count).max() ?? 0
        let hasButtons = frames.contains { $0.button != nil }
        let first = builder.layout.rows.count
        let inner = pictureRows + captionRows + (hasButtons ? 1 : 0)
        var rows = Array(repeating: CardRow(), count: inner + 2)
        for (index, frame) in frames.enumerated() {
            let column = index * (width + Self.gap)
            addEdges(of: frame, to: &rows, at: column, width: width, border: builder.settings.border)
            for (row, content) in frame.pictureRows.enumerated() {
                rows[1 + row].add(content, shiftedBy: column + Self.edges / 2)
            }
            for (row, content) in frame.caption.enumerated() {
                rows[1 + pictureRows + row].add(content, shiftedBy: column + Self.edges / 2)
            }
            if let button = frame.button { rows[inner].add(button, shiftedBy: column + Self.edges / 2) }
            if let picture = frame.picture {
                builder.layout.pictures.append(
                    PicturePlace(
                        request: picture, rows: first + 1..<first + 1 + frame.pictureRows.count,
                        column: column + Self.edges / 2, columns: max(1, width - Self.edges), words: frame.words,
                        isVideo: false))
            }
            if let target = frame.target {
                builder.layout.elements.append(CardOutline.Element(target: target, rows: first..<first + rows.count))
            }
        }
        for row in rows { builder.addRow(row) }
    }

    /// Adds the frame around one picture. It shows the focus in the same way as the frames of fields.
    private func addEdges(of frame: Frame, to rows: inout [CardRow], at column: Int, width: Int, border: Border) {
        guard width >= Self.edges else { return }
        func add(_ text: SafeText, to row: Int, at column: Int) {
            guard let target = frame.target else {
                rows[row].add(text, at: column, scope: .cardBorder)
                return
            }
            rows[row].add(
                text, at: column, scope: .cardBorder, element: target, focusedScope: .cardBorderSelected)
        }
        func line(_ left: Unicode.Scalar, _ right: Unicode.Scalar, _ glyphs: Border.Glyphs) -> SafeText {
            SafeText(String(left) + String(repeating: String(glyphs.horizontal), count: width - 2) + String(right))
        }
        if let glyphs = border.glyphs {
            add(line(glyphs.topLeft, glyphs.topRight, glyphs), to: 0, at: column)
            add(line(glyphs.bottomLeft, glyphs.bottomRight, glyphs), to: rows.count - 1, at: column)
            for row in 1..<rows.count - 1 {
                add(SafeText(String(glyphs.vertical)), to: row, at: column)
                add(SafeText(String(glyphs.vertical)), to: row, at: column + width - 1)
            }
        }
        guard !frame.label.isEmpty else { return }
        let label = TextLayout.truncate(" \(frame.label) ", width: width - 2)
        rows[0].add(label, at: column + 1, scope: .textDim)
    }
}
