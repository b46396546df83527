import Cards

/// A conversation as an event is about it.
struct ConversationDigest: Hashable, Sendable {
    let id: String
    /// `id`, `name`, `description?`, `roles` and `isPublic`.
    let details: JSONObject
    let version: Version
}
