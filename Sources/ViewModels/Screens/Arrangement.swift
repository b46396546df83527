package import Canvas

/// How containers share the screen: beside and below each other.
package indirect enum Arrangement: Hashable, Sendable {
    case container(ContainerID)
    case rows([Part])
    case columns([Part])

    package struct Part: Hashable, Sendable {
        package var size: PartSize
        package var content: Arrangement

        package init(_ size: PartSize = .fill, _ content: Arrangement) {
            self.size = size
            self.content = content
        }
    }

    /// What a part gets of its row or column. What cells and percents leave is shared by those that fill.
    package enum PartSize: Hashable, Sendable {
        case cells(Int)
        case percent(Int)
        case fill
    }

    /// Columns that would be narrower than this stand below each other instead.
    package static let narrowestColumn = 36

    /// The containers in reading order.
    package var containers: [ContainerID] {
        switch self {
        case .container(let id): [id]
        case .rows(let parts), .columns(let parts): parts.flatMap(\.content.containers)
        }
    }

    package struct Place: Hashable, Sendable {
        package var container: ContainerID
        package var rect: Rect
    }

    /// Where each container stands. Those that are collapsed get no place, and what holds only such no room.
    package func places(in rect: Rect, collapsed: Set<ContainerID>) -> [Place] {
        switch self {
        case .container(let id):
            return collapsed.contains(id) || rect.isEmpty ? [] : [Place(container: id, rect: rect)]
        case .rows(let parts):
            return Self.below(parts, in: rect, collapsed: collapsed)
        case .columns(let parts):
            let shown = parts.filter { !$0.content.isCollapsed(collapsed) }
            let widths = Self.shares(shown.map(\.size), of: rect.size.columns)
            guard shown.count == 1 || widths.allSatisfy({ $0 >= Self.narrowestColumn }) else {
                // What was said of widths does not hold for heights.
                return Self.below(shown.map { Part(.fill, $0.content) }, in: rect, collapsed: collapsed)
            }
            var column = rect.minColumn
            return zip(shown, widths).flatMap { part, width in
                defer { column += width }
                return part.content.places(
                    in: Rect(column: column, row: rect.minRow, columns: width, rows: rect.size.rows),
                    collapsed: collapsed)
            }
        }
    }

    private static func below(_ parts: [Part], in rect: Rect, collapsed: Set<ContainerID>) -> [Place] {
        let shown = parts.filter { !$0.content.isCollapsed(collapsed) }
        // In a low terminal a height that was meant for a high one must not push the others out.
        let most = max(leastFill, rect.size.rows / 2)
        let sizes = shown.map(\.size)
        let capped = sizes.map { size in
            if case .cells(let cells) = size, sizes.contains(.fill) { PartSize.cells(min(cells, most)) } else { size }
        }
        var row = rect.minRow
        return zip(shown, shares(capped, of: rect.size.rows)).flatMap { part, height in
            defer { row += height }
            return part.content.places(
                in: Rect(column: rect.minColumn, row: row, columns: rect.size.columns, rows: height),
                collapsed: collapsed)
        }
    }

    private func isCollapsed(_ collapsed: Set<ContainerID>) -> Bool {
        containers.allSatisfy { collapsed.contains($0) }
    }

    /// Splits a length. Nobody gets less than nothing; without anybody that fills the last one takes what is left, and
    /// where there is too little those at the end go short.
    static func shares(_ sizes: [PartSize], of length: Int) -> [Int] {
        let fills = sizes.count { $0 == .fill }
        var left = max(0, length)
        var shares = sizes.map { size -> Int in
            let wanted =
                switch size {
                case .cells(let cells): cells
                case .percent(let percent): length * percent / 100
                case .fill: 0
                }
            // Those that fill are not to be squeezed out altogether.
            let share = min(max(0, wanted), max(0, left - fills * leastFill))
            left -= share
            return share
        }
        guard fills > 0 else {
            if let last = shares.indices.last { shares[last] += left }
            return shares
        }
        var number = 0
        for index in sizes.indices where sizes[index] == .fill {
            // The odd cells go to the first ones.
            shares[index] = left / fills + (number < left % fills ? 1 : 0)
            number += 1
        }
        return shares
    }

    /// Cells that fixed sizes leave to each part that fills, if there are as many.
    private static let leastFill = 6
}
