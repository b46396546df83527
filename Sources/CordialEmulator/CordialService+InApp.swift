package import Cards
import EmulatorHTTP

package import struct Foundation.Date

/// An in-app message.
struct EmulatedInApp: Hashable, Sendable {
    var id: String
    var content: String
    /// Parameters such as `type` and `displayType`.
    var parameters: JSONObject
    var sentAt: Date
    var isListed = false
}

extension CordialService {
    /// Sends an in-app message.
    ///
    /// - Parameters:
    ///   - contact: The contact key.
    ///   - parameters: `type`, `displayType`, `inactiveSessionDisplay`, `expirationTime`, `left` and `right`, all
    ///     optional.
    package mutating func announce(
        _ id: String, to contact: String, content: String, _ parameters: JSONObject = [:], sentAt: Date
    ) {
        inApp[contact, default: []].append(
            EmulatedInApp(id: id, content: content, parameters: parameters, sentAt: sentAt))
    }

    /// Returns the URL of a file with the times of the newest messages.
    mutating func timestamps(_ contact: String) -> EmulatorResponse {
        guard inApp[contact]?.isEmpty == false || inboxTimes[contact] != nil else {
            return EmulatorResponse(json: ["message": ["errorCode": "no_timestamps_file"]], status: 404)
        }
        let (url, expiresAt) = address(of: .times(contact: contact))
        return EmulatorResponse(json: ["url": .string(url), "urlExpireAt": .string(WireTime.text(expiresAt))])
    }

    func times(of contact: String) -> JSONValue {
        var times = JSONObject()
        if let newest = inApp[contact]?.map(\.sentAt).max() { times["inApp"] = .string(WireTime.text(newest)) }
        if let changed = inboxTimes[contact] { times["inbox"] = .string(WireTime.text(changed)) }
        return .object(times)
    }

    /// Lists the in-app messages that were not listed before.
    mutating func listInApp(_ contact: String) -> EmulatorResponse {
        var items: [JSONValue] = []
        for index in (inApp[contact] ?? []).indices {
            guard let message = inApp[contact]?[index], !message.isListed else { continue }
            inApp[contact]?[index].isListed = true
            let content: JSONValue = ["content": .string(message.content)]
            let (url, expiresAt) = address(of: .text(content.text()))
            var item = message.parameters
            item["_id"] = .string(message.id)
            item["sentAt"] = .string(WireTime.text(message.sentAt))
            item["url"] = .string(url)
            item["urlExpireAt"] = .string(WireTime.text(expiresAt))
            items.append(.object(item))
        }
        return EmulatorResponse(json: ["messages": .array(items)])
    }

    func inAppMessage(_ id: String) -> EmulatorResponse? {
        inApp.values.joined().first { $0.id == id }.map { EmulatorResponse(json: ["content": .string($0.content)]) }
    }
}
