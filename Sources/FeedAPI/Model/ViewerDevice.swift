import Basics
package import Cards

/// The device on which a viewer runs, as the viewer reports it. A server adds it to the audit log of asks
/// (``AuditEntry``). The server cannot verify it.
///
/// As the header ``FeedHeader/device``: the id, a space and the name in percent-encoding. JSON: `{"id","name"?}`.
package struct ViewerDevice: Hashable, Sendable {
    /// The id of the installation. It is different for each installation, and does not change.
    package let id: String
    /// The name of the machine; nil if the viewer does not report it.
    package let name: String?

    /// The syntax of an id.
    package static var idRule: IdentifierRule { IdentifierRule(bytes: 8...64, characters: .name) }
    /// The syntax of a name.
    package static var nameRule: IdentifierRule { IdentifierRule(bytes: 1...128, characters: .noControls) }

    /// Nil if the id or the name violates its rule.
    package init?(id: String, name: String? = nil) {
        guard Self.idRule.allows(id), name.map(Self.nameRule.allows) ?? true else { return nil }
        self.id = id
        self.name = name
    }

    /// Parses the value of the header.
    ///
    /// - Throws: ``Problem`` of type `malformed-request`.
    package init(header text: String) throws(Problem) {
        let parts = text.split(separator: " ", maxSplits: 1)
        let name = parts.count > 1 ? PercentCoding.decode(parts[1]) : nil
        guard let id = parts.first, parts.count == 1 || name != nil,
            let device = ViewerDevice(id: String(id), name: name)
        else {
            throw Problem(
                .malformedRequest, detail: "The header \(FeedHeader.device) is invalid.",
                expected: "an id (\(Self.idRule.expected)), a space, and the name of the device "
                    + "(\(Self.nameRule.expected)) in percent-encoding")
        }
        self = device
    }

    /// The value of the header.
    package var headerValue: String { ([id] + (name.map { [PercentCoding.encode($0)] } ?? [])).joined(separator: " ") }

    var json: JSONValue {
        var object: JSONObject = ["id": .string(id)]
        if let name { object["name"] = .string(name) }
        return .object(object)
    }
}
