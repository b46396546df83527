/// Who may do what in a conversation. The documentation names the rights of roles but no status for a breach; the
/// emulator answers 403, and 404 where the caller may not even know of the conversation (decision 0079).
extension EmulatedConversation {
    /// Public conversations are open to all profiles, others to their participants.
    func isVisible(to profileID: String) -> Bool { !isDeleted && (isPublic || has(profileID)) }

    func has(_ profileID: String) -> Bool { participants.contains { $0.id == profileID } }

    /// - Throws: 403 unless the profile is a participant.
    func checkMembership(_ profileID: String) throws(EmulatorRefusal) {
        guard has(profileID) else { throw .forbidden("Only participants of the conversation may make this request.") }
    }

    /// - Throws: 403 unless the role of the profile has this right.
    func check(_ right: KeyPath<RoleRights, Bool>, of profileID: String) throws(EmulatorRefusal) {
        try checkMembership(profileID)
        guard let role = participants.first(where: { $0.id == profileID })?.role else { return }
        let rights = role == .owner ? roles.owner : roles.participant
        guard rights[keyPath: right] else {
            throw .forbidden(
                "The role \(role.rawValue) does not have the right that this request needs in the conversation.")
        }
    }

    /// Any profile may join a public conversation as a participant; adding others is a right.
    func checkAdding(_ added: [Participant], by profileID: String) throws(EmulatorRefusal) {
        if isPublic, added == [Participant(id: profileID, role: .participant)] { return }
        try check(\.canAddParticipants, of: profileID)
    }

    /// Any participant may leave; removing others is a right.
    func checkRemoving(_ removed: [String], by profileID: String) throws(EmulatorRefusal) {
        if has(profileID), removed == [profileID] { return }
        try check(\.canRemoveParticipants, of: profileID)
    }
}
