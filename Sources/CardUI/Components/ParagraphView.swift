internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A block of Markdown. The further lines of a list item are aligned with its text.
struct ParagraphView: ComponentView {
    let paragraph: Markdown.Block
    let scope: StyleScope

    func add(to builder: inout CardLayoutBuilder) {
        if paragraph.hasGap, builder.settings.isSpacious { builder.addRow(CardRow()) }
        // Limits the indentation, so that deep nesting leaves room for the text.
        let start = min(paragraph.indent, builder.width / 3)
        let column = min(start + paragraph.hang, builder.width / 2)
        switch paragraph.kind {
        case .paragraph: addText(at: column, marker: start, scope: scope, to: &builder)
        case .heading: addText(at: column, marker: start, scope: .textStrong, to: &builder)
        case .note: addText(at: column, marker: start, scope: .textDim, to: &builder)
        case .quote, .code: addBarred(at: column, marker: start, to: &builder)
        case .rule:
            var row = CardRow()
            row.add(SafeText(String(repeating: "─", count: builder.width - column)), at: column, scope: .cardBorder)
            builder.addRow(row)
        case .table: addTable(at: column, marker: start, to: &builder)
        }
    }

    private func addTable(at column: Int, marker: Int, to builder: inout CardLayoutBuilder) {
        guard let table = paragraph.table else { return }
        let scope: StyleScope = table.isQuoted ? .textSecondary : self.scope
        let start = column + (table.isQuoted ? 2 : 0)
        let layout = TableLayout(
            table: table.formed(as: builder.settings.forms[scope]), scope: scope, column: start)
        var rows = builder.settings.speaksTables ? layout.spoken : layout.rows(width: builder.width - start)
        if let mark = paragraph.marker { rows[0].add(mark, at: marker, scope: mark.isIcon ? scope : .cardBullet) }
        if table.isQuoted {
            for index in rows.indices { rows[index].add(Glyph.bar, at: column, scope: .cardBorder) }
        }
        builder.add(rows, links: table.links)
    }

    private func addText(at column: Int, marker: Int, scope: StyleScope, to builder: inout CardLayoutBuilder) {
        let mark = paragraph.marker.map { (sign: $0, column: marker, scope: $0.isIcon ? scope : .cardBullet) }
        builder.add(paragraph.text, column: column, scope: scope, mark: mark)
    }

    /// Adds a quotation or code, with a bar at the left.
    private func addBarred(at column: Int, marker: Int, to builder: inout CardLayoutBuilder) {
        let first = builder.layout.rows.count
        addText(at: column + 2, marker: marker, scope: paragraph.kind == .quote ? .textSecondary : scope, to: &builder)
        for row in first..<builder.layout.rows.count {
            builder.layout.rows[row].add(Glyph.bar, at: column, scope: .cardBorder)
        }
    }
}
