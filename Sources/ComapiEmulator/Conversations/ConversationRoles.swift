import Cards

/// What owners and participants of a conversation may do.
struct ConversationRoles: Hashable, Sendable {
    var owner: RoleRights
    var participant: RoleRights

    /// Reads the roles; nil if a right of one of them is missing. The failures are then in `checks`.
    init?(_ object: JSONObject, _ checks: inout FieldChecks) {
        var roles = FieldChecks(object, prefix: "roles.")
        let owner = RoleRights("owner", &roles)
        let participant = RoleRights("participant", &roles)
        checks.include(roles)
        guard let owner, let participant else { return nil }
        self.owner = owner
        self.participant = participant
    }

    var json: JSONValue { ["owner": owner.json, "participant": participant.json] }
}

/// The rights of one role.
struct RoleRights: Hashable, Sendable {
    var canSend: Bool
    var canAddParticipants: Bool
    var canRemoveParticipants: Bool

    /// Reads the rights of a role; nil if one is missing. The failures are then in `checks`.
    init?(_ key: String, _ checks: inout FieldChecks) {
        guard let object = checks.object(key) else { return nil }
        var rights = FieldChecks(object, prefix: "roles.\(key).")
        let canSend = rights.bool("canSend")
        let canAdd = rights.bool("canAddParticipants")
        let canRemove = rights.bool("canRemoveParticipants")
        checks.include(rights)
        guard let canSend, let canAdd, let canRemove else { return nil }
        self.canSend = canSend
        canAddParticipants = canAdd
        canRemoveParticipants = canRemove
    }

    var json: JSONValue {
        [
            "canSend": .bool(canSend), "canAddParticipants": .bool(canAddParticipants),
            "canRemoveParticipants": .bool(canRemoveParticipants),
        ]
    }
}
