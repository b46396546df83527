/// The cells that look different from one surface to the next, as runs of a row.
///
/// A run never begins or ends inside a wide glyph of the new surface, so painting the runs of `next` over `previous`
/// looks like `next` on any terminal. The style of a blank can change without a visible difference, for example when
/// the content behind a sheet is dimmed. A run contains only the few such blanks that lie between its visible changes.
package struct SurfaceDiff: Equatable, Sendable {
    package struct Run: Equatable, Sendable {
        package let row: Int
        package let columns: Range<Int>

        package init(row: Int, columns: Range<Int>) {
            self.row = row
            self.columns = columns
        }
    }

    /// The runs in reading order, not overlapping.
    package private(set) var runs: [Run] = []
    package private(set) var cellsChanged = 0

    /// A run continues over at most this many cells that look the same, because moving the cursor takes as many bytes.
    private static let bridge = 8

    package var isEmpty: Bool { runs.isEmpty }

    private init() {}

    /// All cells, as after a resize.
    package init(all surface: Surface) {
        self.init()
        guard surface.size.columns > 0 else { return }
        for row in 0..<surface.size.rows { append(row: row, from: 0, to: surface.size.columns) }
    }

    /// The difference; all cells if the sizes differ.
    package init(from previous: Surface, to next: Surface) {
        guard previous.size == next.size else {
            self.init(all: next)
            return
        }
        self.init()
        // Cluster and link numbers are comparable only if both surfaces assigned the same ones.
        let isComparable =
            previous.storage.clusters == next.storage.clusters && previous.storage.links == next.storage.links
        let columns = next.size.columns
        guard columns > 0 else { return }
        for row in 0..<next.size.rows {
            let old = previous.storage.cells + row * columns
            let new = next.storage.cells + row * columns
            if isComparable {
                scan(row: row, old: old, new: new, count: columns) { Self.isSameMemory(old + $0, new + $0) }
            } else {
                scan(row: row, old: old, new: new, count: columns) { column in
                    let (left, right) = (old[column], new[column])
                    guard left.isCluster || right.isCluster || left.link != 0 || right.link != 0 else {
                        return left == right
                    }
                    guard left.style == right.style, left.width == right.width,
                        previous.storage.link(left.link) == next.storage.link(right.link)
                    else { return false }
                    return left.isCluster || right.isCluster
                        ? previous.storage.cluster(left.glyph) == next.storage.cluster(right.glyph)
                        : left.glyph == right.glyph
                }
            }
        }
    }

    @inline(__always)
    private mutating func scan(
        row: Int, old: UnsafePointer<Cell>, new: UnsafePointer<Cell>, count: Int, isSame: (Int) -> Bool
    ) {
        var column = 0
        while column < count {
            if isSame(column) || new[column].isBlank(like: old[column]) {
                column += 1
                continue
            }
            var first = column
            // The column after the last cell that looks different.
            var end = column + 1
            column = end
            while column < count, column - end <= Self.bridge, !isSame(column) {
                if !new[column].isBlank(like: old[column]) { end = column + 1 }
                column += 1
            }
            if new[first].isContinuation, first > 0 { first -= 1 }
            if end < count, new[end].isContinuation { end += 1 }
            append(row: row, from: first, to: end)
            column = max(column, end)
        }
    }

    private mutating func append(row: Int, from first: Int, to end: Int) {
        runs.append(Run(row: row, columns: first..<end))
        cellsChanged += end - first
    }

    /// Cells have no padding, so equal memory is equal cells; compared as two words.
    @inline(__always)
    private static func isSameMemory(_ left: UnsafePointer<Cell>, _ right: UnsafePointer<Cell>) -> Bool {
        let left = UnsafeRawPointer(left)
        let right = UnsafeRawPointer(right)
        let first = left.load(as: UInt64.self) ^ right.load(as: UInt64.self)
        let second = left.load(fromByteOffset: 8, as: UInt64.self) ^ right.load(fromByteOffset: 8, as: UInt64.self)
        return first | second == 0
    }
}
