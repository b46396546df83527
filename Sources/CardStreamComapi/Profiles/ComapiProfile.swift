public import Cards
import VendorClient

public import struct Foundation.Date

/// A user's profile: some documented attributes and any number of others, all of which are kept.
///
/// ```swift
/// var profile = try await client.profiles.profile("ana")
/// profile.value.attributes["favouriteColour"] = "green"
/// try await client.profiles.replace(profile.value, ifMatch: profile.etag)
/// ```
public struct ComapiProfile: Sendable, Hashable {
    /// The id of the profile.
    public let id: String
    /// All attributes but the id, in the service's order. Those that begin with `_` are the service's own and are never
    /// sent.
    public var attributes: JSONObject

    /// Creates a profile.
    public init(id: String, attributes: JSONObject = [:]) {
        self.id = id
        self.attributes = attributes
    }

    /// Reads a profile; nil without an id. Members that are null are left out.
    public init?(_ json: JSONObject) {
        guard let id = json.text("id") else { return nil }
        self.id = id
        attributes = json.withoutNulls
        attributes["id"] = nil
    }

    /// The attribute `email`.
    public var email: String? {
        get { attributes.text("email") }
        set { change("email", newValue) }
    }
    /// The attribute `firstName`.
    public var firstName: String? {
        get { attributes.text("firstName") }
        set { change("firstName", newValue) }
    }
    /// The attribute `lastName`.
    public var lastName: String? {
        get { attributes.text("lastName") }
        set { change("lastName", newValue) }
    }
    /// The attribute `gender`.
    public var gender: String? {
        get { attributes.text("gender") }
        set { change("gender", newValue) }
    }
    /// The attribute `phoneNumber`.
    public var phoneNumber: String? {
        get { attributes.text("phoneNumber") }
        set { change("phoneNumber", newValue) }
    }
    /// The attribute `phoneNumberCountryCode`.
    public var phoneNumberCountryCode: String? {
        get { attributes.text("phoneNumberCountryCode") }
        set { change("phoneNumberCountryCode", newValue) }
    }
    /// The attribute `profilePicture`, an address.
    public var profilePicture: String? {
        get { attributes.text("profilePicture") }
        set { change("profilePicture", newValue) }
    }

    /// When the service created it.
    public var createdOn: Date? { attributes.date("_createdOn") }
    /// When it last changed.
    public var updatedOn: Date? { attributes.date("_updatedOn") }

    /// First and last name, or what identifies the user best without them.
    public var displayName: String {
        let names = [firstName, lastName].compactMap { $0 }.filter { !$0.isEmpty }
        return names.isEmpty ? email ?? id : names.joined(separator: " ")
    }

    private mutating func change(_ key: String, _ value: String?) { attributes[key] = value.map { .string($0) } }
}

extension JSONObject {
    /// The attributes that a client may send.
    var sendableAttributes: JSONObject {
        var result = JSONObject()
        for (key, value) in members where !key.hasPrefix("_") { result[key] = value }
        return result
    }
}
