import Cards
import EmulatorHTTP

import struct Foundation.Date

/// A profile: the attributes that clients write, and the members that the service adds.
struct EmulatedProfile: Sendable {
    let id: String
    /// The attributes, without `id` and the service's own members. Names and JSON values are arbitrary.
    var attributes: JSONObject
    let createdOn: Date
    let createdBy: String
    var updatedOn: Date
    var updatedBy: String
    /// The number of changes.
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

    /// Reads the attributes in a body. `id` is not an attribute, and must be the id in the path. A `null` is returned
    /// as nil, which removes the attribute.
    /// - Throws: 400 for attributes that only the service sets, whose names begin with `_`.
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
