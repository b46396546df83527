internal import CCommonMark
internal import Glibc

/// A page of the guide. Its source is an article of the documentation: Markdown with a title, a one-line summary, and
/// sections.
struct GuidePage {
    /// The text of the first heading.
    let title: String
    /// The paragraph under the title.
    let summary: String
    /// The rest, as Markdown without tables and comments.
    private let body: String

    init(_ source: String) {
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        title = lines.first.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? ""
        lines = Array(lines.dropFirst().drop(while: \.isEmpty))
        let summaryEnd = lines.firstIndex(where: \.isEmpty) ?? lines.count
        summary = lines[..<summaryEnd].joined(separator: " ")
        let rest = lines[summaryEnd...].filter { !$0.hasPrefix("<!--") && $0 != "## Overview" }
        body = MarkdownTables.asLists(rest).joined(separator: "\n")
    }

    /// The page as text for a terminal with the given width.
    func text(columns: Int) -> String {
        let head = "\(title.uppercased())\n\n\(summary)\n\n"
        return head
            + render {
                Self.prepareForText($0)
                return cmark_render_plaintext($0, CMARK_OPT_DEFAULT, Int32(columns))
            }
    }

    /// Replaces formatting that plain text lacks: headings become upper case, code gets backticks, and code blocks are
    /// indented.
    private static func prepareForText(_ document: OpaquePointer) {
        guard let iterator = cmark_iter_new(document) else { return }
        defer { cmark_iter_free(iterator) }
        var isInHeading = false
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
            let type = cmark_node_get_type(node)
            if type == CMARK_NODE_HEADING {
                isInHeading = event == CMARK_EVENT_ENTER
                continue
            }
            guard let bytes = cmark_node_get_literal(node) else { continue }
            let literal = String(cString: bytes)
            if type == CMARK_NODE_CODE {
                cmark_node_set_literal(node, "`\(literal)`")
            } else if type == CMARK_NODE_CODE_BLOCK {
                let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
                cmark_node_set_literal(node, lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n"))
            } else if isInHeading {
                cmark_node_set_literal(node, literal.uppercased())
            }
        }
    }

    /// The page as a manual page of section 7.
    func roff(name: String) -> String {
        var page = RoffPage()
        page.title(name, section: 7)
        page.section("NAME")
        page.text("\(name) - \(summary.hasSuffix(".") ? String(summary.dropLast()) : summary)")
        page.section("DESCRIPTION")
        let description = render { cmark_render_man($0, CMARK_OPT_DEFAULT, 0) }
        // The renderer writes a line break as a new paragraph, which would end a list item, and does not put it on a
        // separate line.
        page.line(description.replacing(".PD 0\n.P\n.PD\n", with: "\n.br\n"))
        page.section("SEE ALSO")
        page.text("cardstream(1)")
        return page.roff
    }

    private func render(
        _ renderer: (OpaquePointer) -> UnsafeMutablePointer<CChar>?
    ) -> String {
        var body = body
        return body.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return "" }
            let document = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                cmark_parse_document($0, bytes.count, CMARK_OPT_DEFAULT)
            }
            guard let document else { return "" }
            defer { cmark_node_free(document) }
            guard let text = renderer(document) else { return "" }
            defer { free(text) }
            return String(cString: text)
        }
    }
}
