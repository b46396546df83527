import Cards
import VendorClient

/// The user's own profile.
extension ComapiSource {
    /// Loads it, unless it is known. Without an answer the cards do not offer it, and the next refresh asks again.
    func knowProfile() async {
        guard profile == nil, let me = people?.me else { return }
        guard let found = try? await client.profiles.profile(me), people?.me == me else { return }
        replaceProfile(found)
    }

    /// It has changed, maybe elsewhere.
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

    /// Saves what was entered, under the entity tag that the card was made with.
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
            // An attempt whose answer was lost has saved it.
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

    /// Whether a profile has these values; an empty one is as good as none.
    private static func has(_ wanted: JSONObject, _ profile: ComapiProfile) -> Bool {
        wanted.members.allSatisfy { ($0.value.string ?? "") == (profile.attributes.text($0.key) ?? "") }
    }
}
