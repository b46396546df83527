import Cards
import EmulatorHTTP

import struct Foundation.Date

/// A profile: what its owner wrote, and what the service adds.
struct EmulatedProfile: Sendable {
    let id: String
    /// Without `id` and without what the service adds; any name and any JSON.
    var attributes: JSONObject
    let createdOn: Date
    let createdBy: String
    var updatedOn: Date
    var updatedBy: String
    /// Counts the changes, from 0.
    var revision = 0

    var representation: JSONObject {
        var object: JSONObject = ["id": .string(id)]
        for (key, value) in attributes.members { object[key] = value }
        object["_createdOn"] = .string(WireTime.text(createdOn))
        object["_createdBy"] = .string(createdBy)
        object["_updatedOn"] = .string(WireTime.text(updatedOn))
        object["_updatedBy"] = .string(updatedBy)
        return object
    }

    var etag: String { EntityTag.of(.object(representation)) }

    /// The attributes in a body. `id` is the one of the path and not an attribute; `null` is absent, or removes.
    /// - Throws: 400 for attributes that only the service writes: their names begin with `_`.
    static func attributes(in body: JSONObject, of id: String) throws(EmulatorRefusal) -> [(String, JSONValue?)] {
        var checks = FieldChecks(body)
        var result: [(String, JSONValue?)] = []
        for (key, value) in body.members {
            if key == "id" {
                if value != .string(id) { checks.fail(key, "must be the same as the identifier in the path") }
            } else if key.first == "_" {
                checks.fail(key, "is set by the service; leave it out")
            } else {
                result.append((key, value.isNull ? JSONValue?.none : value))
            }
        }
        try checks.finish()
        return result
    }
}
