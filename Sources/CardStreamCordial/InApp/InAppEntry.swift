import Cards
import VendorClient

import struct Foundation.Date

/// A waiting in-app message: listed, then loaded, then shown.
struct InAppEntry: Sendable, Hashable {
    var id: String
    /// The JSON from the list or the push.
    var json: JSONObject
    /// Nil until it is loaded.
    var content: String?
    /// Whether it was shown before, so that its event is sent once.
    var wasShown = false
    /// Whether the user has tapped the push that announced it.
    var followsTap = false

    var parameters: InAppParameters { InAppParameters(json) }

    /// The address of the content; nil if there is none, or it has expired.
    func address(at now: Date) -> String? {
        guard let url = json.text("url"), let expiresAt = json.date("urlExpireAt"),
            ExpiringAddress(url: url, expiresAt: expiresAt).isValid(at: now)
        else { return nil }
        return url
    }

    init(id: String, json: JSONObject) {
        self.id = id
        self.json = json
    }

    /// Decodes an entry from its stored form.
    init?(row stored: JSONObject, id: String) {
        guard let json = stored.object("message") else { return nil }
        self.init(id: id, json: json)
        content = stored.text("content")
        wasShown = stored.bool("wasShown") ?? false
        followsTap = stored.bool("followsTap") ?? false
    }

    var stored: JSONObject {
        var result: JSONObject = [
            "message": .object(json), "wasShown": .bool(wasShown), "followsTap": .bool(followsTap),
        ]
        result.set("content", content)
        return result
    }
}
