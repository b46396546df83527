internal import Cards
internal import FeedAPI

/// What becomes of the questions.
extension MCPServer {
    /// Whether the answer of a call is still wanted.
    func isWaiting(_ key: Int) -> Bool { calls[key] != nil }

    /// A question is on the server.
    mutating func asked(_ key: Int, _ ask: Ask) -> [Effect] {
        guard let call = calls[key] else { return [] }
        guard !call.isCancelled else {
            calls[key] = nil
            return [.withdraw(ask.id)]
        }
        if call.isTask {
            calls[key] = nil
            let state = MCPTask.state(of: ask, isModern: call.isModern)
            // The type says that this is a task, so it stands also where results have none.
            var typed = state
            typed["resultType"] = "task"
            return [.send(result(call.id, typed, isModern: call.isModern, type: "task"))]
        }
        calls[key]?.ask = ask.id
        return progress(key, "Asked \(Self.list(ask.cards.map(\.user)))")
    }

    /// Something about an ask is new, such as who has seen it.
    mutating func changed(_ key: Int, _ ask: Ask) -> [Effect] {
        var effects: [Effect] = []
        for card in ask.cards where card.seenAt != nil && calls[key]?.seen.insert(card.user).inserted == true {
            effects += progress(key, "\(card.user) has seen the question")
        }
        return effects
    }

    /// Time has passed.
    mutating func ticked(_ key: Int) -> [Effect] {
        guard calls[key]?.ask != nil else { return [] }
        return progress(key, "Waiting for an answer")
    }

    mutating func settled(_ key: Int, _ ask: Ask) -> [Effect] {
        guard let settlement = ask.settlement, let call = calls.removeValue(forKey: key) else { return [] }
        let answer = call.question.result(of: settlement)
        return [.send(result(call.id, answer.object ?? [:], isModern: call.isModern))]
    }

    /// A question cannot be asked, or its answer not be found out.
    mutating func failed(_ key: Int, _ words: String) -> [Effect] {
        guard let call = calls.removeValue(forKey: key) else { return [] }
        guard !call.isCancelled else { return [] }
        return [.send(result(call.id, call.question.failure(words).object ?? [:], isModern: call.isModern))]
    }

    /// The answer about a task; nil if there is no such ask.
    mutating func looked(_ key: Int, _ ask: Ask?) -> [Effect] {
        guard let look = looks.removeValue(forKey: key) else { return [] }
        guard let ask else { return [.send(MCPMessage.error(look.id, .invalidParams, "Unknown task."))] }
        let state = look.isWithdrawal ? [:] : MCPTask.state(of: ask, isModern: look.isModern)
        return [.send(result(look.id, state, isModern: look.isModern))]
    }

    /// The state of a task cannot be found out.
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

    /// What an open ask waits for.
    static func waiting(for ask: Ask) -> String { "Waiting for \(list(ask.cards.map(\.user)))" }

    private static func list(_ users: [UserID]) -> String {
        let named = users.prefix(5).map(\.rawValue).joined(separator: ", ")
        return users.count > 5 ? "\(named) and \(users.count - 5) more" : named
    }
}
