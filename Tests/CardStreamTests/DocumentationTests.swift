import Foundation
import Testing

/// Checks the documentation of public symbols: each has a meaning, throwing ones document their errors, times are
/// durations, and settings document their default.
@Suite struct DocumentationTests {
    /// The modules that a host can import.
    private static let modules = [
        "Cards", "CardSession", "CardSourceTesting", "CardSources", "CardStream", "CardStreamPublishing",
        "CardStreamTesting", "CardStreamUI",
    ]

    private static func declarations() throws -> [Declaration] {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
        return try modules.flatMap { module in
            let folder = sources.appending(path: module)
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            // Deprecated names are left out, because they only document their replacements.
            return try names.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Deprecated") }.sorted().flatMap { name in
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return Declaration.all(in: text, of: "\(module)/\(name)")
            }
        }
    }

    @Test func `every public symbol says what it means`() throws {
        let all = try Self.declarations()
        #expect(all.count > 700, "these are not all")
        for module in Self.modules where module != "CardStream" {
            #expect(all.contains { $0.place.hasPrefix(module + "/") }, "\(module)")
        }
        let silent = all.filter { $0.documentation.isEmpty && !$0.isWitness }
        #expect(silent.map(\.description) == [])
    }

    @Test func `everything that can fail documents its errors`() throws {
        let failing = try Self.declarations().filter {
            $0.text.contains(#/\bthrows\b/#) && !$0.isWitness && !$0.text.hasPrefix("case ")
        }
        #expect(failing.count > 50)
        #expect(failing.filter { !$0.documentation.contains(#/\b[Tt]hrows?\b/#) }.map(\.description) == [])
    }

    /// Times in file formats are numbers; their documentation states the unit.
    @Test func `times are durations, and numbers say their unit`() throws {
        let all = try Self.declarations()
        #expect(all.filter { $0.text.contains(#/: Duration\b/#) }.count > 15)
        let numbers = all.filter {
            $0.text.contains(#/(nterval|imeout|elay|undoWindow|econds)(: Double| = [0-9])/#) && !$0.isMemberwise
        }
        #expect(numbers.count < 4)
        #expect(
            numbers.filter { !$0.documentation.localizedCaseInsensitiveContains("second") }.map(\.description) == [])
    }

    @Test func `settings say their default`() throws {
        let settings = try Self.declarations().filter { $0.text.contains(#/^public (static )?var \w+(: [^={]+)? = /#) }
        #expect(settings.count > 20)
        let silent = settings.filter { setting in
            !["default", "nil", "empty", "first"].contains { setting.documentation.contains($0) }
        }
        #expect(silent.map(\.description) == [])
    }

    @Test func `the scan finds missing documentation`() {
        let found = Declaration.all(
            in: """
                /// A type.
                public enum Kind {
                    case one
                    /// Two.
                    @available(*, deprecated)
                    case two
                    var inner: Int { 1 }
                    public func run(
                        _ delay: Double
                    ) throws {
                    }
                }
                public protocol Giver {
                    func give()
                }
                """, of: "F.swift")
        #expect(found.map(\.documentation) == ["A type.", "", "Two.", "", "", ""])
        #expect(found.map(\.line) == [2, 3, 6, 8, 13, 14])
        #expect(found[3].text == "public func run( _ delay: Double ) throws")
    }
}

/// A public declaration of a source file that is formatted by `swift format`.
private struct Declaration: CustomStringConvertible {
    var place: String
    var line: Int
    /// The text of the declaration, without its body.
    var text: String
    var documentation: String

    var description: String { "\(place):\(line): \(text)" }

    /// Whether the declaration satisfies a protocol of the standard library or of the package, which documents it.
    var isWitness: Bool {
        text.contains(
            #/\b(var json\b|init\(json:|var description\b|init\(\w+Literal\b|func (==|<) |func hash\(into|var rawValue\b|init\(rawValue:|func encode\(to|init\(from )/#
        )
    }

    /// Whether each parameter corresponds to a property that documents it.
    var isMemberwise: Bool { documentation.hasPrefix("Creates ") && documentation.hasSuffix("properties.") }

    static func all(in text: String, of place: String) -> [Declaration] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var found: [Declaration] = []
        // The public types around a line whose members are public without a modifier, with their indentation.
        var open: [(indent: Int, keyword: String)] = []
        for (index, line) in lines.enumerated() {
            let bare = line.drop { $0 == " " }
            let indent = line.count - bare.count
            guard !bare.isEmpty, !bare.hasPrefix("//") else { continue }
            while let last = open.last, indent <= last.indent { open.removeLast() }
            let isMember = open.last.map { indent == $0.indent + 4 && isPublicMember(bare, of: $0.keyword) } ?? false
            let isPublic = bare.hasPrefix("public ") && !bare.hasPrefix("public import")
            if isMember || (isPublic && !bare.hasPrefix("public extension")) {
                found.append(
                    Declaration(
                        place: place, line: index + 1, text: head(from: index, lines),
                        documentation: documentation(above: index, lines)))
            }
            if isPublic, bare.hasSuffix("{"), let keyword = bare.firstMatch(of: #/\b(enum|protocol)\b/#) {
                open.append((indent, String(keyword.1)))
            }
        }
        return found
    }

    private static func isPublicMember(_ line: Substring, of keyword: String) -> Bool {
        switch keyword {
        case "enum": line.contains(#/^(indirect )?case /#)
        default: line.contains(#/^(static |mutating )*(var|func|init|subscript|associatedtype)\b/#)
        }
    }

    private static func head(from index: Int, _ lines: [String]) -> String {
        var text = ""
        for line in lines[index..<min(index + 10, lines.count)] {
            text += (text.isEmpty ? "" : " ") + line.trimmingCharacters(in: .whitespaces)
            let isWhole = text.count { $0 == "(" } == text.count { $0 == ")" }
            if isWhole { break }
        }
        guard let brace = text.range(of: " {") else { return text }
        return String(text[..<brace.lowerBound])
    }

    private static func documentation(above index: Int, _ lines: [String]) -> String {
        var texts: [Substring] = []
        var position = index - 1
        while position >= 0, lines[position].contains(#/^ *(@|#(if|endif)\b)/#) { position -= 1 }
        while position >= 0, case let line = lines[position].drop(while: { $0 == " " }), line.hasPrefix("///") {
            texts.insert(line.dropFirst(3).drop { $0 == " " }, at: 0)
            position -= 1
        }
        return texts.joined(separator: " ")
    }
}
