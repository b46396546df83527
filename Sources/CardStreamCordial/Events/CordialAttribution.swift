import Cards
import VendorClient

public import struct Foundation.Date

/// The message to which later events and orders are attributed, and when the person followed it.
public struct CordialAttribution: Sendable, Hashable {
    /// The id of the message.
    public var messageID: String
    /// When the person followed it.
    public var time: Date

    /// Creates an attribution.
    public init(messageID: String, time: Date) {
        self.messageID = messageID
        self.time = time
    }

    init?(_ json: JSONObject) {
        guard let id = json.text("id"), let time = json.date("time") else { return nil }
        self.init(messageID: id, time: time)
    }

    var json: JSONObject { ["id": .string(messageID), "time": .string(time.rfc3339)] }
}

extension CordialState {
    /// Attributes what follows to a message; nil for none. The one before is kept, for links that go to a browser.
    mutating func attribute(to attribution: CordialAttribution?) {
        previousAttribution = self.attribution
        self.attribution = attribution
    }

    /// Attributes to the message before the present one again.
    mutating func restoreAttribution() {
        attribution = previousAttribution
        previousAttribution = nil
    }
}
