import Cards
import VendorClient

/// The user's own profile.
extension ComapiSource {
    /// Loads the profile, unless it is known. If that fails, cards have no form for it, and the next refresh tries
    /// again.
    func knowProfile() async {
        guard profile == nil, let me = people?.me else { return }
        guard let found = try? await client.profiles.profile(me), people?.me == me else { return }
        replaceProfile(found)
    }

    /// Loads the profile again after a change, which another program may have made.
    func reloadProfile() async {
        guard let me = people?.me, let found = try? await client.profiles.profile(me), people?.me == me else { return }
        replaceProfile(found)
        await update()
    }

    private func replaceProfile(_ new: Versioned<ComapiProfile>) {
        guard new != profile else { return }
        profile = new
        people?.set(new.value)
        dirty.formUnion(threads.keys)
    }

    /// Saves the entered values with the entity tag of the profile that the card was built from.
    func saveProfile(_ values: JSONObject) async throws(ComapiError) {
        guard let me = people?.me else { return }
        var wanted = JSONObject()
        for (attribute, field, _) in ConversationCard.profileFields {
            guard let text = values.text(field) else { continue }
            wanted[attribute] = .string(text)
        }
        if let profile, Self.has(wanted, profile.value) { return }
        do throws(ComapiError) {
            let etag = values.text(ConversationCard.Field.etag)
            replaceProfile(try await client.profiles.patch(me, wanted, ifMatch: etag))
        } catch {
            guard error.code == .conflict, case .profile(let current)? = error.current else { throw error }
            replaceProfile(current)
            // An earlier attempt whose response was lost may have saved these values.
            if Self.has(wanted, current.value) { return }
            var error = error
            let was = values[ConversationCard.Field.was]?.object
            let changes = ChangedFields(
                owner: "your",
                fields: ConversationCard.profileFields.map { attribute, field, label in
                    .init(
                        label: label.lowercased(), was: was?.text(field),
                        now: current.value.attributes.text(attribute) ?? "")
                })
            error.message =
                "Your profile was changed elsewhere in the meantime\(changes.words). "
                + "To overwrite that change with yours, discard this action and save again"
            error.status = nil
            throw error
        }
    }

    /// Whether a profile has these values. An empty value equals a missing one.
    private static func has(_ wanted: JSONObject, _ profile: ComapiProfile) -> Bool {
        wanted.members.allSatisfy { ($0.value.string ?? "") == (profile.attributes.text($0.key) ?? "") }
    }
}
