import Cards

/// The effect of setting or unsetting a contact: the new state, and the changes of all other stored data.
///
/// Every waiting row has an owner, the contact for which it was recorded. Rows that were recorded for a guest, or while
/// no contact was set, have no owner and go to the next contact. Rows of another owner are never sent for the new
/// contact.
struct ContactChange: Sendable, Hashable {
    /// The change of the waiting rows.
    enum Waiting: Sendable, Hashable {
        case unchanged
        /// Rows without an owner get this owner; rows of other owners are removed.
        case pass(to: String?)
        case remove
    }

    var state: CordialState
    var waiting: Waiting
    /// Whether the inbox, contents and in-app messages are removed.
    var clearsCaches: Bool

    /// Sets a contact.
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

    /// Unsets the contact. Waiting rows are kept.
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

    /// Unsets the contact and removes all its data.
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
