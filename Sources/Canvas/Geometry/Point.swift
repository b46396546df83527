/// A cell position: column 0 is the left edge, row 0 the top. Negative values mean "outside".
package struct Point: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package static let zero = Point(column: 0, row: 0)

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}
