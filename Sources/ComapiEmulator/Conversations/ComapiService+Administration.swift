package import Cards

/// Operations of the vendor's dashboard and back ends that clients do not have.
extension ComapiService {
    /// Restores a deleted conversation. Its history continues.
    ///
    /// - Returns: The event; empty if no deleted conversation has this identifier.
    package mutating func undeleteConversation(_ id: String, by author: String) -> [EmulatorEvent] {
        guard let index = conversations.place(of: id), conversations[index].isDeleted else { return [] }
        conversations[index].isDeleted = false
        touch(index, by: author)
        record(.conversationUndelete(conversations[index].snapshot), in: index, by: author)
        return takeEvents()
    }

    /// Changes the role of a participant.
    ///
    /// - Returns: The event; empty if the participant does not exist or already has the role.
    package mutating func setRole(
        _ role: ParticipantRole, of profileID: String, in conversationID: String, by author: String
    ) -> [EmulatorEvent] {
        guard let index = conversations.place(of: conversationID), !conversations[index].isDeleted,
            let place = conversations[index].participants.firstIndex(where: { $0.id == profileID }),
            conversations[index].participants[place].role != role
        else { return [] }
        conversations[index].participants[place].role = role
        record(
            .participantUpdated(conversations[index].participants[place], conversationID: conversationID), in: index,
            by: author)
        return takeEvents()
    }

    /// Ends all sessions of a profile, so that their tokens are no longer valid.
    package mutating func endSessions(of profileID: String) {
        sessions = sessions.filter { $0.value.profileID != profileID }
    }

    /// The push tokens of a profile's devices, each as `apns` or `fcm` with its members.
    package func pushDetails(of profileID: String) -> [JSONObject] {
        validSessions(of: profileID).compactMap(\.push)
    }

    /// The number of valid sessions of a profile.
    package func sessionCount(of profileID: String) -> Int { validSessions(of: profileID).count }

    /// The name of an uploaded file; nil if it has none or the file does not exist.
    package func fileName(_ id: String) -> String? { files[id]?.name }

    private func validSessions(of profileID: String) -> [EmulatedSession] {
        sessions.values.filter { $0.profileID == profileID && $0.expiresOn > now }
    }
}
