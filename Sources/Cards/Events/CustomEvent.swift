public import struct Foundation.Date

/// An event defined by the host, sent for the logged-in user. Publishers can use it to select recipients (Atomic
/// SwiftUI SDK guide 25.4, "Sending custom events").
public struct CustomEvent: Hashable, Sendable, Identifiable {
    /// Chosen by the sender, globally unique and never reused: events with the same id count once. 1 to 128 bytes.
    public var id: String
    /// The name known to the publisher. 1 to 128 bytes.
    public var name: String
    /// Texts, numbers and booleans; at most 64. Empty by default.
    public var properties: JSONObject
    /// The time of the event by the sender's clock; in the years 0 to 9999.
    public var at: Date

    /// Creates an instance with these properties.
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
