import Cards

/// What setting or unsetting a contact does: the state after it, and what becomes of everything else that is stored.
///
/// Everything that waits has an owner, the contact for which it was made. What a guest made, or what was made while no
/// contact was set, has none and goes to the next contact. What has another owner is never sent for the new one.
struct ContactChange: Sendable, Hashable {
    /// What becomes of the rows that wait.
    enum Waiting: Sendable, Hashable {
        case unchanged
        /// Rows without an owner get this one, rows of another one are removed.
        case pass(to: String?)
        case remove
    }

    var state: CordialState
    var waiting: Waiting
    /// Removes inbox, contents and in-app messages.
    var clearsCaches: Bool

    /// A contact is set.
    ///
    /// - Parameter key: Nil for a guest.
    static func set(_ key: String?, from old: CordialState) -> ContactChange {
        var state = old
        state.primaryKey = key
        state.phase = old.phase == .active ? .active : .joining
        state.timestamps = nil
        state.latestInApp = nil
        state.inboxListedAt = nil
        let isOther = old.lastKey != nil && old.lastKey != key
        if isOther {
            state.attributes = [:]
            state.attribution = nil
            state.previousAttribution = nil
            state.offeredCategories = []
        }
        state.lastKey = key ?? (isOther ? nil : old.lastKey)
        return ContactChange(state: state, waiting: .pass(to: key), clearsCaches: isOther)
    }

    /// The contact is unset: what waits is kept.
    static func unset(from old: CordialState) -> ContactChange {
        var state = old
        state.primaryKey = nil
        state.phase = .out
        state.timestamps = nil
        state.latestInApp = nil
        state.inboxListedAt = nil
        state.attribution = nil
        return ContactChange(state: state, waiting: .unchanged, clearsCaches: false)
    }

    /// The contact is unset, and everything of it removed.
    static func logOut(from old: CordialState) -> ContactChange {
        var change = unset(from: old)
        change.state.lastKey = nil
        change.state.attributes = [:]
        change.state.previousAttribution = nil
        change.state.categories = []
        change.state.offeredCategories = []
        change.waiting = .remove
        change.clearsCaches = true
        return change
    }
}
