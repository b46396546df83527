import struct Foundation.Date

extension Card: JSONConvertible {
    /// The JSON of an entry with its stream: `{"id","stream","status","created","updated","active",
    /// "snoozedUntil"?,"expires"?,"vote"?,"card":{…}}`.
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        let status: CardStatus = try fields.requireChoice("status")
        let body: CardBody
        do {
            body = try CardBody(json: try fields.require("card", "an object") { $0 })
        } catch {
            throw CardProblem(
                pointer: "/card" + (error.pointer == "/card" ? "" : error.pointer), expected: error.expected,
                found: error.found, hint: error.hint)
        }
        self.init(
            id: try fields.requireID("id"), streamID: try fields.requireID("stream"), status: status,
            createdAt: try fields.requireDate("created"), updatedAt: fields.date("updated"),
            activeAt: fields.date("active"), snoozedUntil: fields.date("snoozedUntil"),
            expiresAt: fields.date("expires"), vote: fields.choice("vote"), body: body)
    }

    public var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id.rawValue), "stream": .string(streamID.rawValue), "status": .string(status.rawValue),
            "created": .string(createdAt.rfc3339), "updated": .string(updatedAt.rfc3339),
            "active": .string(activeAt.rfc3339),
        ]
        object.set("snoozedUntil", snoozedUntil?.rfc3339)
        object.set("expires", expiresAt?.rfc3339)
        object.set("vote", vote?.rawValue)
        object["card"] = body.json
        return .object(object)
    }
}
