/// Finds the name a mistyped one was probably meant to be.
struct NearestName {
    let candidates: [String]
    /// Bytes; what is longer is no slip, and comparing it would take long.
    private static let longest = 200

    /// The candidate with the fewest single-letter changes, if few enough to be a slip rather than another word.
    func match(for name: String) -> String? {
        let typed = Array(name.utf8)
        guard typed.count <= Self.longest else { return nil }
        let limit = max(2, typed.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = Self.distance(typed, Array(candidate.utf8))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Levenshtein distance in one row of memory.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (leftIndex, leftByte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = leftIndex + 1
            for (rightIndex, rightByte) in right.enumerated() {
                let substituted = diagonal + (leftByte == rightByte ? 0 : 1)
                diagonal = row[rightIndex + 1]
                row[rightIndex + 1] = min(substituted, row[rightIndex] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
