internal import Theming

/// The content of a table. It has at least one column.
struct MarkdownTable {
    var header: [RichText]
    /// A row may have fewer cells than the header; the missing ones are empty.
    var rows: [[RichText]]
    /// One for each cell of the header.
    let alignments: [TableLines.Alignment]
    /// Whether the table is part of a quotation.
    var isQuoted = false

    /// The links of all cells, in the order of their numbers.
    var links: [(number: Int, address: String)] { header.flatMap(\.links) + rows.joined().flatMap(\.links) }

    /// The table with its texts in another form.
    func formed(as form: TextForm?) -> MarkdownTable {
        guard let form, !form.isEmpty else { return self }
        var table = self
        table.header = header.map { $0.formed(as: form) }
        table.rows = rows.map { $0.map { $0.formed(as: form) } }
        return table
    }
}
