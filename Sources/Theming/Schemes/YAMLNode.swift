/// A part of a YAML document. Equal where the content is, wherever that stands.
struct YAMLNode: Hashable {
    enum Content: Hashable {
        case text(String)
        case list([YAMLNode])
        case table(YAMLTable)
    }

    let content: Content
    /// Where it begins, from 1; for an alias where its anchor stands.
    let line: Int

    static func == (one: YAMLNode, other: YAMLNode) -> Bool { one.content == other.content }

    func hash(into hasher: inout Hasher) { hasher.combine(content) }

    /// A single value, as it is written; nil for a list or a table.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    var table: YAMLTable? { if case .table(let table) = content { table } else { nil } }
}

/// Keys with their values, in the order of the document. No key is set twice.
struct YAMLTable: Hashable {
    private let values: [YAMLNode: YAMLNode]

    /// - Throws: ``YAMLError`` with the line and the name of a key that is set twice.
    init(_ pairs: [(key: YAMLNode, value: YAMLNode)]) throws(YAMLError) {
        var values: [YAMLNode: YAMLNode] = [:]
        for (key, value) in pairs where values.updateValue(value, forKey: key) != nil {
            throw YAMLError(line: key.line, problem: "\(key.text ?? "a name") is set twice")
        }
        self.values = values
    }

    subscript(_ key: String) -> YAMLNode? { values[YAMLNode(content: .text(key), line: 0)] }
}

/// Why a text is not YAML.
struct YAMLError: Error, Hashable {
    /// From 1; 0 where it is not known.
    var line: Int
    var problem: String?
}
