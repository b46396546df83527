import Cards
import EmulatorHTTP

import struct Foundation.Date

/// An uploaded file.
struct EmulatedFile: Sendable {
    let id: String
    let name: String?
    /// The media type.
    let type: String
    let folder: String
    let bytes: [UInt8]
    let createdOn: Date

    func json(url: String) -> JSONValue {
        var object: JSONObject = ["id": .string(id)]
        if let name { object["name"] = .string(name) }
        object["size"] = .number(JSONNumber(bytes.count))
        object["type"] = .string(type)
        object["folder"] = .string(folder)
        object["url"] = .string(url)
        object["_createdOn"] = .string(WireTime.text(createdOn))
        return .object(object)
    }
}
