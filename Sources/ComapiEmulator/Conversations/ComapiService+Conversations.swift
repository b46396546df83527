import Cards
import EmulatorHTTP

/// Conversations: creating, listing, reading, replacing and deleting.
extension ComapiService {
    /// Creates a conversation. The creator becomes an owner, even if the body gives it another role.
    mutating func createConversation(_ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let fields = try ConversationFields(call.request.body)
        guard conversations.place(of: fields.id) == nil else {
            throw .exists("There is already a conversation with this identifier.")
        }
        let owner = Participant(id: call.profileID, role: .owner)
        let conversation = EmulatedConversation(
            id: fields.id, name: fields.name, description: fields.description, roles: fields.roles,
            isPublic: fields.isPublic ?? false, messageScope: fields.messageScope,
            participants: fields.participants.filter { $0.id != owner.id } + [owner], createdOn: now,
            createdBy: owner.id, updatedOn: now, updatedBy: owner.id)
        let index = conversations.append(conversation, id: fields.id)
        record(.conversationCreate(conversation.snapshot, conversation.participants), in: index, by: owner.id)
        record(.participantAdded(owner, conversationID: conversation.id), in: index, by: owner.id)
        return response(index, status: 201)
    }

    /// Lists the conversations that the caller may see: all public ones for `scope=public`, otherwise those of
    /// `profileId`, which defaults to the caller.
    func listConversations(_ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let scope = call.target["scope"] ?? "participant"
        guard ["public", "participant"].contains(scope) else {
            throw .invalid("scope", "must be one of public, participant")
        }
        let profileID = call.target["profileId"] ?? call.profileID
        let listed = conversations.values.filter { conversation in
            conversation.isVisible(to: call.profileID)
                && (scope == "public" ? conversation.isPublic : conversation.has(profileID))
        }
        return .json(.array(listed.map { .object($0.listItem) }))
    }

    func getConversation(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        response(try conversationIndex(id, for: call.profileID))
    }

    /// Replaces name, description and roles (PUT). Without `isPublic`, the visibility does not change.
    mutating func updateConversation(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let index = try conversationIndex(id, for: call.profileID)
        try conversations[index].checkMembership(call.profileID)
        let fields = try ConversationFields(call.request.body, id: id)
        try EntityTag.check(call.condition, current: conversations[index].etag)
        conversations[index].name = fields.name
        conversations[index].description = fields.description
        conversations[index].roles = fields.roles
        conversations[index].isPublic = fields.isPublic ?? conversations[index].isPublic
        touch(index, by: call.profileID)
        record(.conversationUpdate(conversations[index].snapshot), in: index, by: call.profileID)
        return response(index)
    }

    mutating func deleteConversation(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let index = try conversationIndex(id, for: call.profileID)
        try conversations[index].checkMembership(call.profileID)
        try EntityTag.check(call.condition, current: conversations[index].etag)
        conversations[index].isDeleted = true
        touch(index, by: call.profileID)
        record(.conversationDelete(conversations[index].snapshot, on: now), in: index, by: call.profileID)
        return .noContent
    }

    /// Returns the index of a conversation that the profile may see.
    /// - Throws: 404 if the conversation does not exist, or the profile may not see it.
    func conversationIndex(_ id: String, for profileID: String) throws(EmulatorRefusal) -> Int {
        guard let index = conversations.place(of: id), conversations[index].isVisible(to: profileID) else {
            throw .notFound("There is no conversation with this identifier.")
        }
        return index
    }

    mutating func touch(_ index: Int, by author: String) {
        conversations[index].updatedOn = now
        conversations[index].updatedBy = author
        conversations[index].revision += 1
    }

    private func response(_ index: Int, status: Int = 200) -> EmulatorResponse {
        let conversation = conversations[index]
        var response = EmulatorResponse.json(
            .object(conversation.representation), status: status, etag: conversation.etag)
        response.headers["Last-Modified"] = WireTime.header(conversation.updatedOn)
        return response
    }
}
