package import Canvas

/// A scroll bar next to the cards, which shows the part of all cards that is in sight.
package struct ScrollBar: Equatable, Sendable {
    /// The column of the bar, in screen coordinates.
    package var rect: Rect
    /// The rows of the bar that represent the visible part.
    package var thumb: Range<Int>

    /// - Parameters:
    ///   - shown: The visible range in units of cards, with fractions for partly visible cards.
    ///   - total: The number of all cards.
    /// - Returns: Nil if all cards are in sight.
    package init?(rect: Rect, shown: ClosedRange<Double>, total: Int) {
        let rows = rect.size.rows
        let all = Double(total)
        let length = shown.upperBound - shown.lowerBound
        guard rows >= Self.minRows, total > 0, length < all - 0.01 else { return nil }
        let size = min(rows - 1, max(1, Int((Double(rows) * length / all).rounded())))
        let free = rows - size
        let place = Int((shown.lowerBound / max(0.01, all - length) * Double(free)).rounded())
        // The thumb touches an end of the bar only if that end of the cards is in sight.
        let isAtStart = shown.lowerBound < 0.01
        let isAtEnd = shown.upperBound > all - 0.01
        let start = isAtStart ? 0 : isAtEnd ? free : free < 2 ? place : min(max(1, place), free - 1)
        self.rect = rect
        thumb = min(max(0, start), free)..<min(max(0, start), free) + size
    }

    /// The minimum number of rows. A shorter bar would show nothing useful.
    private static let minRows = 4

    /// The index of the card at a row of the screen, from 0, of `total` cards.
    func rank(atRow row: Int, of total: Int) -> Int {
        let last = max(1, rect.size.rows - 1)
        let fraction = Double(min(max(0, row - rect.minRow), last)) / Double(last)
        return Int((fraction * Double(max(0, total - 1))).rounded())
    }
}
