import Foundation

/// A declaration of the tests that covers rows of the table of symbols. Its documentation has lines `Symbols: ROW,
/// ROW`, where `text-*` means all rows with that prefix. Requires sources that are formatted by `swift format`.
struct SymbolCitation {
    var rows: [String]
    /// `Suite/name`; nil if the declaration is not a test, for example a table of arguments.
    var test: String?
    /// The text of the whole declaration.
    var text: String
    /// The modules that its file imports, without `@testable`.
    var imports: Set<String>

    /// The citations in all tests of a folder.
    static func all(in folder: URL) throws -> [SymbolCitation] {
        var all: [SymbolCitation] = []
        for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
        where name.hasSuffix(".swift") {
            all += citations(in: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
        return all
    }

    private static let mark = "/// Symbols: "

    static func citations(in source: String) -> [SymbolCitation] {
        guard source.contains(mark) else { return [] }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let imports = Set(
            lines.compactMap { $0.wholeMatch(of: #/(?:@testable )?(?:package )?import (\w+)/#)?.1 }.map(String.init))
        var citations: [SymbolCitation] = []
        var suite: String?
        var rows: [String] = []
        for (index, line) in lines.enumerated() {
            if let found = line.firstMatch(of: #/(?:struct|class|enum|extension) (\w+Tests)\b/#) {
                suite = String(found.1)
            }
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix(mark) {
                rows += bare.dropFirst(mark.count).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            } else if !rows.isEmpty, !bare.hasPrefix("///") {
                let text = declaration(from: index, indent: line.count - bare.count, lines)
                let name = text.firstMatch(of: #/func `([^`]+)`\(/#).map { String($0.1) }
                let test = suite.flatMap { suite in name.map { "\(suite)/\($0)" } }
                citations.append(SymbolCitation(rows: rows, test: test, text: text, imports: imports))
                rows = []
            }
        }
        return citations
    }

    /// The lines of the declaration, up to the brace or bracket that ends it.
    private static func declaration(from start: Int, indent: Int, _ lines: [String]) -> String {
        let margin = String(repeating: " ", count: indent)
        let end = lines[start...].firstIndex { line in
            guard line.hasPrefix(margin) else { return false }
            let rest = line.dropFirst(indent)
            if rest.first == " " { return false }
            return rest.hasPrefix("}") || rest == "]" || rest.hasSuffix("}") && rest.contains("{")
        }
        return lines[start...(end ?? start)].joined(separator: "\n")
    }

    /// Whether the declaration contains a name as a whole word.
    func mentions(_ name: String) -> Bool {
        func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
        return text.ranges(of: name).contains { range in
            let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? " " : text[range.upperBound]
            return !isPart(before) && !isPart(after)
        }
    }
}
