import Cards

/// The body of a request that sends a message.
struct MessageFields: Sendable {
    let metadata: JSONObject
    let parts: [JSONValue]
    let alert: JSONObject?
    /// The sender's name to show; nil if the body does not have it.
    let senderName: String?

    /// - Throws: 400 if there are no parts, or a part is not `{name?, type?, url?, data?, size?}`.
    init(_ body: [UInt8]) throws(EmulatorRefusal) {
        var checks = FieldChecks(try FieldChecks.object(body))
        metadata = checks.object("metadata", isRequired: false) ?? [:]
        alert = checks.object("alert", isRequired: false)
        senderName = checks.object("from", isRequired: false)?["name"]?.string
        let parts = checks.array("parts") ?? []
        if parts.isEmpty, checks.failures.isEmpty { checks.fail("parts", "must not be empty") }
        for (index, part) in parts.enumerated() {
            guard let object = part.object else {
                checks.fail("parts.\(index)", "must be an object")
                continue
            }
            var inner = FieldChecks(object, prefix: "parts.\(index).")
            for key in ["name", "type", "url", "data"] { _ = inner.string(key, isRequired: false) }
            if let size = object["size"], !size.isNull, size.int.map({ $0 >= 0 }) != true {
                inner.fail("size", "must be a whole number of bytes")
            }
            checks.include(inner)
        }
        try checks.finish()
        self.parts = parts
    }
}
