import GRDB

/// What tests assert about the connections, because the safety of the file hangs on it.
extension CardDatabase {
    package struct ConnectionSettings: Equatable, Sendable {
        package var isQueryOnly: Bool
        package var checkpointsByItself: Bool

        package init(isQueryOnly: Bool, checkpointsByItself: Bool) {
            self.isQueryOnly = isQueryOnly
            self.checkpointsByItself = checkpointsByItself
        }

        init(_ db: Database) throws {
            isQueryOnly = try Bool.fetchOne(db, sql: "PRAGMA query_only") ?? false
            checkpointsByItself = try (Int.fetchOne(db, sql: "PRAGMA wal_autocheckpoint") ?? 0) > 0
        }
    }

    package func connectionSettings() throws(StoreError) -> (writer: ConnectionSettings, reader: ConnectionSettings) {
        do {
            return (
                try writer.writeWithoutTransaction(ConnectionSettings.init), try reader.read(ConnectionSettings.init)
            )
        } catch { throw StoreError(error) }
    }

    /// How much is kept of the cards last read, as bytes of JSON.
    package func cachedBytes() throws(StoreError) -> Int {
        do { return try reader.read { _ in observers.cachedBytes } } catch { throw StoreError(error) }
    }

    /// Makes the file as good as full beyond so many pages.
    package func limitPages(to count: Int) throws(StoreError) {
        do {
            try writer.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA max_page_count = \(count)") }
        } catch { throw StoreError(error) }
    }
}
