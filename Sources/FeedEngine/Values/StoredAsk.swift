import Cards
package import FeedAPI

/// An ask as stored by the server. Times are in milliseconds since 1970.
package struct StoredAsk: Hashable, Sendable, Identifiable {
    /// Keys are unique within an environment.
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

    package var isOpen: Bool { state.settlement == nil }

    /// The users that are asked next, and when; nil if all are asked.
    var nextStep: (time: Int64, people: ArraySlice<AskState.Person>)? {
        var start = request.users.count
        for step in request.steps {
            let end = start + step.users.count
            if state.askedCount < end {
                return (createdAt + Int64(step.after) * 1000, state.people[state.askedCount..<end])
            }
            start = end
        }
        return nil
    }

    /// When time next changes the ask: its next step or its deadline; nil once it is settled.
    package var due: Int64? {
        guard isOpen else { return nil }
        return min(nextStep?.time ?? deadline, deadline)
    }

    /// The feed of a user's card.
    func feed(of user: UserID) -> FeedKey {
        FeedKey(environment: environment, user: user, streamID: request.streamID)
    }
}
