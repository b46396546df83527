public import Cards
import VendorClient

import struct Foundation.UUID

/// The contact on whose behalf the program runs: setting and unsetting it, its attributes, push token and categories.
///
/// Initially the contact is a guest, whom the service knows by the device. All changes are kept on this machine until
/// the service has accepted them.
public struct CordialContact: Sendable {
    /// The contact as known on this machine.
    public struct Current: Sendable, Hashable {
        /// The primary key, or a secondary one such as `email:ana@example.com`; nil for a guest, and while no contact
        /// is set.
        public var primaryKey: String?
        /// Whether the service has accepted the contact. Until then, all other data waits.
        public var isLoggedIn: Bool
        /// Whether the contact or its attributes wait to be sent.
        public var isUpserting: Bool
        /// The id of this installation on the service.
        public var deviceID: String
        /// The push token in hexadecimal digits. A generated one until ``CordialContact/setPushToken(_:)`` is called.
        public var pushToken: String
        /// `opt-in` or `opt-out`.
        public var pushStatus: String
        /// The attributes that were set on this machine, with dotted names.
        public var attributes: JSONObject
    }

    let store: CordialStore
    let outbox: Outbox
    let events: CordialEvents
    let log: CordialLog

    /// The current contact.
    public func current() async throws(CordialError) -> Current {
        try await store.read { access in
            Current(
                primaryKey: access.state.primaryKey, isLoggedIn: access.state.phase == .active,
                isUpserting: try access.waitingCount(.contact) > 0, deviceID: access.state.deviceID,
                pushToken: access.state.pushToken, pushStatus: access.state.permission.status,
                attributes: access.state.attributes)
        }
    }

    /// The unsent data of one contact.
    public struct Unsent: Sendable, Hashable {
        /// The primary key of the contact.
        public var primaryKey: String
        /// The number of waiting items; at least 1.
        public var count: Int
    }

    /// The data that ``set(_:)`` with this key would remove, because it waits for another contact: the current one, or
    /// the last one before it was unset. Nil if there is none.
    ///
    /// - Parameter primaryKey: The key of the contact to set; nil for a guest.
    public func unsent(besides primaryKey: String?) async throws(CordialError) -> Unsent? {
        try await store.read { try $0.unsent(besides: primaryKey) }
    }

    /// Whether no contact is set, so that all data waits for one.
    public func isUnset() async throws(CordialError) -> Bool { try await store.state().phase == .out }

    /// Whether a name is valid for an attribute: neither the name nor a part between dots is empty or contains a space.
    public static func isAttributeName(_ name: String) -> Bool { ContactAttributes.isValid(name) }

    /// Sets the contact. Data of a guest goes to the new contact. Waiting data of another contact is removed, and so
    /// are its inbox, attributes and attribution. Call ``unsent(besides:)`` first to find out what would be lost.
    ///
    /// - Parameter primaryKey: The primary key, or a secondary key such as `email:ana@example.com`; nil for a guest.
    public func set(_ primaryKey: String?) async throws(CordialError) {
        if let primaryKey, primaryKey.isEmpty {
            throw CordialError(.invalidRequest, "the key of a contact must not be empty; nil stands for a guest")
        }
        try await store.change { access in
            let change = ContactChange.set(primaryKey, from: access.state)
            access.state = change.state
            try access.apply(change)
            try access.removeWaiting(.logout)
            try access.addContact()
        }
        outbox.notices.send(.contactChanged)
        await outbox.schedule()
    }

    /// Unsets the contact on this device. Its waiting data is kept until the same contact is set again; data recorded
    /// from now on goes to the next contact. Until a contact is set, only the logout is sent.
    ///
    /// - Throws: ``CordialError/Code/notLoggedIn`` if no contact is set.
    public func unset() async throws(CordialError) {
        try await end { state throws(CordialError) in
            guard state.phase != .out else { throw CordialError.noContact }
            return .unset(from: state)
        }
    }

    /// Unsets the contact on this device, and removes all its data from this machine: waiting data, inbox, attributes.
    public func logOut() async throws(CordialError) { try await end { .logOut(from: $0) } }

    private func end(
        _ change: @escaping @Sendable (CordialState) throws(CordialError) -> ContactChange
    ) async throws(CordialError) {
        try await store.change { access in
            let old = access.state
            let change = try change(old)
            access.state = change.state
            try access.apply(change)
            // If the service has never accepted a contact of this device, there is nothing to log out.
            guard old.phase != .out, old.upsertedAt != nil else { return }
            try access.add(.logout, key: "", old.primaryKey.map { ["primaryKey": .string($0)] } ?? [:])
        }
        outbox.notices.send(.contactChanged)
        await outbox.schedule()
    }

    /// Sets attributes, and memberships of lists with ``AttributeValue/bool(_:)`` and the list's name. `address.city`
    /// stands for `city` in an object `address`. Skips names that are empty or contain a space.
    ///
    /// - Returns: The skipped names.
    @discardableResult
    public func update(_ attributes: [String: AttributeValue]) async throws(CordialError) -> [String] {
        let names = attributes.keys.sorted()
        let invalid = names.filter { !ContactAttributes.isValid($0) }
        for name in invalid { log.write(.error, "the name of an attribute is not valid: \"\(name.escapingControls)\"") }
        var valid = JSONObject()
        for name in names where ContactAttributes.isValid(name) { valid[name] = attributes[name]?.json }
        guard !valid.isEmpty else { return invalid }
        let added = valid
        try await store.change { access in
            access.state.attributes = ContactAttributes.merged(access.state.attributes, added)
            try access.addContact(added)
        }
        await outbox.schedule()
        return invalid
    }

    /// Adds the contact to a list.
    public func join(_ list: String) async throws(CordialError) { try await update([list: .bool(true)]) }

    /// Removes the contact from a list.
    public func leave(_ list: String) async throws(CordialError) { try await update([list: .bool(false)]) }

    /// Sets the push service's token of this device, and sends the contact with it.
    ///
    /// - Parameter token: Hexadecimal digits in either case.
    public func setPushToken(_ token: String) async throws(CordialError) {
        let token = token.lowercased()
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            throw CordialError(.invalidRequest, "a push token must have only hexadecimal digits")
        }
        let isNew = try await store.change { access in
            guard access.state.pushToken != token || !access.state.hasOwnPushToken else { return false }
            access.state.pushToken = token
            access.state.hasOwnPushToken = true
            if access.state.phase != .out { try access.addContact() }
            return true
        }
        if isNew { await outbox.schedule() }
    }

    /// Sets whether the user allows notifications. If the status changes, it is sent to the service with an event.
    public func setPermission(_ permission: NotificationPermission) async throws(CordialError) {
        let isIn = permission.status == "opt-in"
        let recording = await events.recording(isIn ? .optedIn : .optedOut)
        let isOther = try await store.change { access in
            let old = access.state.permission
            access.state.permission = permission
            guard old.status != permission.status else { return false }
            if access.state.phase != .out { try access.addContact() }
            // An opt-out reports the permission before it.
            let shown = isIn ? permission : old
            _ = try recording.adding("authorizationStatus", .string(shown.rawValue)).add(to: &access)
            return true
        }
        if isOther { await outbox.schedule() }
    }

    // MARK: Categories

    /// Offers categories of notifications to the user. A list that equals the last offered one changes nothing, so that
    /// the user's choices are kept.
    ///
    /// - Throws: ``CordialError/Code/invalidRequest`` for an empty list.
    public func offer(_ categories: [NotificationCategory]) async throws(CordialError) {
        guard !categories.isEmpty else {
            throw CordialError(.invalidRequest, "the list of categories must not be empty")
        }
        try await changeCategories { $0.offer(categories) }
    }

    /// The categories with the user's choices.
    public func categories() async throws(CordialError) -> [NotificationCategory] { try await store.state().categories }

    /// Turns a category on or off.
    ///
    /// - Throws: ``CordialError/Code/notFound`` if no category has this key.
    public func setCategory(_ key: String, isOn: Bool) async throws(CordialError) {
        try await changeCategories { state in
            guard let isChanged = state.setCategory(key, isOn: isOn) else {
                throw CordialError(.notFound, "no category has the key \"\(key)\"".escapingControls)
            }
            return isChanged
        }
    }

    /// Asks the program to show the categories, as a push service does when the user requests it.
    public func requestCategories() { outbox.notices.send(.categoriesRequested) }

    private func changeCategories(
        _ change: @escaping @Sendable (inout CordialState) throws -> Bool
    ) async throws(CordialError) {
        let isChanged = try await store.change { access in
            guard try change(&access.state) else { return false }
            let attributes = NotificationCategory.attributes(access.state.categories)
            access.state.attributes = ContactAttributes.merged(access.state.attributes, attributes)
            try access.addContact(attributes)
            return true
        }
        if isChanged { await outbox.schedule() }
    }
}

extension StoreAccess {
    /// Adds a row that sends the contact with these attributes.
    func addContact(_ attributes: JSONObject = [:]) throws {
        try add(
            .contact, key: UUID().uuidString, attributes.isEmpty ? [:] : ["attributes": .object(attributes)])
    }
}
