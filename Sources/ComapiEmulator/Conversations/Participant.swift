import Cards

/// A profile in a conversation.
struct Participant: Hashable, Sendable {
    let id: String
    var role: ParticipantRole

    /// Reads an array of `{id, role?}`. The default role is participant.
    static func list(_ array: [JSONValue], _ checks: inout FieldChecks) -> [Participant] {
        var result: [Participant] = []
        for (index, element) in array.enumerated() {
            guard let object = element.object else {
                checks.fail("participants.\(index)", "must be an object")
                continue
            }
            var inner = FieldChecks(object, prefix: "participants.\(index).")
            let id = inner.identifier("id")
            let role = inner.choice("role", of: ParticipantRole.allCases.map(\.rawValue), isRequired: false)
            checks.include(inner)
            guard let id, !result.contains(where: { $0.id == id }) else { continue }
            result.append(Participant(id: id, role: role.flatMap(ParticipantRole.init) ?? .participant))
        }
        return result
    }

    var json: JSONValue { ["id": .string(id), "role": .string(role.rawValue)] }
}

/// The role of a profile in a conversation.
package enum ParticipantRole: String, Hashable, Sendable, CaseIterable {
    case owner
    case participant
}
