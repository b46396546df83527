import Cards
import VendorClient

public import struct Foundation.Date

/// The message to which later events and orders are attributed, and when the user followed it.
public struct CordialAttribution: Sendable, Hashable {
    /// The id of the message.
    public var messageID: String
    /// When the user followed it.
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
    /// Sets the attribution of later events; nil for none. Keeps the previous one for ``restoreAttribution()``, because
    /// a link may be opened in a browser.
    mutating func attribute(to attribution: CordialAttribution?) {
        previousAttribution = self.attribution
        self.attribution = attribution
    }

    /// Restores the previous attribution.
    mutating func restoreAttribution() {
        attribution = previousAttribution
        previousAttribution = nil
    }
}
