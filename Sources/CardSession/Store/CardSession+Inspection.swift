internal import CardStore

internal import struct Foundation.Date

/// The condition of a store, as a session would find it.
package enum StoreCondition: Equatable, Sendable {
    case missing
    case sound
    /// The store is damaged. The next session moves the file away and starts a new one with the actions that can be
    /// saved.
    case damaged(String)
    /// No session can open it.
    case unusable(SessionError)
}

/// The result of setting a damaged store aside.
package enum StoreSetAside: Equatable, Sendable {
    /// The store is missing or sound; nothing was changed.
    case notNeeded
    /// The store was moved to a path, and a new store has the unsent actions that could be read.
    case recovered(path: String, rescuedActions: Int)
    /// The store was moved to a path; nothing in it could be read.
    case lost(path: String)
}

extension CardSession {
    /// Renames a damaged store, so that the next session begins with a new one. Reads the whole store, which takes a
    /// while.
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
