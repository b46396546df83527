/// Estimates from its tags how deeply a document nests its elements. The time that the parser takes grows with the
/// square of the depth.
enum Nesting {
    /// The maximum nesting depth. Documents written by people have less than a hundred levels.
    private static let limit = 1000
    /// Elements without content, and elements that end when the next one of their kind begins.
    private static let flat: Set<String> = [
        "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input",
        "li",
        "link", "meta", "optgroup", "option", "p", "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr",
        "track",
        "wbr",
    ]

    /// Whether the document can be parsed in a short time.
    static func isShallow(_ html: some Collection<UInt8>) -> Bool {
        // Counted by name, because an end tag without a start tag does not end another element.
        var open: [String: Int] = [:]
        var depth = 0
        var rest = html[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[html.index(after: start)...]
            let isEnd = rest.first == UInt8(ascii: "/")
            if isEnd { rest = rest.dropFirst() }
            let name = String(decoding: rest.prefix(12).prefix { $0.isNameByte }, as: UTF8.self).lowercased()
            guard !name.isEmpty, !flat.contains(name) else { continue }
            if !isEnd {
                open[name, default: 0] += 1
                depth += 1
                if depth > limit { return false }
            } else if let count = open[name], count > 0 {
                open[name] = count - 1
                depth -= 1
            }
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isNameByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
