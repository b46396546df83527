import Cards

/// A conversation at the time of an event.
struct ConversationSnapshot: Hashable, Sendable {
    let id: String
    /// `id`, `name`, `description?`, `roles` and `isPublic`.
    let details: JSONObject
    let version: Version
}
