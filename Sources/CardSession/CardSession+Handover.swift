internal import CardStore
internal import Glibc

extension CardSession {
    /// Opens a store that another process has, as soon as it lets it go. Blocks until then; for a thread that may.
    ///
    /// - Parameter onHeld: Told whether it is a command that has it, or else a viewer, and each time that changes.
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
            // A command ends soon, and a viewer may take the store after it: who waits for a lock does not hear of that.
            // Nor does one who waits before the other has said who they are, which takes no more than a moment.
            if isCommand == true || isCommand == nil && looks < longestSilence {
                poll(nil, 0, pause)
            } else {
                do throws(StoreError) { try CardDatabase.awaitRelease(path: path) } catch { throw SessionError(error) }
            }
        }
    }

    /// Milliseconds between two looks at who has a store.
    private static let pause: Int32 = 50
    /// How often whoever says nothing is looked at.
    private static let longestSilence = 20

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
