internal import Cards
internal import FeedAPI

/// Handles events about the questions.
extension MCPServer {
    /// Whether a call still needs its answer.
    func isWaiting(_ key: Int) -> Bool { calls[key] != nil }

    /// A question was sent to the feed's server.
    mutating func asked(_ key: Int, _ ask: Ask) -> [Effect] {
        guard let call = calls[key] else { return [] }
        guard !call.isCancelled else {
            calls[key] = nil
            return [.withdraw(ask.id)]
        }
        if call.isTask {
            calls[key] = nil
            let state = MCPTask.state(of: ask, isStateless: call.isStateless)
            // The type marks the result as a task, so it is needed even for clients whose results have no type.
            var typed = state
            typed["resultType"] = "task"
            return [.send(result(call.id, typed, isStateless: call.isStateless, type: "task"))]
        }
        calls[key]?.ask = ask.id
        return progress(key, "Asked \(Self.list(ask.cards.map(\.user)))")
    }

    /// An ask has changed, for example because a user has seen the card.
    mutating func changed(_ key: Int, _ ask: Ask) -> [Effect] {
        var effects: [Effect] = []
        for card in ask.cards where card.seenAt != nil && calls[key]?.seen.insert(card.user).inserted == true {
            effects += progress(key, "\(card.user) has seen the question")
        }
        return effects
    }

    /// The interval for a progress notification has passed.
    mutating func ticked(_ key: Int) -> [Effect] {
        guard calls[key]?.ask != nil else { return [] }
        return progress(key, "Waiting for an answer")
    }

    mutating func settled(_ key: Int, _ ask: Ask) -> [Effect] {
        guard let settlement = ask.settlement, let call = calls.removeValue(forKey: key) else { return [] }
        let answer = call.question.result(of: settlement)
        return [.send(result(call.id, answer.object ?? [:], isStateless: call.isStateless))]
    }

    /// A question could not be asked, or its answer could not be loaded.
    mutating func failed(_ key: Int, _ words: String) -> [Effect] {
        guard let call = calls.removeValue(forKey: key) else { return [] }
        guard !call.isCancelled else { return [] }
        return [.send(result(call.id, call.question.failure(words).object ?? [:], isStateless: call.isStateless))]
    }

    /// The ask of a task was looked up or withdrawn; nil if the ask does not exist.
    mutating func looked(_ key: Int, _ ask: Ask?) -> [Effect] {
        guard let look = looks.removeValue(forKey: key) else { return [] }
        guard let ask else { return [.send(MCPMessage.error(look.id, .invalidParams, "Unknown task."))] }
        let state = look.isWithdrawal ? [:] : MCPTask.state(of: ask, isStateless: look.isStateless)
        return [.send(result(look.id, state, isStateless: look.isStateless))]
    }

    /// The ask of a task could not be looked up or withdrawn.
    mutating func lookFailed(_ key: Int, _ words: String) -> [Effect] {
        guard let look = looks.removeValue(forKey: key) else { return [] }
        return [.send(MCPMessage.error(look.id, .internalError, words))]
    }

    private mutating func progress(_ key: Int, _ words: String) -> [Effect] {
        guard var call = calls[key], let token = call.progressToken else { return [] }
        call.progress += 1
        calls[key] = call
        let params: JSONValue = [
            "progressToken": token, "progress": .number(JSONNumber(call.progress)), "message": .string(words),
        ]
        return [.send(MCPMessage.notification("notifications/progress", params))]
    }

    /// A message that says which users an open ask waits for.
    static func waiting(for ask: Ask) -> String { "Waiting for \(list(ask.cards.map(\.user)))" }

    private static func list(_ users: [UserID]) -> String {
        let named = users.prefix(5).map(\.rawValue).joined(separator: ", ")
        return users.count > 5 ? "\(named) and \(users.count - 5) more" : named
    }
}
