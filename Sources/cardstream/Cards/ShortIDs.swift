internal import Cards

/// Shortens ids for display: to eight characters, or to as many as make the listed ids distinct. Commands accept the
/// short form. Only ids that servers generate are shortened, because other ids can have a common beginning, or be
/// readable names.
struct ShortIDs {
    private static let usualLength = 8
    private let lengths: [String: Int]

    /// - Parameter ids: All ids of a list.
    init(_ ids: some Sequence<String>) {
        let sorted = Set(ids.filter { $0.count == CardReference.wholeLength }).sorted()
        var lengths = Dictionary(uniqueKeysWithValues: sorted.map { ($0, Self.usualLength) })
        for (id, next) in zip(sorted, sorted.dropFirst()) {
            let needed = zip(id, next).prefix { $0 == $1 }.count + 1
            for one in [id, next] { lengths[one] = max(lengths[one] ?? 0, needed) }
        }
        self.lengths = lengths
    }

    /// The short form of an id of the list; another id unchanged.
    subscript(id: String) -> String { lengths[id].map { String(id.prefix($0)) } ?? id }
}
