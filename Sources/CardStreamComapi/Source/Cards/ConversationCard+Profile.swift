import Cards
import VendorClient

/// The user's own profile, in a subview of each conversation.
extension ConversationCard {
    /// The attributes of the user's profile that can be edited, with the names of their fields and their labels.
    static let profileFields: [(attribute: String, field: String, label: String)] = [
        ("firstName", "profile-first-name", "First name"), ("lastName", "profile-last-name", "Last name"),
        ("email", "profile-email", "E-mail"), ("phoneNumber", "profile-phone", "Telephone"),
    ]
    /// The greatest number of characters of an attribute.
    static let attributeLimit = 200

    /// The form with the attributes that other people know the user by.
    func profileView(_ profile: Versioned<ComapiProfile>) -> Card.Subview {
        var content: [Card.Component] = [
            .text(
                Card.TextBlock(
                    text:
                        "Your id is \(Markdown.escaped(limited(profile.value.id, Self.attributeLimit))). Other people see your name.",
                    appearance: .tertiary))
        ]
        for (attribute, field, label) in Self.profileFields {
            let value = limited(profile.value.attributes.text(attribute) ?? "", Self.attributeLimit)
            let rules =
                attribute == "email"
                ? [Card.ValidationRule(.regexp(".+@.+"), message: "Enter an e-mail address, such as ana@example.com")]
                : []
            content.append(
                .input(
                    Card.Input(
                        name: field, label: label, kind: .text(defaultValue: value, numberOfLines: 1),
                        validation: rules)))
        }
        var values = JSONObject()
        values.set(Field.etag, profile.etag)
        var was = JSONObject()
        for (attribute, field, _) in Self.profileFields {
            was[field] = .string(ChangedFields.mark(of: profile.value.attributes.text(attribute) ?? ""))
        }
        values[Field.was] = .object(was)
        content.append(
            .buttons(Card.ButtonContainer(buttons: [answer(.profile, "Save", values, done: "Your profile is saved")])))
        return Card.Subview(title: "Your profile", components: content)
    }
}
