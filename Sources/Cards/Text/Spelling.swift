/// Guesses what a misspelt name was meant to be.
package enum Spelling {
    /// Bytes; what is longer is no slip, and comparing it would take long.
    private static let longest = 200

    /// The candidate with the fewest edits, unless even that one is quite another word.
    package static func nearest(to name: String, among candidates: [String]) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let scored = candidates.map { (name: $0, distance: distance(name, $0)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
        // Of a short name, two edits leave nothing.
        return best.distance <= max(name.count > 3 ? 2 : 1, name.count / 3) ? best.name : nil
    }

    /// Insertions, removals, replacements and swaps of neighbours that turn one text into the other.
    package static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left), right = Array(right)
        var table = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in 0...left.count { table[row][0] = row }
        for column in 0...right.count { table[0][column] = column }
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        for row in 1...left.count {
            for column in 1...right.count {
                let change = left[row - 1] == right[column - 1] ? 0 : 1
                var best = min(
                    table[row - 1][column] + 1, table[row][column - 1] + 1, table[row - 1][column - 1] + change)
                let isSwap =
                    row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1]
                if isSwap { best = min(best, table[row - 2][column - 2] + 1) }
                table[row][column] = best
            }
        }
        return table[left.count][right.count]
    }
}
