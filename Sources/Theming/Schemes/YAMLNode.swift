/// A node of a YAML document. Nodes with equal content are equal, regardless of their lines.
struct YAMLNode: Hashable {
    enum Content: Hashable {
        case text(String)
        case list([YAMLNode])
        case table(YAMLTable)
    }

    let content: Content
    /// The line where the node begins, from 1; for an alias, that of its anchor.
    let line: Int

    static func == (one: YAMLNode, other: YAMLNode) -> Bool { one.content == other.content }

    func hash(into hasher: inout Hasher) { hasher.combine(content) }

    /// The text of a scalar; nil for a list or a table.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    var table: YAMLTable? { if case .table(let table) = content { table } else { nil } }
}

/// Keys with their values. No key is set twice.
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
    /// The line, from 1; 0 if it is not known.
    var line: Int
    var problem: String?
}
