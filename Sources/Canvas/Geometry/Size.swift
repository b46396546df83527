/// A width and a height in cells. Never negative: negative input becomes zero.
package struct Size: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package static let zero = Size(columns: 0, rows: 0)

    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    package var isEmpty: Bool { columns == 0 || rows == 0 }
}
