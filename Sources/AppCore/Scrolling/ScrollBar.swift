package import Canvas

/// Which part of all cards is in sight, as a bar beside them.
package struct ScrollBar: Equatable, Sendable {
    /// The bar's column, on screen.
    package var rect: Rect
    /// The rows of it that stand for what is in sight.
    package var thumb: Range<Int>

    /// - Parameters:
    ///   - shown: From where to where of the cards is in sight, in cards; a part of one is a fraction.
    ///   - total: All cards.
    /// - Returns: Nil where all of them are in sight.
    package init?(rect: Rect, shown: ClosedRange<Double>, total: Int) {
        let rows = rect.size.rows
        let all = Double(total)
        let length = shown.upperBound - shown.lowerBound
        guard rows >= Self.leastRows, total > 0, length < all - 0.01 else { return nil }
        let size = min(rows - 1, max(1, Int((Double(rows) * length / all).rounded())))
        let free = rows - size
        let place = Int((shown.lowerBound / max(0.01, all - length) * Double(free)).rounded())
        // Only the ends stand at the ends.
        let isAtStart = shown.lowerBound < 0.01
        let isAtEnd = shown.upperBound > all - 0.01
        let start = isAtStart ? 0 : isAtEnd ? free : free < 2 ? place : min(max(1, place), free - 1)
        self.rect = rect
        thumb = min(max(0, start), free)..<min(max(0, start), free) + size
    }

    /// A shorter bar shows nothing.
    private static let leastRows = 4

    /// Which card stands at a row of the screen, from 0, of so many.
    func rank(atRow row: Int, of total: Int) -> Int {
        let last = max(1, rect.size.rows - 1)
        let fraction = Double(min(max(0, row - rect.minRow), last)) / Double(last)
        return Int((fraction * Double(max(0, total - 1))).rounded())
    }
}
