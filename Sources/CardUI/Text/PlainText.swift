internal import Canvas
package import Cards
internal import Theming

/// The texts of a card as the viewer shows them, but without styles: no markup remains, so that what is read is what is
/// answered. Links have numbers, because an address can be much longer than a line; ``links`` lists the addresses.
package struct PlainText {
    /// The addresses of the links, in the order of their numbers from 1. Equal addresses have the same number.
    private var addresses: [String] = []

    /// The columns that a table can take. A longer cell wraps, so that it does not move all cells beside it.
    private static let tableWidth = 100

    /// A text without links so far.
    package init() {}

    /// A line such as `[1] https://shop.example` for each number.
    package var links: String { addresses.enumerated().map { "[\($0 + 1)] \($1)" }.joined(separator: "\n") }

    /// The texts of a layout, separated by blank lines. Fields and buttons are left out.
    package mutating func text(of components: [Card.Component]) -> String {
        var texts: [String] = []
        for component in components { texts.append(text(of: component)) }
        return texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private mutating func text(of component: Card.Component) -> String {
        switch component {
        case .headline(let headline): return line(headline.text)
        case .text(let block): return blocks(block.text)
        case .list(let list):
            guard list.style != .comma else { return line(list.items.map(\.text).joined(separator: ", ")) }
            return lines(of: list.items, isOrdered: list.style == .ordered, level: 0).joined(separator: "\n")
        case .media(let media):
            return [line(media.label ?? ""), line(media.description ?? ""), media.url].filter { !$0.isEmpty }
                .joined(separator: "\n")
        default: return [component].plainText
        }
    }

    /// A text with inline markup only, such as a title.
    package mutating func line(_ markdown: String) -> String {
        var numbers = LinkNumbers()
        return text(of: Markdown.inline(markdown, links: &numbers))
    }

    private mutating func lines(of items: [Card.ListBlock.Item], isOrdered: Bool, level: Int) -> [String] {
        var lines: [String] = []
        for (index, item) in items.enumerated() {
            let marker = isOrdered ? "\(index + 1)." : Glyph.bullet(level: level).string
            lines.append("\(Self.spaces(2 * level))\(marker) \(line(item.text))")
            lines += self.lines(of: item.items, isOrdered: isOrdered, level: level + 1)
        }
        return lines
    }

    private mutating func blocks(_ markdown: String) -> String {
        var numbers = LinkNumbers()
        var lines: [String] = []
        for block in Markdown.blocks(of: markdown, links: &numbers) {
            if block.hasGap, !lines.isEmpty { lines.append("") }
            lines += self.lines(of: block)
        }
        return lines.joined(separator: "\n")
    }

    private mutating func lines(of block: Markdown.Block) -> [String] {
        let marker = block.marker?.text ?? .empty
        let first = marker.string + Self.spaces(block.hang - TextLayout.width(of: marker))
        let bar =
            switch block.kind {
            case .quote: "> "
            case .table where block.table?.isQuoted == true: "> "
            case .code: "    "
            case .paragraph, .heading, .rule, .note, .table: ""
            }
        let text =
            if let table = block.table {
                text(of: table)
            } else {
                block.kind == .rule ? "───" : text(of: block.text)
            }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            Self.spaces(block.indent) + (index == 0 ? first : Self.spaces(block.hang)) + bar + line
        }
    }

    /// The table with aligned columns.
    private mutating func text(of table: MarkdownTable) -> String {
        var plain = table
        plain.header = cells(table.header)
        plain.rows = []
        for row in table.rows { plain.rows.append(cells(row)) }
        let rows = TableLayout(table: plain, scope: .text, column: 0).rows(width: Self.tableWidth)
        return rows.map(Self.text).joined(separator: "\n")
    }

    private mutating func cells(_ cells: [RichText]) -> [RichText] {
        var result: [RichText] = []
        for cell in cells { result.append(RichText(SafeText(text(of: cell), lines: .multiple))) }
        return result
    }

    private static func text(of row: CardRow) -> String {
        var text = ""
        var end = 0
        for span in row.spans.sorted(by: { $0.column < $1.column }) {
            text += spaces(span.column - end) + span.text.string
            end = span.column + TextLayout.width(of: span.text)
        }
        return text
    }

    /// The text with a number after each link, unless its text is its address.
    private mutating func text(of rich: RichText) -> String {
        let string = rich.text.string
        guard !rich.links.isEmpty else { return string }
        var result = ""
        var label = ""
        var start = string.startIndex
        for (index, part) in rich.parts.enumerated() {
            let end = string.utf8.index(string.startIndex, offsetBy: part.end)
            result += string[start..<end]
            label += part.link == nil ? "" : string[start..<end]
            start = end
            guard let link = part.link, rich.parts.dropFirst(index + 1).first?.link != link else { continue }
            if let address = rich.links.first(where: { $0.number == link })?.address, address != label {
                result += " [\(number(of: address))]"
            }
            label = ""
        }
        return result
    }

    private mutating func number(of address: String) -> Int {
        if let index = addresses.firstIndex(of: address) { return index + 1 }
        addresses.append(address)
        return addresses.count
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
