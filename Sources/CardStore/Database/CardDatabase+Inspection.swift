import SQLite

/// Settings that tests check, because the safety of the file depends on them.
extension CardDatabase {
    package struct ConnectionSettings: Equatable, Sendable {
        package var isQueryOnly: Bool
        package var checkpointsByItself: Bool

        package init(isQueryOnly: Bool, checkpointsByItself: Bool) {
            self.isQueryOnly = isQueryOnly
            self.checkpointsByItself = checkpointsByItself
        }

        init(_ db: Database) throws {
            isQueryOnly = try db.statement("PRAGMA query_only").value() ?? false
            checkpointsByItself = try (db.statement("PRAGMA wal_autocheckpoint").value() ?? 0) > 0
        }
    }

    package func connectionSettings() throws(StoreError) -> (writer: ConnectionSettings, reader: ConnectionSettings) {
        do {
            return (
                try writer.accessNow(ConnectionSettings.init), try reader.accessNow(ConnectionSettings.init)
            )
        } catch { throw StoreError(error) }
    }

    /// The size of the cached card bodies, in bytes of JSON.
    package func cachedBytes() throws(StoreError) -> Int {
        do { return try reader.accessNow { _ in observers.cachedBytes } } catch { throw StoreError(error) }
    }

    /// Limits the file to a number of pages, so that it behaves as on a full disk.
    package func limitPages(to count: Int) throws(StoreError) {
        do {
            try writer.accessNow { db in try db.execute("PRAGMA max_page_count = \(count)") }
        } catch { throw StoreError(error) }
    }
}
