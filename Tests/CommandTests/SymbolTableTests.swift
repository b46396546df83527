import AppRuntime
import Foundation
import Testing

@testable import cardstream

/// The table of documented symbols names only what there is.
@Suite struct SymbolTableTests {
    private struct Row {
        var id: String
        var documented: String
        var here: String
        var test: String
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    private static func rows() throws -> [Row] {
        let table = root.appending(path: "Sources/AppRuntime/Documentation.docc/Symbols.md")
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
        return lines.compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard line.hasPrefix("|"), cells.count == 6, cells[1] != "row", !cells[1].hasPrefix("-") else { return nil }
            return Row(id: cells[1], documented: cells[2], here: cells[3], test: cells[4])
        }
    }

    /// What a cell names, each with the word before it: `setting`, `command`, or none for a Swift symbol.
    private static func names(_ cell: String) -> [(kind: String, name: String)] {
        cell.matches(of: #/(?:(setting|command) )?`([^`]+)`/#).map { (String($0.1 ?? ""), String($0.2)) }
    }

    @Test func `each row names what there is`() throws {
        let rows = try Self.rows()
        #expect(rows.count > 200, "these are not all")
        #expect(Set(rows.map(\.id)).count == rows.count)
        let symbols = try SymbolIndex(
            modules: ["Cards", "CardSession", "CardStreamUI"], in: Self.root.appending(path: "Sources")
        ).names
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

    @Test func `each row names its test, or why there is none`() throws {
        var tests: Set<String> = []
        let folder = Self.root.appending(path: "Tests")
        for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
        where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let suites = text.matches(of: #/(?:struct|class|extension) (\w+Tests)\b/#).map { String($0.1) }
            let names = text.matches(of: #/func `([^`]+)`\(/#).map { String($0.1) }
            for suite in suites { for name in names { tests.insert("\(suite)/\(name)") } }
        }
        var missing: [String] = []
        for row in try Self.rows() {
            if row.here.hasPrefix("not here: ") {
                #expect(row.test == "–" && row.here.split(separator: " ").count > 5, "\(row.id): says no reason")
            } else if !tests.contains(row.test) {
                missing.append("\(row.id): there is no test \"\(row.test)\"")
            }
        }
        #expect(missing == [])
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
