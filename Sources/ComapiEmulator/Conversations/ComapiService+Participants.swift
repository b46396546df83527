import Cards
import EmulatorHTTP

/// Participants and typing.
extension ComapiService {
    func getParticipants(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let conversation = conversations[try conversationIndex(id, for: call.profileID)]
        return .json(.array(conversation.participants.map(\.json)))
    }

    /// Adds participants. Existing participants keep their role.
    mutating func addParticipants(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let index = try conversationIndex(id, for: call.profileID)
        let array = try FieldChecks.array(call.request.body)
        var checks = FieldChecks([:])
        let added = Participant.list(array, &checks)
        try checks.finish()
        try conversations[index].checkAdding(added, by: call.profileID)
        for participant in added where !conversations[index].has(participant.id) {
            conversations[index].participants.append(participant)
            record(.participantAdded(participant, conversationID: id), in: index, by: call.profileID)
        }
        return EmulatorResponse(status: 201)
    }

    /// Removes participants. The identifiers are in the query, `id=a&id=b`, or in an array in the body. Identifiers
    /// that are not of participants are ignored. A removed profile receives the event as well.
    mutating func removeParticipants(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let index = try conversationIndex(id, for: call.profileID)
        let removed = try removedIDs(call)
        try conversations[index].checkRemoving(removed, by: call.profileID)
        for profileID in removed where conversations[index].has(profileID) {
            conversations[index].participants.removeAll { $0.id == profileID }
            record(
                .participantRemoved(profileID: profileID, conversationID: id), in: index, alsoTo: [profileID],
                by: call.profileID)
        }
        return .noContent
    }

    private func removedIDs(_ call: Call) throws(EmulatorRefusal) -> [String] {
        let inQuery = call.target.values("id")
        guard inQuery.isEmpty else { return inQuery }
        guard !call.request.body.isEmpty else { throw .invalid("id", "is required") }
        let array = try FieldChecks.array(call.request.body)
        let identifiers = array.compactMap(\.string)
        guard identifiers.count == array.count else { throw .invalid("body", "must be an array of identifiers") }
        return identifiers
    }

    /// Sends a typing event. The conversation's history does not contain it.
    mutating func setTyping(_ isTyping: Bool, _ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let conversation = conversations[try conversationIndex(id, for: call.profileID)]
        try conversation.checkMembership(call.profileID)
        emit(
            .typing(isTyping, profileID: call.profileID, conversationID: id),
            to: conversation.participants.map(\.id), by: call.profileID)
        return .noContent
    }
}
