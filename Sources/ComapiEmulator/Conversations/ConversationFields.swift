import Cards

/// The body of a request that creates or replaces a conversation.
struct ConversationFields: Hashable, Sendable {
    let id: String
    let name: String
    let description: String?
    let roles: ConversationRoles
    /// Nil if the body does not have it; an update then keeps the current value.
    let isPublic: Bool?
    let messageScope: String?
    let participants: [Participant]

    /// - Parameter id: The identifier in the path of an update; nil for a new conversation. The body of a new
    ///   conversation must have `id` and `isPublic`.
    /// - Throws: 400 with all missing and invalid fields.
    init(_ body: [UInt8], id pathID: String? = nil) throws(EmulatorRefusal) {
        var checks = FieldChecks(try FieldChecks.object(body))
        let id = pathID == nil ? checks.identifier("id") : checks.string("id", isRequired: false)
        if let id, let pathID, id != pathID { checks.fail("id", "must be the same as the identifier in the path") }
        let name = checks.identifier("name")
        description = checks.string("description", isRequired: false)
        let roles = checks.object("roles").flatMap { ConversationRoles($0, &checks) }
        isPublic = checks.bool("isPublic", isRequired: pathID == nil)
        messageScope = checks.choice("messageScope", of: ["a2p", "p2p"], isRequired: false)
        participants = Participant.list(checks.array("participants", isRequired: false) ?? [], &checks)
        try checks.finish()
        guard let id = pathID ?? id, let name, let roles else { throw .invalid("body", "is incomplete") }
        self.id = id
        self.name = name
        self.roles = roles
    }
}
