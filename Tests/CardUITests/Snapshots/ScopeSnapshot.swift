import Canvas
import Theming

/// A snapshot of a surface as text: the characters and, below a rule, the scopes they are drawn with, both row by row.
///
/// The surface is drawn with ``Theming/Theme/scopes``. Below both planes are the meanings of the letters, and then what
/// the letters cannot express: markup over other markup, attributes that come from no scope, and link targets. Trailing
/// blanks, and letters for the screen itself, are left out.
struct ScopeSnapshot: CustomStringConvertible {
    static let rule = "────"

    let description: String

    init(_ surface: Surface) {
        var texts: [String] = []
        var scopes: [String] = []
        var letters: Set<Character> = []
        var remarks: [String] = []
        for row in 0..<surface.size.rows {
            let cells = (0..<surface.size.columns).compactMap { surface.cell(at: Point(column: $0, row: row)) }
            let known = cells.map { CellScopes($0.style) }
            texts.append(Self.trimming(cells.map { surface.text(of: $0) }.joined(), " "))
            scopes.append(Self.trimming(String(known.map(\.letter)), "."))
            letters.formUnion(scopes[row])
            remarks += Self.runs(known.map(\.remark), row: row)
            remarks += Self.runs(cells.map { surface.link(of: $0).map { "leads to \($0.address)" } }, row: row)
        }
        let legend = ScopeLetters.table.filter { letters.contains($0.1) && $0.0 != .base }.map { "\($1) \($0.name)" }
        let own = letters.contains(ScopeLetters.own) ? ["\(ScopeLetters.own) colours of its own"] : []
        description = (texts + [Self.rule] + scopes + [Self.rule] + legend + own + remarks).joined(separator: "\n")
    }

    /// Merges equal remarks of neighbouring cells into lines. Rows and columns count from 1.
    private static func runs(_ remarks: [String?], row: Int) -> [String] {
        var lines: [String] = []
        var start = 0
        while start < remarks.count {
            let end = remarks[start...].firstIndex { $0 != remarks[start] } ?? remarks.count
            if let remark = remarks[start] { lines.append("row \(row + 1), \(columns(start..<end)): \(remark)") }
            start = end
        }
        return lines
    }

    /// A range of columns as text, for example `columns 3-5`.
    static func columns(_ range: Range<Int>) -> String {
        range.count == 1 ? "column \(range.lowerBound + 1)" : "columns \(range.lowerBound + 1)-\(range.upperBound)"
    }

    private static func trimming(_ row: String, _ filler: Character) -> String {
        var row = row
        while row.last == filler { row.removeLast() }
        return row
    }
}
