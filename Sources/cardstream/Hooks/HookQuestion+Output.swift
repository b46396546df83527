internal import Cards
internal import FeedAPI

/// Converts answers into the output that the agent reads.
extension HookQuestion {
    /// The output of the hook for a settled ask. Nil for no output, so that the agent shows its own prompt.
    func output(for settlement: Ask.Settlement) -> JSONValue? {
        let name = settlement.vote?.user.rawValue
        switch settlement.outcome {
        case .accept:
            return allowed(settlement.vote?.values ?? [:], button: settlement.button, by: name)
        case .decline:
            let words = settlement.vote?.values[QuestionCard.messageField]?.string ?? ""
            return Self.denied(form, words.isEmpty ? "\(name ?? "The user") answered no in cardstream." : words)
        case .cancel:
            // For a form, dismissing the card is an answer. For a tool, it is not.
            guard form == .elicitation, settlement.reason == .dismissed else { return nil }
            return Self.elicitation("cancel")
        case .timeout: return nil
        }
    }

    private func allowed(_ values: JSONObject, button: String?, by name: String?) -> JSONValue? {
        switch subject {
        case .form(let hasContent):
            return Self.elicitation("accept", content: hasContent ? SchemaForm.filled(values) : nil)
        case .questions(let questions):
            guard let input = questions.answered(by: values) else { return nil }
            return allowed(input: input, permissions: nil, by: name)
        case .tool(let input, let always):
            return allowed(input: input, permissions: button.flatMap { always[$0] }, by: name)
        }
    }

    private func allowed(input: JSONValue?, permissions: JSONValue?, by name: String?) -> JSONValue? {
        switch form {
        case .preToolUse:
            var output: JSONObject = [
                "hookEventName": "PreToolUse", "permissionDecision": "allow",
                "permissionDecisionReason": .string("\(name ?? "The user") allowed the request in cardstream."),
            ]
            if let input { output["updatedInput"] = input }
            return ["hookSpecificOutput": .object(output)]
        case .permissionRequest(.codex): return Self.permission(["behavior": "allow"])
        case .permissionRequest(.claude):
            var decision: JSONObject = ["behavior": "allow"]
            if let input { decision["updatedInput"] = input }
            if let permissions { decision["updatedPermissions"] = [permissions] }
            return Self.permission(decision)
        case .elicitation: return nil
        }
    }

    /// A denial, with a message for the agent.
    static func denied(_ form: Form, _ words: String) -> JSONValue {
        switch form {
        case .preToolUse:
            [
                "hookSpecificOutput": [
                    "hookEventName": "PreToolUse", "permissionDecision": "deny",
                    "permissionDecisionReason": .string(words),
                ]
            ]
        case .permissionRequest: permission(["behavior": "deny", "message": .string(words)])
        case .elicitation: elicitation("decline")
        }
    }

    /// The output that stops the agent. It replaces a denial if the event cannot be read.
    static func stopped(_ host: HookHost, _ words: String) -> JSONValue {
        switch host {
        case .claude: ["continue": false, "stopReason": .string(words)]
        case .codex: denied(.permissionRequest(.codex), words)
        }
    }

    private static func permission(_ decision: JSONObject) -> JSONValue {
        ["hookSpecificOutput": ["hookEventName": "PermissionRequest", "decision": .object(decision)]]
    }

    private static func elicitation(_ action: String, content: JSONObject? = nil) -> JSONValue {
        var output: JSONObject = ["hookEventName": "Elicitation", "action": .string(action)]
        if let content { output["content"] = .object(content) }
        return ["hookSpecificOutput": .object(output)]
    }
}
