/// The access rules of a conversation. The vendor's documentation lists the rights of roles, but not the status of a
/// violation. The emulator responds with 403, and with 404 if the caller may not even know that the conversation exists
/// (decision 0079).
extension EmulatedConversation {
    /// Whether a profile may see the conversation: any profile if it is public, otherwise only participants.
    func isVisible(to profileID: String) -> Bool { !isDeleted && (isPublic || has(profileID)) }

    func has(_ profileID: String) -> Bool { participants.contains { $0.id == profileID } }

    /// - Throws: 403 if the profile is not a participant.
    func checkMembership(_ profileID: String) throws(EmulatorRefusal) {
        guard has(profileID) else { throw .forbidden("Only participants of the conversation may make this request.") }
    }

    /// - Throws: 403 if the role of the profile does not have this right.
    func check(_ right: KeyPath<RoleRights, Bool>, of profileID: String) throws(EmulatorRefusal) {
        try checkMembership(profileID)
        guard let role = participants.first(where: { $0.id == profileID })?.role else { return }
        let rights = role == .owner ? roles.owner : roles.participant
        guard rights[keyPath: right] else {
            throw .forbidden(
                "The role \(role.rawValue) does not have the right that this request needs in the conversation.")
        }
    }

    /// Checks whether a profile may add participants. Any profile may join a public conversation as a participant;
    /// adding others requires the right.
    func checkAdding(_ added: [Participant], by profileID: String) throws(EmulatorRefusal) {
        if isPublic, added == [Participant(id: profileID, role: .participant)] { return }
        try check(\.canAddParticipants, of: profileID)
    }

    /// Checks whether a profile may remove participants. Any participant may leave; removing others requires the right.
    func checkRemoving(_ removed: [String], by profileID: String) throws(EmulatorRefusal) {
        if has(profileID), removed == [profileID] { return }
        try check(\.canRemoveParticipants, of: profileID)
    }
}
