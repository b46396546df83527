import Foundation

/// The public declarations of modules by their full names: `Type.member(label:)`, and also without labels. Requires
/// sources that are formatted by `swift format`.
struct SymbolIndex {
    private(set) var names: Set<String> = []

    init(modules: [String], in sources: URL) throws {
        for module in modules {
            let folder = sources.appending(path: module)
            for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
            where name.hasSuffix(".swift") {
                add(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
            }
        }
    }

    init(source: String) { add(source) }

    /// A type that contains the following members, with its indentation.
    private struct Scope {
        var indent: Int
        var name: String
        /// Whether members are public without a modifier.
        var isOpen: Bool
    }

    private mutating func add(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var scopes: [Scope] = []
        for (index, line) in lines.enumerated() {
            let bare = line.drop { $0 == " " }
            guard !bare.isEmpty, !bare.hasPrefix("//") else { continue }
            let indent = line.count - bare.count
            while let last = scopes.last, indent <= last.indent { scopes.removeLast() }
            let isPublic = bare.hasPrefix("public ") || bare.hasPrefix("@") && bare.contains(" public ")
            let type = bare.firstMatch(
                of:
                    #/^(?:(?:public|package|private|fileprivate|final|indirect) )*(struct|enum|class|protocol|actor|extension) ([A-Z][A-Za-z.]*)/#
            )
            if let type {
                let kind = type.1
                let name = (scopes.last.map { $0.name + "." } ?? "") + type.2
                guard isPublic || kind == "extension" else { continue }
                names.insert(name)
                if bare.hasSuffix("{") {
                    scopes.append(Scope(indent: indent, name: name, isOpen: kind == "enum" || kind == "protocol"))
                } else if let cases = bare.firstMatch(of: #/\{ case (.+) \}/#) {
                    for one in cases.1.split(separator: ",") { names.insert("\(name).\(one.trimmed)") }
                }
                continue
            }
            guard let scope = scopes.last, indent == scope.indent + 4, isPublic || scope.isOpen else { continue }
            for member in Self.members(Self.head(from: index, lines)) { names.insert("\(scope.name).\(member)") }
        }
    }

    /// A declaration joined into one line, without its body.
    private static func head(from index: Int, _ lines: [String]) -> String {
        var text = ""
        for line in lines[index..<min(index + 12, lines.count)] {
            text += (text.isEmpty ? "" : " ") + line.trimmingCharacters(in: .whitespaces)
            if text.count(where: { $0 == "(" }) == text.count(where: { $0 == ")" }) { break }
        }
        return text
    }

    private static func members(_ head: String) -> [String] {
        if let cases = head.firstMatch(of: #/^(?:indirect )?case (.+)$/#) {
            return parts(of: cases.1).flatMap { signature($0) }
        }
        if let value = head.firstMatch(of: #/\b(?:var|let|typealias) `?(\w+)`?/#) { return [String(value.1)] }
        if let function = head.firstMatch(of: #/\bfunc (.+)$/#) { return signature(function.1) }
        if let initialiser = head.firstMatch(of: #/\b(init[?]?\(.+)$/#) { return signature(initialiser.1) }
        return []
    }

    /// The names `name` and `name(label:)` of a declaration, whose text starts with its name.
    private static func signature(_ text: Substring) -> [String] {
        let text = text.trimmed
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        let plain = name.filter { $0 != "`" }
        var rest = text.dropFirst(name.count)
        if rest.first == "?" { rest.removeFirst() }
        if rest.first == "<" { rest = rest.drop { $0 != "(" } }
        guard rest.first == "(" else { return plain.isEmpty ? [] : [plain] }
        var depth = 0
        let inner = rest.prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }.dropFirst()
        let labels = parts(of: inner).map { part in
            let words = part.trimmed
            let hasLabel = words.contains(#/^`?\w+`?( `?\w+`?)?:/#)
            return hasLabel ? words.prefix { $0 != " " && $0 != ":" }.filter { $0 != "`" } + ":" : "_:"
        }
        return [plain, "\(plain)(\(labels.joined()))"]
    }

    /// The parts between commas that are not inside brackets.
    private static func parts(of text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(", "[", "<": depth += 1
            case ")", "]": depth -= 1
            case ">" where index == text.startIndex || text[text.index(before: index)] != "-": depth -= 1
            case "," where depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        let last = text[start...]
        return last.trimmed.isEmpty ? parts : parts + [last]
    }
}

extension Substring {
    fileprivate var trimmed: Substring { Substring(trimmingCharacters(in: .whitespaces)) }
}
