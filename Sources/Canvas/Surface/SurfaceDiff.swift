/// The cells that changed from one surface to the next, as runs of a row.
///
/// A run never begins or ends inside a wide glyph of the new surface, so painting the runs of
/// `next` over `previous` gives `next` on any terminal.
package struct SurfaceDiff: Equatable, Sendable {
    package struct Run: Equatable, Sendable {
        package let row: Int
        package let columns: Range<Int>

        package init(row: Int, columns: Range<Int>) {
            self.row = row
            self.columns = columns
        }
    }

    /// In reading order, not overlapping.
    package private(set) var runs: [Run] = []
    package private(set) var cellsChanged = 0

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
            if isComparable, Self.isSameMemory(old, new, count: columns) { continue }
            if isComparable {
                scan(row: row, old: old, new: new, count: columns) { $0 == $1 }
            } else {
                scan(row: row, old: old, new: new, count: columns) { left, right in
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
        row: Int, old: UnsafePointer<Cell>, new: UnsafePointer<Cell>, count: Int, isSame: (Cell, Cell) -> Bool
    ) {
        var column = 0
        while column < count {
            if isSame(old[column], new[column]) {
                column += 1
                continue
            }
            var first = column
            repeat { column += 1 } while column < count && !isSame(old[column], new[column])
            if new[first].isContinuation, first > 0 { first -= 1 }
            if column < count, new[column].isContinuation { column += 1 }
            append(row: row, from: first, to: column)
        }
    }

    private mutating func append(row: Int, from first: Int, to end: Int) {
        runs.append(Run(row: row, columns: first..<end))
        cellsChanged += end - first
    }

    /// Cells have no padding, so equal memory is equal cells; compared sixteen bytes at a time.
    private static func isSameMemory(_ left: UnsafePointer<Cell>, _ right: UnsafePointer<Cell>, count: Int) -> Bool {
        let left = UnsafeRawPointer(left)
        let right = UnsafeRawPointer(right)
        var difference: UInt64 = 0
        var offset = 0
        let end = count * MemoryLayout<Cell>.stride
        while offset < end, difference == 0 {
            difference |=
                left.load(fromByteOffset: offset, as: UInt64.self) ^ right.load(fromByteOffset: offset, as: UInt64.self)
            difference |=
                left.load(fromByteOffset: offset + 8, as: UInt64.self)
                ^ right.load(fromByteOffset: offset + 8, as: UInt64.self)
            offset += 16
        }
        return difference == 0
    }
}
