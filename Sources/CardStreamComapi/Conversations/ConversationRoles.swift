import Cards
import VendorClient

/// What a participant may do in a conversation.
public struct RolePermissions: Sendable, Hashable {
    /// Whether messages may be sent.
    public var canSend: Bool
    /// Whether participants may be added.
    public var canAddParticipants: Bool
    /// Whether participants may be removed.
    public var canRemoveParticipants: Bool

    /// Creates permissions.
    public init(canSend: Bool = true, canAddParticipants: Bool = true, canRemoveParticipants: Bool = true) {
        self.canSend = canSend
        self.canAddParticipants = canAddParticipants
        self.canRemoveParticipants = canRemoveParticipants
    }

    init(_ json: JSONObject) {
        canSend = json.bool("canSend") ?? false
        canAddParticipants = json.bool("canAddParticipants") ?? false
        canRemoveParticipants = json.bool("canRemoveParticipants") ?? false
    }

    var json: JSONObject {
        [
            "canSend": .bool(canSend), "canAddParticipants": .bool(canAddParticipants),
            "canRemoveParticipants": .bool(canRemoveParticipants),
        ]
    }
}

/// The permissions of the two roles of a conversation.
public struct ConversationRoles: Sendable, Hashable {
    /// What owners may do.
    public var owner: RolePermissions
    /// What other participants may do.
    public var participant: RolePermissions

    /// Creates the permissions of both roles. By default participants can send messages, and owners can do everything.
    public init(
        owner: RolePermissions = RolePermissions(),
        participant: RolePermissions = RolePermissions(canAddParticipants: false, canRemoveParticipants: false)
    ) {
        self.owner = owner
        self.participant = participant
    }

    init(_ json: JSONObject) {
        owner = RolePermissions(json.object("owner") ?? [:])
        participant = RolePermissions(json.object("participant") ?? [:])
    }

    /// The permissions of a role.
    public subscript(role: Participant.Role) -> RolePermissions { role == .owner ? owner : participant }

    var json: JSONObject { ["owner": .object(owner.json), "participant": .object(participant.json)] }
}
