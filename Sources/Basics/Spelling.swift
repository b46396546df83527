/// Suggests the name that a misspelt name was probably meant to be.
package enum Spelling {
    /// The maximum length of a name in Unicode scalars. A longer name is not a typing error, and comparing it would
    /// take long.
    private static let longest = 200

    /// The candidate with the fewest edits, or nil if none is close enough.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let typed = Array(name.unicodeScalars)
        guard typed.count <= longest else { return nil }
        // Two edits could replace a short name completely.
        let limit = max(typed.count > 3 ? 2 : 1, typed.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.unicodeScalars)
            // Each scalar of difference in length is an edit.
            guard abs(other.count - typed.count) <= limit else { continue }
            let distance = distance(typed, other)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The number of insertions, removals, replacements and swaps of neighbours that turn one text into the other.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var next = [row + 1]
            next.reserveCapacity(right.count + 1)
            for column in right.indices {
                let change = left[row] == right[column] ? 0 : 1
                var best = min(last[column + 1] + 1, next[column] + 1, last[column] + change)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                next.append(best)
            }
            (beforeLast, last) = (last, next)
        }
        return last[right.count]
    }
}
