internal import CardStore
internal import Glibc

extension CardSession {
    /// Opens a store that another process has open, as soon as that process releases it. Blocks until then; call it on
    /// a thread that may block.
    ///
    /// - Parameter onHeld: Called with whether a command has it, or else a viewer, each time that changes.
    /// - Throws: ``SessionError`` when the store cannot be opened for another reason.
    package static func openWhenReleased(
        path: String, onHeld: (_ isCommand: Bool) -> Void = { _ in }
    ) throws(SessionError) -> CardSession {
        var known: Bool?
        var looks = 0
        while true {
            do throws(SessionError) { return try CardSession(.file(path: path)) } catch {
                guard case .inUse = error else { throw error }
            }
            let isCommand = CardDatabase.holder(of: path)?.isCommand
            if let isCommand, isCommand != known {
                known = isCommand
                onHeld(isCommand)
            }
            looks = isCommand == nil ? looks + 1 : 0
            // A command ends soon, but a viewer may open the store right after it, which a process waiting for the lock
            // would not notice. The other process may also not have identified itself yet.
            if isCommand == true || isCommand == nil && looks < longestSilence {
                poll(nil, 0, pause)
            } else {
                do throws(StoreError) { try CardDatabase.awaitRelease(path: path) } catch { throw SessionError(error) }
            }
        }
    }

    /// Milliseconds between two checks of who holds the store.
    private static let pause: Int32 = 50
    /// The number of checks of a holder that does not identify itself.
    private static let longestSilence = 20

    /// Copies the actions done in another store, all of them completed, to the history.
    ///
    /// - Throws: ``SessionError`` when one of the stores fails or its session is closed.
    package func joinHistory(of former: CardSession) async throws(SessionError) {
        let past = try await former.history()
        do { try await database.join(past) } catch { throw SessionError(error) }
    }

    /// The number of actions that would be lost with the store: those pending and those refused. Blocks for well under
    /// a millisecond.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func unsentActions() throws(SessionError) -> Int {
        do { return try database.outboxSize() } catch { throw SessionError(error) }
    }
}
