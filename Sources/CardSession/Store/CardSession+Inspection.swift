internal import CardStore

/// The condition in which a session would find its store.
package enum StoreCondition: Equatable, Sendable {
    case missing
    case sound
    /// The next session moves the file aside and starts a new one with the actions that can be saved.
    case damaged(String)
    /// No session can open it.
    case unusable(SessionError)
}

extension CardSession {
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
