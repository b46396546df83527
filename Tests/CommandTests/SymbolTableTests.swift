import AppRuntime
import Foundation
import Testing

@testable import cardstream

/// The table of documented symbols names only declarations that exist, and each of its rows is covered by a test that
/// cites it: see ``SymbolCitation``.
@Suite struct SymbolTableTests {
    private struct Row {
        var id: String
        var documented: String
        var here: String
        var test: String
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    private static func rows() throws -> [Row] {
        let table = root.appending(path: "Sources/CardStream/Documentation.docc/Symbols.md")
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
        return lines.compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard line.hasPrefix("|"), cells.count == 6, cells[1] != "row", !cells[1].hasPrefix("-") else { return nil }
            return Row(id: cells[1], documented: cells[2], here: cells[3], test: cells[4])
        }
    }

    /// The names in a cell, each with the word in front of it: `setting` or `command`, or an empty string for a Swift
    /// symbol.
    private static func names(_ cell: String) -> [(kind: String, name: String)] {
        cell.matches(of: #/(?:(setting|command) )?`([^`]+)`/#).map { (String($0.1 ?? ""), String($0.2)) }
    }

    @Test func `each row names existing declarations`() throws {
        let rows = try Self.rows()
        #expect(rows.count > 200, "these are not all")
        #expect(Set(rows.map(\.id)).count == rows.count)
        let symbols = Set(try Self.indices.get().values.flatMap(\.names))
        let settings = Set(ConfigKey.all.map(\.name) + ContainerSetting.all.map(\.name))
        let commands = Set(try CommandHelp.all().map(\.words))
        var missing: [String] = []
        for row in rows where !row.here.hasPrefix("not here: ") {
            let names = Self.names(row.here)
            #expect(!names.isEmpty, "\(row.id): names nothing")
            for (kind, name) in names {
                let known =
                    switch kind {
                    case "setting": settings
                    case "command": commands
                    default: symbols
                    }
                if !known.contains(name) { missing.append("\(row.id): there is no \(kind) \(name)") }
            }
        }
        #expect(missing == [])
    }

    @Test func `each row is cited by its test, and every cited row exists`() throws {
        let citations = try Self.citations.get()
        let rows = try Self.rows()
        var wrong: [String] = []
        for row in rows {
            if row.here.hasPrefix("not here: ") {
                #expect(row.test == "–" && row.here.split(separator: " ").count > 5, "\(row.id): says no reason")
            } else if !Self.citations(of: row, citations).contains(where: { $0.test == row.test }) {
                wrong.append("\(row.id): it is not cited by \"\(row.test)\"")
            }
        }
        for citation in citations {
            for name in citation.rows where !rows.contains(where: { Self.isMeant($0, by: name) }) {
                wrong.append("\(citation.test ?? "a table"): there is no row \(name)")
            }
        }
        #expect(wrong == [])
    }

    /// Checks that the citing tests contain the last part of each name. For symbols of the library, the file must also
    /// import the module.
    @Test func `tests that cite a row use the names of the row`() throws {
        let (citations, indices) = (try Self.citations.get(), try Self.indices.get())
        var wrong: [String] = []
        for row in try Self.rows() where !row.here.hasPrefix("not here: ") {
            let citing = Self.citations(of: row, citations)
            for (kind, name) in Self.names(row.here) {
                let homes = indices.filter { $0.value.names.contains(name) }.keys
                let isUsed = citing.contains { citation in
                    switch kind {
                    case "setting": citation.mentions(name)
                    case "command": citation.text.contains("\"" + name.replacing(" ", with: "\", \"") + "\"")
                    default: !citation.imports.isDisjoint(with: homes) && citation.mentions(Self.lastPart(of: name))
                    }
                }
                if !isUsed { wrong.append("\(row.id): no test that cites it uses \(kind) \(name)") }
            }
        }
        #expect(wrong == [])
    }

    private static let citations = Result { try SymbolCitation.all(in: root.appending(path: "Tests")) }

    /// The public declarations of each module.
    private static let indices = Result {
        let modules = ["Cards", "CardSession", "CardStreamUI"]
        let sources = root.appending(path: "Sources")
        return Dictionary(
            uniqueKeysWithValues: try modules.map { ($0, try SymbolIndex(modules: [$0], in: sources)) })
    }

    private static func isMeant(_ row: Row, by name: String) -> Bool {
        name.hasSuffix("*") ? row.id.hasPrefix(name.dropLast()) : row.id == name
    }

    private static func citations(of row: Row, _ all: [SymbolCitation]) -> [SymbolCitation] {
        all.filter { $0.rows.contains { isMeant(row, by: $0) } }
    }

    /// The last part of a name: `put` for `Box.put(_:into:)`, and the type for an initializer.
    private static func lastPart(of name: String) -> String {
        let parts = name.prefix { $0 != "(" }.split(separator: ".").map(String.init)
        return parts.last == "init" ? parts.dropLast().last ?? "" : parts.last ?? ""
    }

    @Test func `citations are found with their declarations`() {
        let found = SymbolCitation.citations(
            in: """
                import Cards
                @testable import CardSession

                @Suite struct BoxTests {
                    /// What is tried.
                    ///
                    \("///") Symbols: a, b-*
                    static let table = [
                        1
                    ]

                    \("///") Symbols: c
                    \("///") Symbols: d
                    @Test(arguments: [
                        2
                    ])
                    func `it holds`() {
                        open(box)
                    }

                    func other() { close(box) }
                }
                """)
        #expect(found.map(\.rows) == [["a", "b-*"], ["c", "d"]])
        #expect(found.map(\.test) == [nil, "BoxTests/it holds"])
        #expect(found.map(\.imports) == [["Cards", "CardSession"], ["Cards", "CardSession"]])
        #expect(found[0].mentions("1") && !found[0].mentions("2"))
        #expect(found[1].mentions("open") && !found[1].mentions("ope") && !found[1].mentions("close"))
    }

    @Test func `the index knows declarations of all kinds`() {
        let index = SymbolIndex(
            source: """
                public enum Kind: String { case one, two }
                public struct Box<Value> {
                    public var size: Int { 1 }
                    var hidden = 2
                    public init?(_ text: String, at place: (Int, Int) = (0, 0)) {
                    }
                    public func put(
                        _ value: [String: Value], into other: @escaping (Int, Int) -> Void
                    ) throws {
                    }
                    public enum Color {
                        case red
                        case mixed(of: Int, Double)
                    }
                }
                extension Box {
                    public static func make<Other>(other: Other) -> Box {}
                }
                public protocol Giver {
                    func give() async
                }
                struct Inner {
                    public var seen: Int
                }
                """)
        #expect(
            index.names == [
                "Kind", "Kind.one", "Kind.two", "Box", "Box.size", "Box.init", "Box.init(_:at:)", "Box.put",
                "Box.put(_:into:)", "Box.Color", "Box.Color.red", "Box.Color.mixed", "Box.Color.mixed(of:_:)",
                "Box.make",
                "Box.make(other:)", "Giver", "Giver.give", "Giver.give()",
            ])
    }
}
