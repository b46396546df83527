import Cards
import SQLite

extension StoreAccess {
    func inAppFlow() throws -> InAppFlow {
        let rows = try database.statement("SELECT id, body FROM in_app ORDER BY number").all { row in
            (id: row.string(0), body: try Self.object(row.string(1)))
        }
        return InAppFlow(
            entries: rows.compactMap { InAppEntry(row: $0.body, id: $0.id) },
            ended: rows.filter { $0.body["message"] == nil }.map(\.id))
    }

    /// Stores the parts of the flow that must survive a restart. An ended message is a row without a message.
    func store(_ flow: InAppFlow, over old: InAppFlow) throws {
        guard flow.entries != old.entries || flow.ended != old.ended else { return }
        try database.run("DELETE FROM in_app")
        let insert = "INSERT OR REPLACE INTO in_app (id, body) VALUES (?, ?)"
        for id in flow.ended { try database.run(insert, [id, "{}"]) }
        for entry in flow.entries { try database.run(insert, [entry.id, JSONValue.object(entry.stored).text()]) }
    }
}
