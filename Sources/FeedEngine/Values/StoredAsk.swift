package import Cards
package import FeedAPI

/// An ask as stored by the server. Times are in milliseconds since 1970.
package struct StoredAsk: Hashable, Sendable, Identifiable {
    /// The idempotency key of an ask. Keys are unique in each environment.
    package struct Key: Hashable, Sendable {
        package var environment: EnvironmentID
        package var key: PublicationKey

        package init(environment: EnvironmentID, key: PublicationKey) {
            self.environment = environment
            self.key = key
        }
    }

    package var id: AskID
    package var environment: EnvironmentID
    package var request: AskRequest
    package var createdAt: Int64
    package var deadline: Int64
    package var state: AskState

    package init(
        id: AskID, environment: EnvironmentID, request: AskRequest, createdAt: Int64, deadline: Int64, state: AskState
    ) {
        self.id = id
        self.environment = environment
        self.request = request
        self.createdAt = createdAt
        self.deadline = deadline
        self.state = state
    }

    package var key: Key? { request.key.map { Key(environment: environment, key: $0) } }

    /// The digest of the card; nil if an earlier version stored the card in a form that cannot be parsed.
    package var digest: CardDigest? {
        state.digest
            ?? (try? JSONParser.parse(request.body, depthLimit: JSONParser.maxDepthLimit)).map {
                CardDigest(of: $0)
            }
    }

    package var isOpen: Bool { state.settlement == nil }

    /// The steps in the order of their times. Derived from the request if an earlier version stored none.
    private var steps: [AskState.Step] {
        guard state.steps.isEmpty else { return state.steps }
        return [AskState.Step(after: 0, count: request.users.count)]
            + request.steps.map { AskState.Step(after: $0.after, count: $0.users.count) }
    }

    /// The users who are asked next, and when; nil if all have been asked.
    var nextStep: (time: Int64, people: ArraySlice<AskState.Person>)? {
        var start = 0
        for step in steps {
            let end = start + step.count
            if state.askedCount < end {
                return (createdAt + Int64(step.after) * 1000, state.people[state.askedCount..<end])
            }
            start = end
        }
        return nil
    }

    /// When the ask changes next by itself: at its next step or its deadline; nil if it is settled.
    package var due: Int64? {
        guard isOpen else { return nil }
        return min(nextStep?.time ?? deadline, deadline)
    }

    /// The card that users get. It contains the ask's id and whether no asker waits for the answer. Unless the asker or
    /// the card allows undo, it makes viewers send answers at once.
    var cardBody: [UInt8] {
        // Parsing does not fail, because the body was validated when it was published.
        guard case .object(var object)? = try? JSONParser.parse(request.body, depthLimit: JSONParser.maxDepthLimit)
        else { return request.body }
        object["ask"] = CardAsk(id: id.rawValue, isSigned: request.isSigned).json
        if !request.allowsUndo, object["undo"] == nil { object["undo"] = false }
        if state.isUnattended { object["unattended"] = true }
        return JSONValue.object(object).encoded()
    }

    /// The feed of a user's card.
    func feed(of user: UserID) -> FeedKey {
        FeedKey(environment: environment, user: user, streamID: request.streamID)
    }
}
