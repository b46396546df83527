public import Cards
import VendorClient

import struct Foundation.UUID

/// The contact on whose behalf the program runs: set, unset, attributes, push token, categories.
///
/// At first the contact is a guest, known by the device. Everything is kept on this machine until the service has it.
public struct CordialContact: Sendable {
    /// The contact as it is known here.
    public struct Current: Sendable, Hashable {
        /// The primary key, or a secondary one as `email:ana@example.com`; nil for a guest, and while none is set.
        public var primaryKey: String?
        /// Whether the service has accepted the contact. While it is false, everything waits.
        public var isLoggedIn: Bool
        /// Whether a contact or attributes of it wait to be sent.
        public var isUpserting: Bool
        /// The id of this installation for the service.
        public var deviceID: String
        /// In hexadecimal digits. It stands in for one of a push service until ``CordialContact/setPushToken(_:)``.
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

    /// The contact now.
    public func current() async throws(CordialError) -> Current {
        try await store.read { access in
            Current(
                primaryKey: access.state.primaryKey, isLoggedIn: access.state.phase == .active,
                isUpserting: try access.waitingCount(.contact) > 0, deviceID: access.state.deviceID,
                pushToken: access.state.pushToken, pushStatus: access.state.permission.status,
                attributes: access.state.attributes)
        }
    }

    /// What waits to be sent for one contact.
    public struct Unsent: Sendable, Hashable {
        /// The primary key of the contact.
        public var primaryKey: String
        /// How many things wait; at least 1.
        public var count: Int
    }

    /// What ``set(_:)`` with this key would remove, because it waits for another contact: the present one, or the one that
    /// was unset. Nil for nothing.
    ///
    /// - Parameter primaryKey: Nil for a guest.
    public func unsent(besides primaryKey: String?) async throws(CordialError) -> Unsent? {
        try await store.read { try $0.unsent(besides: primaryKey) }
    }

    /// Whether no contact is set, so that everything waits for one.
    public func isUnset() async throws(CordialError) -> Bool { try await store.state().phase == .out }

    /// Whether a name can be that of an attribute: neither it nor a part between dots is empty or has a space.
    public static func isAttributeName(_ name: String) -> Bool { ContactAttributes.isValid(name) }

    /// Sets the contact. What a guest has done goes to it. What waits for another contact is removed, and so are the other
    /// contact's inbox, attributes and attribution. ``unsent(besides:)`` says beforehand what would be lost.
    ///
    /// - Parameter primaryKey: Or a secondary key such as `email:ana@example.com`; nil for a guest.
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

    /// Ends the contact on this device. What waits is kept: for this contact if it comes back, and what is made from now on
    /// for the next one. Nothing but the end itself is sent until a contact is set.
    ///
    /// - Throws: ``CordialError/Code/notLoggedIn`` if there is none.
    public func unset() async throws(CordialError) {
        try await end { state throws(CordialError) in
            guard state.phase != .out else { throw CordialError.noContact }
            return .unset(from: state)
        }
    }

    /// Ends the contact on this device, and removes everything of it from this machine: what waits, inbox, attributes.
    public func logOut() async throws(CordialError) { try await end { .logOut(from: $0) } }

    private func end(
        _ change: @escaping @Sendable (CordialState) throws(CordialError) -> ContactChange
    ) async throws(CordialError) {
        try await store.change { access in
            let old = access.state
            let change = try change(old)
            access.state = change.state
            try access.apply(change)
            // The service knows of this device only what it has accepted.
            guard old.phase != .out, old.upsertedAt != nil else { return }
            try access.add(.logout, key: "", old.primaryKey.map { ["primaryKey": .string($0)] } ?? [:])
        }
        outbox.notices.send(.contactChanged)
        await outbox.schedule()
    }

    /// Sets attributes, and memberships of lists by a ``AttributeValue/bool(_:)`` with the list's name. `address.city` stands
    /// for `city` in an object `address`. Names that are empty or have a space are left out.
    ///
    /// - Returns: The names that were left out.
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

    /// Puts the contact on a list.
    public func join(_ list: String) async throws(CordialError) { try await update([list: .bool(true)]) }

    /// Takes the contact off a list.
    public func leave(_ list: String) async throws(CordialError) { try await update([list: .bool(false)]) }

    /// The token of a push service for this device. The contact is sent with it.
    ///
    /// - Parameter token: In hexadecimal digits of either case.
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

    /// Whether the person allows notifications. A change of the status goes to the service, with an event.
    public func setPermission(_ permission: NotificationPermission) async throws(CordialError) {
        let isIn = permission.status == "opt-in"
        let recording = await events.recording(isIn ? .optedIn : .optedOut)
        let isOther = try await store.change { access in
            let old = access.state.permission
            access.state.permission = permission
            guard old.status != permission.status else { return false }
            if access.state.phase != .out { try access.addContact() }
            // An opt-out tells what was allowed before.
            let shown = isIn ? permission : old
            _ = try recording.adding("authorizationStatus", .string(shown.rawValue)).add(to: &access)
            return true
        }
        if isOther { await outbox.schedule() }
    }

    // MARK: Categories

    /// Offers categories of notifications. A list that equals the last one changes nothing, so that what the person has
    /// switched stays.
    ///
    /// - Throws: ``CordialError/Code/invalidRequest`` for an empty list.
    public func offer(_ categories: [NotificationCategory]) async throws(CordialError) {
        guard !categories.isEmpty else {
            throw CordialError(.invalidRequest, "the list of categories must not be empty")
        }
        try await changeCategories { $0.offer(categories) }
    }

    /// The categories, as they are switched.
    public func categories() async throws(CordialError) -> [NotificationCategory] { try await store.state().categories }

    /// Switches a category.
    ///
    /// - Throws: ``CordialError/Code/notFound`` if there is none with this key.
    public func setCategory(_ key: String, isOn: Bool) async throws(CordialError) {
        try await changeCategories { state in
            guard let isChanged = state.setCategory(key, isOn: isOn) else {
                throw CordialError(.notFound, "no category has the key \"\(key)\"".escapingControls)
            }
            return isChanged
        }
    }

    /// Asks the program to show the categories, as a push service does on the person's behalf.
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
    /// The contact is to be sent, with these attributes.
    func addContact(_ attributes: JSONObject = [:]) throws {
        try add(
            .contact, key: UUID().uuidString, attributes.isEmpty ? [:] : ["attributes": .object(attributes)])
    }
}
