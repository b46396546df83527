import Basics

/// The path and query of a request, decoded.
struct RequestTarget: Hashable, Sendable {
    /// The parts of the path between slashes; an identifier in it may contain any character, even an encoded slash.
    let segments: [String]
    let query: [QueryItem]

    /// One `name=value` of a query. A `+` stands for itself.
    struct QueryItem: Hashable, Sendable {
        var name: String
        /// Empty without `=`.
        var value: String
    }

    /// Nil unless the target begins with a slash and its escapes are complete and UTF-8.
    init?(_ target: String) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = halves.first, path.first == "/" else { return nil }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = PercentCoding.decode(part) else { return nil }
            segments.append(segment)
        }
        var query: [QueryItem] = []
        for part in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(sides[0]),
                let value = sides.count > 1 ? PercentCoding.decode(sides[1]) : ""
            else { return nil }
            query.append(QueryItem(name: name, value: value))
        }
        self.segments = segments
        self.query = query
    }

    /// The value of the first item with a name.
    subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// The values of all items with a name.
    func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// - Throws: 400 unless the value is a whole number in the range. Nil if there is no such item.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(EmulatorRefusal) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw .invalid(name, "must be a whole number \(bounds)")
        }
        return number
    }
}
