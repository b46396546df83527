package import Canvas

/// The layout of containers on a screen: next to and below each other.
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

    /// The size of a part in its row or column. The parts that fill share the length that cells and percentages leave.
    package enum PartSize: Hashable, Sendable {
        case cells(Int)
        case percent(Int)
        case fill
    }

    /// The minimum width in cells. Columns that would be narrower are placed below each other instead.
    package static let narrowestColumn = 36

    /// The containers in reading order.
    package var containers: [ContainerID] {
        switch self {
        case .container(let id): [id]
        case .rows(let parts), .columns(let parts): parts.flatMap(\.content.containers)
        }
    }

    /// Whether a container is one of ``containers``.
    package func holds(_ container: ContainerID) -> Bool {
        switch self {
        case .container(let id): id == container
        case .rows(let parts), .columns(let parts): parts.contains { $0.content.holds(container) }
        }
    }

    package struct Place: Hashable, Sendable {
        package var container: ContainerID
        package var rect: Rect
        /// Whether the container is reduced to its title row, because there is no room for it and the focused
        /// container.
        package var isFolded = false
    }

    /// The rectangle of each container. Collapsed containers, and parts with only collapsed containers, get no room.
    ///
    /// - Parameters:
    ///   - focused: The focused container. If containers below each other would all be too low for cards, it gets the
    ///     room, and each of the others one row.
    ///   - needs: The number of rows that a container can fill, where known. A height in cells is a maximum for it;
    ///     rows that it does not need go to parts that fill.
    package func places(
        in rect: Rect, collapsed: Set<ContainerID>, focused: ContainerID? = nil, needs: [ContainerID: Int] = [:]
    ) -> [Place] {
        places(in: rect, Surroundings(collapsed: collapsed, focused: focused, needs: needs))
    }

    /// The inputs of the layout in addition to the rectangle.
    private struct Surroundings {
        let collapsed: Set<ContainerID>
        let focused: ContainerID?
        let needs: [ContainerID: Int]
        /// Whether the containers other than the focused one are folded.
        var areTight = false
        /// Whether all containers in this part are folded.
        var areFolded = false
    }

    private func places(in rect: Rect, _ around: Surroundings) -> [Place] {
        switch self {
        case .container(let id):
            let isShown = !around.collapsed.contains(id) && !rect.isEmpty
            return isShown ? [Place(container: id, rect: rect, isFolded: around.areFolded)] : []
        case .rows(let parts):
            return Self.below(parts, in: rect, around)
        case .columns(let parts):
            let shown = parts.filter { !$0.content.isCollapsed(around.collapsed) }
            guard let widths = Self.widths(of: shown, in: rect.size.columns) else {
                // The sizes are widths, which do not apply to heights.
                return Self.below(shown.map { Part(.fill, $0.content) }, in: rect, around)
            }
            var column = rect.minColumn
            return zip(shown, widths).flatMap { part, width in
                defer { column += width }
                return part.content.places(
                    in: Rect(column: column, row: rect.minRow, columns: width, rows: rect.size.rows), around)
            }
        }
    }

    /// The widths of parts next to each other; nil if a part would be too narrow.
    private static func widths(of parts: [Part], in columns: Int) -> [Int]? {
        let widths = shares(parts.map(\.size), of: columns)
        return parts.count == 1 || widths.allSatisfy { $0 >= narrowestColumn } ? widths : nil
    }

    private static func below(_ parts: [Part], in rect: Rect, _ around: Surroundings) -> [Place] {
        let shown = parts.filter { !$0.content.isCollapsed(around.collapsed) }
        let (heights, holders) = heights(of: shown, in: rect, around)
        var row = rect.minRow
        return zip(shown.indices, heights).flatMap { index, height in
            defer { row += height }
            var inside = around
            if !holders.isEmpty {
                inside.areTight = true
                inside.areFolded = !holders.contains(index)
            }
            return shown[index].content.places(
                in: Rect(column: rect.minColumn, row: row, columns: rect.size.columns, rows: height), inside)
        }
    }

    /// The heights of parts below each other, and the parts that get the whole room if there is not enough for all;
    /// empty if there is. Rows that the first of these parts cannot fill go to the next part that fills, if they are
    /// enough for a card.
    private static func heights(
        of parts: [Part], in rect: Rect, _ around: Surroundings
    ) -> (heights: [Int], holders: [Int]) {
        // In a low terminal, a height that was chosen for a higher one must not push other parts out.
        let most = max(minFill, rect.size.rows / 2)
        let sizes = parts.map(\.size)
        let capped = parts.map { part in
            guard case .cells(let cells) = part.size, sizes.contains(.fill) else { return part.size }
            guard case .container(let id) = part.content, let need = around.needs[id] else {
                return .cells(min(cells, most))
            }
            return .cells(min(cells, most, need))
        }
        let shares = shares(capped, of: rect.size.rows)
        let stacks = parts.map { $0.content.stack(in: rect.size.columns, around.collapsed) }
        if around.areFolded { return (stacks, []) }
        let isTooLow = zip(parts, zip(shares, stacks)).contains { part, room in
            let least = room.1 * minFill
            guard case .cells(let cells) = part.size else { return room.0 < least }
            let need = part.content.containers.first.flatMap { around.needs[$0] } ?? least
            return room.0 < min(cells, least, need)
        }
        let signs = stacks.reduce(0, +)
        let withFocus = parts.firstIndex { part in around.focused.map(part.content.containers.contains) ?? false }
        guard parts.count > 1, around.areTight || isTooLow,
            let holder = withFocus ?? (around.areTight ? parts.indices.first : nil),
            rect.size.rows - signs + stacks[holder] >= minRoom
        else { return (shares, []) }
        var heights = stacks
        heights[holder] += rect.size.rows - signs
        guard case .container(let id) = parts[holder].content, let need = around.needs[id],
            let next = parts.indices.first(where: { $0 != holder && parts[$0].size == .fill }),
            heights[holder] - need >= minFill - 1
        else { return (heights, [holder]) }
        heights[next] += heights[holder] - need
        heights[holder] = need
        return (heights, [holder, next])
    }

    /// The number of containers below each other, where it is largest.
    private func stack(in columns: Int, _ collapsed: Set<ContainerID>) -> Int {
        switch self {
        case .container(let id): return collapsed.contains(id) ? 0 : 1
        case .rows(let parts): return parts.reduce(0) { $0 + $1.content.stack(in: columns, collapsed) }
        case .columns(let parts):
            let shown = parts.filter { !$0.content.isCollapsed(collapsed) }
            guard let widths = Self.widths(of: shown, in: columns) else {
                return shown.reduce(0) { $0 + $1.content.stack(in: columns, collapsed) }
            }
            return zip(shown, widths).map { $0.content.stack(in: $1, collapsed) }.max() ?? 0
        }
    }

    private func isCollapsed(_ collapsed: Set<ContainerID>) -> Bool {
        containers.allSatisfy { collapsed.contains($0) }
    }

    /// Splits a length between parts. No share is negative. The last part takes the remaining length if no part fills;
    /// if the length is too short, the parts at the end are cut.
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
            // Fixed sizes leave some room for each part that fills.
            let share = min(max(0, wanted), max(0, left - fills * minFill))
            left -= share
            return share
        }
        guard fills > 0 else {
            if let last = shares.indices.last { shares[last] += left }
            return shares
        }
        var number = 0
        for index in sizes.indices where sizes[index] == .fill {
            // The first parts get the remaining cells.
            shares[index] = left / fills + (number < left % fills ? 1 : 0)
            number += 1
        }
        return shares
    }

    /// The number of cells that fixed sizes leave to each part that fills, if there are as many.
    private static let minFill = 6
    /// The minimum number of rows of the focused container when the others are folded to one row each.
    private static let minRoom = 3
}
