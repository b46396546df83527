internal import CardStore

internal import struct Foundation.Date

/// The condition in which a session would find its store.
package enum StoreCondition: Equatable, Sendable {
    case missing
    case sound
    /// The next session moves the file aside and starts a new one with the actions that can be saved.
    case damaged(String)
    /// No session can open it.
    case unusable(SessionError)
}

/// What became of a store that was to be set aside.
package enum StoreSetAside: Equatable, Sendable {
    /// It is missing or sound; nothing was changed.
    case notNeeded
    /// It is kept at a path, and a new store has the unsent actions that could be read.
    case recovered(path: String, rescuedActions: Int)
    /// It is kept at a path; nothing in it could be read.
    case lost(path: String)
}

extension CardSession {
    /// Keeps a damaged store under another name, so that the next session begins with an empty one. Reads all of it, which
    /// takes a while.
    ///
    /// - Throws: ``SessionError`` if another program uses the store, or it cannot be changed.
    package static func setAsideIfDamaged(path: String) throws(SessionError) -> StoreSetAside {
        do throws(StoreError) {
            switch try CardDatabase.setAsideIfDamaged(path: path, at: Date()) {
            case .notNeeded: return .notNeeded
            case .recovered(let path, let count): return .recovered(path: path, rescuedActions: count)
            case .lost(let path): return .lost(path: path)
            }
        } catch { throw SessionError(error) }
    }

    /// Checks a store by its header without creating, locking or changing anything. Do not call it for a store that
    /// this process has open.
    package static func inspect(path: String) -> StoreCondition {
        do throws(StoreError) {
            return try CardDatabase.inspect(path: path) == nil ? .missing : .sound
        } catch {
            if case .corrupt(let reason) = error { return .damaged(reason) }
            return .unusable(SessionError(error))
        }
    }
}
