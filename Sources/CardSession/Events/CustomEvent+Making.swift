public import Cards

public import struct Foundation.Date
public import struct Foundation.UUID

extension CustomEvent {
    /// Creates an event with a new id. To retry after a failure, send the same event again, so that it counts once.
    ///
    /// - Parameters:
    ///   - name: The name known to the publisher. 1 to 128 bytes.
    ///   - properties: Strings, numbers and booleans; at most 64. Empty by default.
    ///   - at: The time of the event; now by default.
    public init(name: String, properties: JSONObject = JSONObject(), at: Date = Date()) {
        self.init(id: UUID().uuidString.lowercased(), name: name, properties: properties, at: at)
    }
}
