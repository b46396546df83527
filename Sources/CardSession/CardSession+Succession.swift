internal import CardStore

extension CardSession {
    /// Opens a store that another process has, as soon as it lets it go. Blocks until then; for a thread that may.
    ///
    /// - Throws: ``SessionError`` when the store cannot be opened for another reason.
    package static func succeeding(path: String) throws(SessionError) -> CardSession {
        while true {
            do throws(StoreError) { try CardDatabase.awaitRelease(path: path) } catch { throw SessionError(error) }
            do throws(SessionError) {
                return try CardSession(.file(path: path))
            } catch {
                // Somebody else was quicker.
                guard case .inUse = error else { throw error }
            }
        }
    }

    /// Adds what was done over another store, whose actions have all ended, to the history.
    ///
    /// - Throws: ``SessionError`` when one of the stores fails or its session is closed.
    package func joinHistory(of former: CardSession) async throws(SessionError) {
        let past = try await former.history()
        do { try await database.join(past) } catch { throw SessionError(error) }
    }

    /// How many actions would be lost with the store: those on their way and those refused. Blocks for well under a
    /// millisecond.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func unsentActions() throws(SessionError) -> Int {
        do { return try database.outboxSize() } catch { throw SessionError(error) }
    }
}
