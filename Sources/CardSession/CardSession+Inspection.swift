internal import CardStore

/// How a session would find its store.
package enum StoreCondition: Equatable, Sendable {
    case missing
    case sound
    /// The next session sets the file aside and begins a new one with the actions it can save.
    case damaged(String)
    /// No session can open it.
    case unusable(SessionError)
}

extension CardSession {
    /// Looks at a store by its header, and leaves no trace: nothing is made, locked or changed. Not for a store that this
    /// process has open.
    package static func inspect(path: String) -> StoreCondition {
        do throws(StoreError) {
            return try CardDatabase.inspect(path: path) == nil ? .missing : .sound
        } catch {
            if case .corrupt(let reason) = error { return .damaged(reason) }
            return .unusable(SessionError(error))
        }
    }
}
