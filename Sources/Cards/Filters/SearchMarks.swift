/// Finds the words of a search in a line of text, as the search itself compares them: without case and diacritics.
package struct SearchMarks: Sendable {
    private let needles: [[UInt8]]

    /// Nil for a search without words that a card must contain.
    package init?(_ search: CardSearch) {
        needles = search.terms.compactMap { term in
            guard case .text(let text) = term.condition, !term.isNegated else { return nil }
            let bytes = FoldedText(text).bytes
            return bytes.isEmpty ? nil : bytes
        }
        if needles.isEmpty { return nil }
    }

    /// The positions of the characters that belong to a match.
    ///
    /// - Parameter line: The characters by position; nil where none can match.
    package func positions(in line: [Unicode.Scalar?]) -> [Range<Int>] {
        var text = FoldedText([])
        // The position that each byte comes from.
        var origins: [Int] = []
        origins.reserveCapacity(line.count)
        for (position, scalar) in line.enumerated() {
            // A zero byte stands for a position that cannot match, because no text contains one.
            if let scalar { text.append(Array(String(scalar).utf8)) } else { text.append([0]) }
            while origins.count < text.bytes.count { origins.append(position) }
        }
        return needles.flatMap { needle in
            Self.places(of: needle, in: text.bytes).map { origins[$0]..<origins[$0 + needle.count - 1] + 1 }
        }
    }

    private static func places(of needle: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard bytes.count >= needle.count else { return [] }
        var places: [Int] = []
        var start = 0
        while start <= bytes.count - needle.count {
            if bytes[start] == needle[0], bytes[start..<start + needle.count].elementsEqual(needle) {
                places.append(start)
                start += needle.count
            } else {
                start += 1
            }
        }
        return places
    }
}
