/// How deeply a document nests its elements, by an estimate from its tags: the time that its parser takes grows with the
/// square of that.
enum Nesting {
    /// The greatest number of elements around another one. Documents of people have less than a hundred.
    private static let limit = 1000
    /// Elements without content, and those that end with the next one of their kind.
    private static let flat: Set<String> = [
        "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input",
        "li",
        "link", "meta", "optgroup", "option", "p", "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr",
        "track",
        "wbr",
    ]

    /// Whether the document can be read in a short time.
    static func isShallow(_ html: some Collection<UInt8>) -> Bool {
        // By name, because an end tag without a beginning ends nothing else.
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
