internal import CCommonMark

/// Finds the tables of a text, and parses the inline markup of their cells.
///
/// The parser reads a table as a paragraph. It parses markup across the bars between cells, so the lines of the table
/// are read from the source, and all cells of the text are parsed as the paragraphs of a second document.
struct TableReader {
    /// The tables by the node that the parser made of their lines.
    private let tables: [OpaquePointer: TableLines]
    private let document: OpaquePointer
    /// The next paragraph of the second document.
    private var following: OpaquePointer?

    /// Nil if the text has no table.
    init?(_ root: OpaquePointer, _ text: String) {
        guard text.utf8.contains(UInt8(ascii: "|")) else { return nil }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        guard lines.contains(where: { TableLines.isDelimiter($0.utf8) }),
            let iterator = cmark_iter_new(root)
        else { return nil }
        defer { cmark_iter_free(iterator) }
        var tables: [OpaquePointer: TableLines] = [:]
        var source = ""
        var quotes = 0
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { break }
            switch cmark_node_get_type(node) {
            case CMARK_NODE_BLOCK_QUOTE: quotes += event == CMARK_EVENT_ENTER ? 1 : -1
            case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
                guard event == CMARK_EVENT_ENTER, let table = Self.table(node, lines, quotes: quotes) else { break }
                tables[node] = table
                Self.append(table, to: &source)
            default: break
            }
        }
        guard !tables.isEmpty else { return nil }
        // Links in cells may have their addresses elsewhere in the text.
        if source.utf8.contains(UInt8(ascii: "]")), text.contains("]:") { source += text }
        let document = source.withUTF8 { bytes in
            cmark_parse_document(
                UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), bytes.count, 0)
        }
        guard let document else { return nil }
        cmark_consolidate_text_nodes(document)
        self.tables = tables
        self.document = document
        following = cmark_node_first_child(document)
    }

    func free() { cmark_node_free(document) }

    func lines(of node: OpaquePointer) -> TableLines? { tables[node] }

    /// The lines above the next table if there are any, then each cell that is parsed, in the order of the text.
    mutating func next() -> OpaquePointer? {
        defer { following = following.flatMap { cmark_node_next($0) } }
        return following
    }

    /// Whether a cell may have markup. Other cells, which most cells of large tables are, are not parsed.
    static func isParsed(_ cell: String) -> Bool { cell.utf8.contains(where: Markdown.isSpecial) }

    /// The table in the lines of a node; nil if they contain none.
    private static func table(_ node: OpaquePointer, _ lines: [Substring], quotes: Int) -> TableLines? {
        let first = Int(cmark_node_get_start_line(node)) - 1
        let end = min(Int(cmark_node_get_end_line(node)), lines.count)
        guard first >= 0, first + 1 < end else { return nil }
        let column = Int(cmark_node_get_start_column(node)) - 1
        var own = [Substring(lines[first].utf8.dropFirst(max(0, column)))]
        own += lines[(first + 1)..<end].map { content(of: $0, quotes: quotes) }
        var endsWithRule = false
        if cmark_node_get_type(node) == CMARK_NODE_HEADING {
            // Below the last row, dashes are a rule, although the parser takes the lines above them for a title.
            guard let underline = own.dropFirst().firstIndex(where: { isRepeated($0, "-") || isRepeated($0, "=") })
            else { return nil }
            endsWithRule = isRepeated(own[underline], "-")
            // The end line that the parser reports for a title may be wrong.
            own.removeSubrange((endsWithRule ? underline : underline + 1)...)
        }
        var table = TableLines(own)
        table?.endsWithRule = endsWithRule
        return table
    }

    /// Whether a line consists of one character, and blanks after it.
    private static func isRepeated(_ line: Substring, _ character: Unicode.Scalar) -> Bool {
        let end = line.unicodeScalars.drop { $0 == character }
        return end.startIndex > line.startIndex && end.allSatisfy { $0 == " " }
    }

    /// A line without its indentation, and without the signs of the quotations around it.
    private static func content(of line: Substring, quotes: Int) -> Substring {
        var content = line.drop { $0 == " " }
        for _ in 0..<quotes {
            guard content.first == ">" else { break }
            content = content.dropFirst().drop { $0 == " " }
        }
        return content
    }

    private static func append(_ table: TableLines, to source: inout String) {
        if !table.lead.isEmpty {
            // A quotation also exists if its lines only define the addresses of links. Further lines are indented, so
            // that none of them begins a block.
            source += "> " + table.lead.joined(separator: "\n>     ") + "\n\n"
        }
        for cells in [table.header] + table.rows {
            for cell in cells where isParsed(cell) { source += InlineText.guardWord + cell + "\n\n" }
        }
    }
}
