public import Cards

public import struct Foundation.Date
public import struct Foundation.UUID

extension CustomEvent {
    /// An event that happens now, under an id of its own. Made again it is another event: whoever sends one anew after a failure
    /// keeps it, so that it counts once.
    ///
    /// - Parameters:
    ///   - name: The name that the publisher knows it by. 1 to 128 bytes.
    ///   - properties: Texts, numbers and truth values; at most 64. Empty by default.
    ///   - at: When it happened; now by default.
    public init(name: String, properties: JSONObject = JSONObject(), at: Date = Date()) {
        self.init(id: UUID().uuidString.lowercased(), name: name, properties: properties, at: at)
    }
}
