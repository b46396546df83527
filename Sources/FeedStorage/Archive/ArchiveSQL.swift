/// SQL statements for the rows of an archive, in the SQL that all supported databases understand.
package struct ArchiveSQL: Sendable {
    /// The name of the database column that other tables use to refer to rows.
    private let number: String
    /// The names of tables and columns in the database, where they differ from the archive.
    private let names: [String: String]

    /// - Parameter names: The keys are `table`, `table.column`, or `*.column` for all tables.
    package init(number: String, names: [String: String] = [:]) {
        self.number = number
        self.names = names
    }

    private func name(_ table: ArchiveTable) -> String { names[table.name] ?? table.name }

    private func name(_ column: String, of table: ArchiveTable) -> String {
        names["\(table.name).\(column)"] ?? names["*.\(column)"] ?? column
    }

    private func name(_ column: String, of table: String) -> String { names["*.\(column)"] ?? column }

    /// A query for all rows of a table, with the columns of the archive.
    package func select(_ table: ArchiveTable) -> String {
        let columns = table.columns.map { column in
            switch column.role {
            case .value, .position: "t.\(name(column.name, of: table))"
            case .feed: "feed.\(name(column.name, of: "feed"))"
            case .card: "card.id"
            }
        }
        var tables = "\(name(table)) AS t"
        if table.columns.contains(where: { $0.role == .feed }) { tables += " JOIN feed ON feed.id = t.feed" }
        if table.columns.contains(where: { $0.role == .card }) { tables += " JOIN card ON card.\(number) = t.card" }
        let order = table.order.isEmpty ? ["t.\(number)"] : table.order.map { "t.\(name($0, of: table))" }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(tables) ORDER BY \(order.joined(separator: ", "))"
    }

    /// A statement that inserts a row.
    /// - Parameter parameter: Returns the SQL of a parameter by its number, starting at 1.
    package func insert(_ table: ArchiveTable, parameter: (Int) -> String) -> String {
        var columns: [String] = []
        var values: [String] = []
        var feed: [String] = []
        for (index, column) in table.columns.enumerated() {
            let value = parameter(index + 1)
            switch column.role {
            case .value, .position:
                columns.append(name(column.name, of: table))
                values.append(value)
            case .feed:
                feed.append("\(name(column.name, of: "feed")) = \(value)")
            case .card:
                columns.append("card")
                values.append("(SELECT \(number) FROM card WHERE id = \(value))")
            }
        }
        if !feed.isEmpty {
            columns.append("feed")
            values.append("(SELECT id FROM feed WHERE \(feed.joined(separator: " AND ")))")
        }
        return """
            INSERT INTO \(name(table)) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))
            """
    }
}
