public import Cards
import VendorClient

public import struct Foundation.Date

/// A user's profile: the documented attributes and any others. All are kept.
///
/// ```swift
/// var profile = try await client.profiles.profile("ana")
/// profile.value.attributes["favouriteColour"] = "green"
/// try await client.profiles.replace(profile.value, ifMatch: profile.etag)
/// ```
public struct ComapiProfile: Sendable, Hashable {
    /// The id of the profile.
    public let id: String
    /// All attributes except the id, in the service's order. Names that begin with `_` belong to the service and are
    /// never sent.
    public var attributes: JSONObject

    /// Creates a profile.
    public init(id: String, attributes: JSONObject = [:]) {
        self.id = id
        self.attributes = attributes
    }

    /// Reads a profile; nil if it has no id. Members that are null are left out.
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
    /// The attribute `profilePicture`, a URL.
    public var profilePicture: String? {
        get { attributes.text("profilePicture") }
        set { change("profilePicture", newValue) }
    }

    /// When the profile was created; nil if the service does not say.
    public var createdOn: Date? { attributes.date("_createdOn") }
    /// When the profile last changed; nil if the service does not say.
    public var updatedOn: Date? { attributes.date("_updatedOn") }

    /// The first and last name; without them the e-mail address, and without it the id.
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
