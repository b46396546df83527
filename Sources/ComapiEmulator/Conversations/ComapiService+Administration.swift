package import Cards

/// What the vendor's dashboard and back ends can do and clients cannot.
extension ComapiService {
    /// Restores a deleted conversation; the history goes on.
    ///
    /// - Returns: The event; none if there is no deleted conversation with this identifier.
    package mutating func undeleteConversation(_ id: String, by author: String) -> [EmulatorEvent] {
        guard let index = conversations.place(of: id), conversations[index].isDeleted else { return [] }
        conversations[index].isDeleted = false
        touch(index, by: author)
        record(.conversationUndelete(conversations[index].snapshot), in: index, by: author)
        return takeEvents()
    }

    /// Gives a participant another role.
    ///
    /// - Returns: The event; none if there is no such participant or it has the role already.
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

    /// Ends all sessions of a profile: its tokens are unknown from now on.
    package mutating func endSessions(of profileID: String) {
        sessions = sessions.filter { $0.value.profileID != profileID }
    }

    /// Where the service would send pushes for a profile: `apns` or `fcm` with their members, one for each device.
    package func pushDetails(of profileID: String) -> [JSONObject] {
        validSessions(of: profileID).compactMap(\.push)
    }

    /// How many sessions of a profile are valid.
    package func sessionCount(of profileID: String) -> Int { validSessions(of: profileID).count }

    /// The name of an uploaded file; nil if it has none or there is no such file.
    package func fileName(_ id: String) -> String? { files[id]?.name }

    private func validSessions(of profileID: String) -> [EmulatedSession] {
        sessions.values.filter { $0.profileID == profileID && $0.expiresOn > now }
    }
}
