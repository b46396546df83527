import Cards
import EmulatorHTTP

import struct Foundation.Date

/// A session of one profile on one device.
struct EmulatedSession: Sendable {
    var id: String
    /// The token in requests and socket handshakes. It is a JSON Web Token.
    var token: String
    var profileID: String
    var nonce: String
    var startedOn: Date
    var expiresOn: Date
    /// The client's description of its device, as the client sent it.
    var device: JSONObject
    /// The push token: `apns` or `fcm` with its members; nil if the device has none.
    var push: JSONObject?

    var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "nonce": .string(nonce), "provider": .string(Challenge.provider),
            "expiresOn": .string(WireTime.text(expiresOn)), "isActive": true, "state": "SessionStarted",
        ]
        for (key, value) in device.members { object[key] = value }
        object["sourceIp"] = "127.0.0.1"
        object["profileId"] = .string(profileID)
        object["startedOn"] = .string(WireTime.text(startedOn))
        return .object(object)
    }

    /// The members of a client's description of its device.
    static let deviceKeys = ["deviceId", "platform", "platformVersion", "sdkType", "sdkVersion"]
    static let platforms = ["android", "iOS", "javascript"]
    static let sdkTypes = ["native", "cordova"]
}
