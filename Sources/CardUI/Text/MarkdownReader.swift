internal import CCommonMark
internal import Canvas

/// Walks the syntax tree of the parser, without recursion, because the nesting depth is chosen by the text's author.
struct MarkdownReader {
    private var blocks: [Markdown.Block] = []
    private var items: [Item] = []
    private var lists: [List] = []
    private var quotes = 0
    private var inline = InlineText()
    /// Whether the inline text is the text of a cell, where `<br>` begins a new line.
    private var isInCell = false
    /// The last line of the source that belongs to a block.
    private var lastLine: Int32 = 0

    private struct List {
        var number: Int
        let isOrdered: Bool
        /// The columns of the widest marker.
        let markerWidth: Int
    }

    private struct Item {
        let indent: Int
        let hang: Int
        /// Nil after the item's first block has used it.
        var marker: SafeText?
    }

    static func read(_ text: String, links: inout LinkNumbers) -> [Markdown.Block] {
        var reader = MarkdownReader()
        reader.walk(text, links: &links)
        return reader.blocks
    }

    static func readLine(_ line: String, links: inout LinkNumbers) -> RichText {
        var reader = MarkdownReader()
        // A word in front makes the line a paragraph, even if it starts with a block marker.
        reader.inline.skip = InlineText.guardWord.utf8.count
        reader.walk(InlineText.guardWord + line.drop { $0 == " " }, links: &links)
        return reader.blocks.first?.text ?? RichText(.empty)
    }

    private mutating func walk(_ text: String, links: inout LinkNumbers) {
        var text = text
        let root = text.withUTF8 { bytes in
            cmark_parse_document(
                UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), bytes.count, 0)
        }
        guard let root else { return }
        defer { cmark_node_free(root) }
        // The parser splits texts at characters such as the underscores of an address.
        cmark_consolidate_text_nodes(root)
        var tables = TableReader(root, text)
        defer { tables?.free() }
        guard let iterator = cmark_iter_new(root) else { return }
        defer { cmark_iter_free(iterator) }
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { break }
            if event == CMARK_EVENT_EXIT {
                leave(node)
            } else if let lines = tables?.lines(of: node) {
                add(lines, node, &tables, &links)
                // Continues behind the paragraph, which the parser has read as one text.
                cmark_iter_reset(iterator, node, CMARK_EVENT_EXIT)
            } else {
                enter(node, &links)
            }
        }
    }

    private mutating func enter(_ node: OpaquePointer, _ links: inout LinkNumbers) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_LIST: begin(list: node)
        case CMARK_NODE_ITEM: beginItem()
        case CMARK_NODE_BLOCK_QUOTE: quotes += 1
        case CMARK_NODE_CODE_BLOCK:
            var code = Self.literal(node)
            while code.last == "\n" { code.removeLast() }
            add(.code, RichText(SafeText(code, lines: .multiple), markup: .code), node)
        case CMARK_NODE_HTML_BLOCK:
            var html = Self.literal(node)
            while html.last == "\n" { html.removeLast() }
            add(.paragraph, RichText(SafeText(html, lines: .multiple)), node)
        case CMARK_NODE_THEMATIC_BREAK: add(.rule, RichText(.empty), node)
        case CMARK_NODE_TEXT: append(Self.literal(node)[...], &links)
        case CMARK_NODE_HTML_INLINE:
            let html = Self.literal(node)
            inline.append(isInCell && Self.lineBreaks.contains(html.lowercased()) ? "\n" : html)
        case CMARK_NODE_CODE: inline.append(Self.literal(node), .code)
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: inline.append("\n")
        case CMARK_NODE_EMPH: inline.begin(.emphasis)
        case CMARK_NODE_STRONG: inline.begin(.strong)
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
            inline.beginLink(cmark_node_get_url(node).map { String(cString: $0) } ?? "", &links)
        default: break
        }
    }

    private static let lineBreaks: Set<String> = ["<br>", "<br/>", "<br />"]

    private mutating func leave(_ node: OpaquePointer) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_LIST: lists.removeLast()
        case CMARK_NODE_ITEM:
            // An item without text still shows its marker.
            if items.last?.marker != nil { add(.paragraph, RichText(.empty), node) }
            items.removeLast()
        case CMARK_NODE_BLOCK_QUOTE: quotes -= 1
        case CMARK_NODE_PARAGRAPH: add(quotes > 0 ? .quote : .paragraph, inline.finish(), node)
        case CMARK_NODE_HEADING: add(.heading, inline.finish(), node)
        case CMARK_NODE_EMPH: inline.end(.emphasis)
        case CMARK_NODE_STRONG: inline.end(.strong)
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE: inline.endLink()
        default: break
        }
    }

    /// Appends text with its addresses as links.
    private mutating func append(_ text: Substring, _ links: inout LinkNumbers) {
        var rest = text
        while let address = BareAddress.first(in: rest) {
            inline.append(String(rest[..<address.startIndex]))
            inline.beginLink(String(address), &links)
            inline.append(String(address))
            inline.endLink()
            rest = rest[address.endIndex...]
        }
        inline.append(String(rest))
    }

    // MARK: Tables

    /// Adds a table, and the lines of its paragraph above it.
    private mutating func add(
        _ lines: TableLines, _ node: OpaquePointer, _ tables: inout TableReader?, _ links: inout LinkNumbers
    ) {
        if !lines.lead.isEmpty, let lead = tables?.next() {
            let text = read(lead, &links)
            if !text.text.isEmpty { add(quotes > 0 ? .quote : .paragraph, text, node) }
        }
        isInCell = true
        var table = MarkdownTable(
            header: lines.header.map { read($0, &tables, &links) }, rows: [], alignments: lines.alignments,
            isQuoted: quotes > 0)
        for cells in lines.rows { table.rows.append(cells.map { read($0, &tables, &links) }) }
        isInCell = false
        add(.table, RichText(.empty), node, table: table)
        if lines.endsWithRule { add(.rule, RichText(.empty), node) }
    }

    private mutating func read(
        _ cell: String, _ tables: inout TableReader?, _ links: inout LinkNumbers
    ) -> RichText {
        guard TableReader.isParsed(cell) else { return RichText(SafeText(cell)) }
        guard let paragraph = tables?.next() else { return RichText(.empty) }
        inline.skip = InlineText.guardWord.utf8.count
        return read(paragraph, &links)
    }

    /// Reads the inline text below a node.
    private mutating func read(_ node: OpaquePointer, _ links: inout LinkNumbers) -> RichText {
        guard let iterator = cmark_iter_new(node) else { return RichText(.empty) }
        defer { cmark_iter_free(iterator) }
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return inline.finish() }
            // Of blocks, only the text is wanted.
            guard cmark_node_get_type(node).rawValue & Self.inlineBit != 0 else { continue }
            if event == CMARK_EVENT_ENTER { enter(node, &links) } else { leave(node) }
        }
    }

    /// Distinguishes the types of inline nodes from those of blocks.
    private static let inlineBit: UInt32 = 0x4000

    // MARK: Blocks

    private mutating func add(
        _ kind: Markdown.Block.Kind, _ text: RichText, _ node: OpaquePointer, table: MarkdownTable? = nil
    ) {
        var block = Markdown.Block(kind: kind, text: text, table: table)
        if let item = items.last {
            block.indent = item.indent
            block.hang = item.hang
            block.marker = item.marker.map { InlineIcon($0) }
            items[items.count - 1].marker = nil
        }
        let line = cmark_node_get_start_line(node)
        block.hasGap = lastLine > 0 && line > lastLine + 1
        // The end line that the parser reports for a thematic break is wrong.
        lastLine = max(lastLine, kind == .rule ? line : cmark_node_get_end_line(node), line)
        blocks.append(block)
    }

    private mutating func begin(list node: OpaquePointer) {
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        let first = Int(cmark_node_get_list_start(node))
        var count = 0
        var item = cmark_node_first_child(node)
        while isOrdered, let current = item {
            count += 1
            item = cmark_node_next(current)
        }
        let width = isOrdered ? String(first + max(0, count - 1)).utf8.count + 1 : 1
        lists.append(List(number: first, isOrdered: isOrdered, markerWidth: width))
    }

    private mutating func beginItem() {
        guard let list = lists.last else { return }
        let outer = items.last.map { $0.indent + $0.hang } ?? 0
        var marker = Glyph.bullet(level: lists.count - 1)
        if list.isOrdered {
            marker = ListMarker.number(list.number, width: list.markerWidth)
            lists[lists.count - 1].number += 1
        }
        items.append(Item(indent: outer, hang: list.markerWidth + 1, marker: marker))
    }

    private static func literal(_ node: OpaquePointer) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }
}
