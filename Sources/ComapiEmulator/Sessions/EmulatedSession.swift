import Cards
import EmulatorHTTP

import struct Foundation.Date

/// A session of one profile on one device.
struct EmulatedSession: Sendable {
    var id: String
    /// What requests and sockets present; itself a JSON Web Token.
    var token: String
    var profileID: String
    var nonce: String
    var startedOn: Date
    var expiresOn: Date
    /// What the client said about its device, as sent.
    var device: JSONObject
    /// `apns` or `fcm` with their members; nil while the device has no push token.
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

    /// What a client says about its device.
    static let deviceKeys = ["deviceId", "platform", "platformVersion", "sdkType", "sdkVersion"]
    static let platforms = ["android", "iOS", "javascript"]
    static let sdkTypes = ["native", "cordova"]
}
