import Cards

/// The user's conversations and their participants. Messages are in an extension.
public struct ComapiConversations: Sendable {
    /// The conversations that a list contains.
    public enum Scope: Sendable, Hashable {
        /// Conversations that the user takes part in.
        case mine
        /// Public conversations.
        case everyones
    }

    let caller: AuthorisedCaller
    let sessions: SessionKeeper
    let typing: TypingThrottle

    /// Lists conversations, each with the event number of its latest message and with its entity tag.
    ///
    /// - Throws: ``ComapiError``.
    public func list(_ scope: Scope = .mine) async throws(ComapiError) -> [Conversation] {
        var request = ComapiRequest("GET", "conversations")
        switch scope {
        case .everyones: request.query = [("scope", "public")]
        case .mine:
            let session = try await sessions.start()
            request.query = [("scope", "participant"), ("profileId", session.profileID)]
        }
        return try await caller.send(request).objects().compactMap(Conversation.init)
    }

    /// Loads a conversation.
    ///
    /// - Throws: ``ComapiError``, with ``ComapiError/Code/notFound`` for an unknown one.
    public func conversation(_ id: String) async throws(ComapiError) -> Versioned<Conversation> {
        try Self.read(try await caller.send(ComapiRequest("GET", "conversations", id)))
    }

    /// Creates a conversation. The user becomes its owner.
    ///
    /// - Throws: ``ComapiError``, with ``ComapiError/Code/alreadyExists`` if the id is taken.
    @discardableResult
    public func create(_ conversation: NewConversation) async throws(ComapiError) -> Versioned<Conversation> {
        var request = ComapiRequest("POST", "conversations")
        request.body = .object(conversation.json)
        request.purpose = .creating
        return try Self.read(try await caller.send(request))
    }

    /// Changes name, description, roles and visibility.
    ///
    /// - Parameter etag: The entity tag of the conversation that the change is based on; nil overwrites any state.
    /// - Throws: ``ComapiError``, with ``ComapiError/Code/conflict`` if the conversation has changed since.
    @discardableResult
    public func update(
        _ id: String, _ update: ConversationUpdate, ifMatch etag: String? = nil
    ) async throws(ComapiError) -> Versioned<Conversation> {
        var request = ComapiRequest("PUT", "conversations", id)
        request.body = .object(update.json(id: id))
        request.ifMatch = etag
        request.purpose = .changing
        do throws(ComapiError) { return try Self.read(try await caller.send(request)) } catch {
            throw await error.withCurrent { () throws(ComapiError) in .conversation(try await conversation(id)) }
        }
    }

    /// Deletes a conversation for all its participants.
    ///
    /// - Parameter etag: The entity tag of the conversation as the user saw it; nil deletes any state.
    /// - Throws: ``ComapiError``, with ``ComapiError/Code/conflict`` if the conversation has changed since.
    public func delete(_ id: String, ifMatch etag: String? = nil) async throws(ComapiError) {
        var request = ComapiRequest("DELETE", "conversations", id)
        request.ifMatch = etag
        request.purpose = .changing
        do throws(ComapiError) { try await caller.send(request) } catch {
            throw await error.withCurrent { () throws(ComapiError) in .conversation(try await conversation(id)) }
        }
    }

    /// The participants of a conversation.
    ///
    /// - Throws: ``ComapiError``.
    public func participants(of id: String) async throws(ComapiError) -> [Participant] {
        try await caller.send(ComapiRequest("GET", "conversations", id, "participants")).objects()
            .compactMap(Participant.init)
    }

    /// Adds participants. Existing participants do not change.
    ///
    /// - Throws: ``ComapiError``.
    public func add(_ participants: [Participant], to id: String) async throws(ComapiError) {
        guard !participants.isEmpty else { return }
        var request = ComapiRequest("POST", "conversations", id, "participants")
        request.body = .array(participants.map { .object($0.json) })
        request.purpose = .changing
        try await caller.send(request)
    }

    /// Removes participants. Unknown ids are ignored.
    ///
    /// - Throws: ``ComapiError``.
    public func remove(_ profileIDs: [String], from id: String) async throws(ComapiError) {
        // Without an id, the request would not say whom to remove.
        guard !profileIDs.isEmpty else { return }
        var request = ComapiRequest("DELETE", "conversations", id, "participants")
        request.query = profileIDs.map { ("id", $0) }
        request.purpose = .changing
        try await caller.send(request)
    }

    private static func read(_ response: ComapiResponse) throws(ComapiError) -> Versioned<Conversation> {
        guard let conversation = Conversation(try response.object()) else {
            throw ComapiError(
                .malformedAnswer, "the conversation in the service's response has no id", status: response.status)
        }
        return Versioned(conversation, etag: response.etag)
    }
}
