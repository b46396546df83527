public import struct Foundation.Date

/// An event of the host's own, sent for the logged-in user: what a publisher chooses by whom to send cards to (Atomic
/// SwiftUI SDK guide 25.4, "Sending custom events").
public struct CustomEvent: Hashable, Sendable, Identifiable {
    /// Made by the sender, unique for good: sent again under the same id it counts once. 1 to 128 bytes.
    public var id: String
    /// The name that the publisher knows it by. 1 to 128 bytes.
    public var name: String
    /// Texts, numbers and truth values; at most 64. Empty by default.
    public var properties: JSONObject
    /// When it happened, by the sender's clock; in the years 0 to 9999.
    public var at: Date

    /// See the properties.
    public init(id: String, name: String, properties: JSONObject = JSONObject(), at: Date) {
        self.id = id
        self.name = name
        self.properties = properties
        self.at = at
    }

    /// - Throws: ``InvalidField`` with a pointer into the event's JSON.
    public func validate() throws(InvalidField) {
        _ = try RecordID(id, at: "/id")
        try InvalidField.check(name, "/name", bytes: 1...128)
        try InvalidField.check(flat: properties, "/properties", most: 64)
        try InvalidField.check(at, "/at")
    }
}
