internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The file browser: the folder, a filter line, the entries and, beside or below them, details of the selected entry.
struct FilesView {
    let files: FilesOverlay
    /// How pictures are drawn.
    let support: PictureSupport
    let context: DrawContext

    /// The columns and rows of the content: without pictures, and the maximum with pictures.
    private static let columns = (96, 140)
    private static let rows = (22, 40)
    /// The rows of the screen that stay visible around a sheet with pictures.
    private static let rowsAround = 8
    /// The minimum columns of the content for a pane at the right.
    private static let minColumns = 62
    /// The columns of the pane: two fifths of the content, within these bounds.
    private static let paneColumns = 30...56

    /// The results of drawing that a frame needs.
    struct Result {
        /// The number of rows for entries.
        var rows: Int
        var cursor: Point?
        /// The picture of the selected file, if there is room for it.
        var picture: PictureRequest?
    }

    func draw(_ painter: Painter, hits: inout [HitRegion]) -> Result {
        let hasPictures = support.method != nil
        let sheet = SheetView(
            in: painter.bounds, columns: hasPictures ? Self.columns.1 : Self.columns.0,
            rows: hasPictures
                ? max(Self.rows.0, min(Self.rows.1, painter.size.rows - Self.rowsAround)) : Self.rows.0)
        sheet.draw(painter, title: SafeText(files.title, limit: 300), theme: context.theme, hits: &hits)
        sheet.drawFoot(foot(width: sheet.frame.size.columns - 8), painter, theme: context.theme, hits: &hits)
        let area = painter.clipped(to: sheet.content)
        let size = area.size
        let hasPane = size.columns >= Self.minColumns
        let paneColumns = min(max(size.columns * 2 / 5, Self.paneColumns.lowerBound), Self.paneColumns.upperBound)
        drawFolder(area)
        let caret = FilterLine(field: files.field, placeholder: Strings.Files.filter, context: context).draw(
            area, row: 1)
        // Without a pane, the last rows describe the selected entry.
        let noteRows = hasPane ? (note == nil ? 0 : 1) : min(2, max(1, size.rows - 6))
        let list = Rect(
            column: 0, row: 3, columns: hasPane ? size.columns - paneColumns - 2 : size.columns,
            rows: max(0, size.rows - 3 - noteRows))
        drawEntries(area, list, sheet, &hits)
        var picture: PictureRequest?
        if hasPane {
            picture = drawPane(
                area, Rect(column: list.maxColumn + 2, row: 3, columns: paneColumns, rows: list.size.rows))
        }
        if noteRows > 0 { drawNote(area, row: size.rows - noteRows, rows: noteRows, isAlone: !hasPane) }
        let cursor = Point(column: sheet.content.minColumn + caret.column, row: sheet.content.minRow + caret.row)
        return Result(
            rows: list.size.rows, cursor: sheet.frame.contains(cursor) ? cursor : sheet.content.origin,
            picture: picture)
    }

    // MARK: Folder

    private func drawFolder(_ area: Painter) {
        var path = SafeText(files.folder ?? Strings.Files.reading)
        let width = TextLayout.width(of: path)
        // Of a long path, the end is shown, because it contains the current folder.
        if width > area.size.columns { path = "…" + TextLayout.slice(path, width - area.size.columns + 1..<width) }
        area.write(path, at: .zero, style: context.theme[.textDim])
    }

    // MARK: Entries

    private func drawEntries(_ area: Painter, _ list: Rect, _ sheet: SheetView, _ hits: inout [HitRegion]) {
        let rows = list.size.rows
        guard !files.matches.isEmpty else {
            area.write(
                TextLayout.truncate(nothing, width: list.size.columns), at: list.origin,
                style: context.theme[.inputPlaceholder])
            return
        }
        let first = max(0, min(files.selected - rows / 2, files.matches.count - rows))
        for row in 0..<max(0, min(rows, files.matches.count - first)) {
            let position = first + row
            let place = Rect(column: 0, row: list.minRow + row, columns: list.size.columns, rows: 1)
            drawEntry(area, place, position)
            hits.append(
                HitRegion(
                    rect: place.offset(columns: sheet.content.minColumn, rows: sheet.content.minRow),
                    target: .menuItem(position)))
        }
    }

    private func drawEntry(_ area: Painter, _ place: Rect, _ position: Int) {
        let entry = files.entries[files.matches[position]]
        let isSelected = position == files.selected
        let isSuitable = files.problem(of: entry) == nil
        let style = context.theme[isSelected ? .sheetItemFocused : isSuitable ? .sheetItem : .textDim]
        area.fill(place, style: style)
        if isSelected { area.write(Glyph.pointer, at: place.origin, style: style) }
        let fact = SafeText(Self.fact(of: entry))
        let factWidth = TextLayout.width(of: fact)
        let room = max(1, place.size.columns - 3 - factWidth - 1)
        let name: SafeText = entry.isFolder ? "\(SafeText(entry.name))/" : SafeText(entry.name)
        area.write(
            TextLayout.truncate(name, width: room), at: Point(column: 2, row: place.minRow), style: style)
        let start = place.maxColumn - factWidth - 1
        let factStyle = isSelected ? style : context.theme[.textDim]
        area.write(fact, at: Point(column: max(2, start), row: place.minRow), style: factStyle)
    }

    /// The type and size of an entry, shown at the right of its name.
    private static func fact(of entry: FileEntry) -> String {
        switch entry.kind {
        case .folder: ""
        case .picture(let format): "\(format.name) \(ByteCount.text(entry.size))"
        case .other, .unreadable: ByteCount.text(entry.size)
        }
    }

    private var nothing: SafeText {
        if files.isReading { return SafeText(Strings.Files.reading) }
        // The problem is shown below.
        if files.entries.isEmpty { return files.problem == nil ? SafeText(Strings.Files.empty) : .empty }
        if files.search.isEmpty { return SafeText(Strings.Files.onlyHidden) }
        return SafeText(Strings.Files.nothingMatches(files.search), limit: 300)
    }

    // MARK: The selected entry

    private func drawPane(_ area: Painter, _ pane: Rect) -> PictureRequest? {
        guard let entry = files.selectedEntry else { return nil }
        area.verticalLine(
            at: Point(column: pane.minColumn - 2, row: pane.minRow), rows: pane.size.rows,
            style: context.theme[.sheetBorder])
        return FilePane(files: files, entry: entry, support: support, context: context).draw(area.clipped(to: pane))
    }

    /// A problem that the pane does not show already.
    private var note: String? {
        guard let problem = files.problem, problem != files.selectedEntry.flatMap(files.problem(of:)) else {
            return nil
        }
        return problem
    }

    /// Draws the problem or, if there is none, facts about the selected entry.
    private func drawNote(_ area: Painter, row: Int, rows: Int, isAlone: Bool) {
        var words: SafeText = .empty
        var scope = StyleScope.textDim
        if let problem = isAlone ? files.problem ?? files.selectedEntry.flatMap(files.problem(of:)) : note {
            words = "\(Glyph.failure) \(SafeText(problem, limit: 300))"
            scope = .inputError
        } else if isAlone, let entry = files.selectedEntry {
            words = SafeText(files.facts(of: entry))
        }
        let lines = TextLayout.wrap(words, width: max(1, area.size.columns), hangingIndent: 2, limit: rows)
        for (index, line) in lines.enumerated() {
            area.write(line.text, at: Point(column: line.indent, row: row + index), style: context.theme[scope])
        }
    }

    /// The key hints, as many as there is room for.
    private func foot(width: Int) -> SafeText {
        let keys = context.keys
        func hint(_ key: SafeText, _ command: Command) -> SafeText { "\(key) \(SafeText(command.entry.hint ?? ""))" }
        var parts = [hint(keys.close, .close), hint(keys.choose, .menuChoose)]
        parts.append(hint(keys.hidden, .toggleHidden))
        parts.append(hint(keys.parent, .parentFolder))
        parts.append(hint(keys.complete, .completePath))
        var foot: SafeText = .empty
        for part in parts {
            let next: SafeText = foot.isEmpty ? part : "\(part) · \(foot)"
            if TextLayout.width(of: next) > width { break }
            foot = next
        }
        if files.leftOut > 0 { return "\(SafeText(Strings.Files.leftOut(files.leftOut))) · \(foot)" }
        return foot
    }
}
