import Basics

/// The decoded path and query of a request.
package struct RequestTarget: Hashable, Sendable {
    /// The decoded parts of the path between slashes. A part can contain any character, even an encoded slash.
    package let segments: [String]
    package let query: [QueryItem]

    /// One `name=value` of a query. A `+` is not decoded as a space.
    package struct QueryItem: Hashable, Sendable {
        package var name: String
        /// The value; empty if the item has no `=`.
        package var value: String
    }

    /// Decodes a target; nil if it does not begin with a slash, or an escape is incomplete or not UTF-8.
    package init?(_ target: String) {
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

    /// The value of the first item with a name; nil if there is none.
    package subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// The values of all items with a name.
    package func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }
}
