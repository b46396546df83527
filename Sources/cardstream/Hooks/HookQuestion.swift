internal import Cards

/// The question of a hook to the user: its card, and how an answer is converted for the agent. Pure: it converts JSON
/// to JSON.
struct HookQuestion {
    /// The format in which the agent expects an answer.
    enum Form: Equatable {
        case preToolUse
        case permissionRequest(HookHost)
        case elicitation
    }

    /// The data that an answer returns to the agent.
    enum Subject: Equatable {
        /// - Parameters:
        ///   - input: The input of the tool, if an answer has to repeat it.
        ///   - always: Changes of the agent's rules, by the name of the button.
        case tool(input: JSONValue?, always: [String: JSONValue])
        case questions(UserQuestions)
        /// - Parameter hasContent: Whether an accepted answer has the values of a form.
        case form(hasContent: Bool)
    }

    let form: Form
    let subject: Subject
    /// The card as JSON.
    let card: JSONValue

    /// The reason why an event cannot be shown as a question.
    struct Fault: Error, Equatable {
        var reason: String
    }

    /// The question of an event; nil for an event that needs no answer.
    ///
    /// - Throws: ``Fault`` for an event that needs an answer but lacks data that the card has to show.
    static func question(for event: JSONValue, of host: HookHost) throws(Fault) -> HookQuestion? {
        guard let form = form(of: event, host) else { return nil }
        if form == .elicitation { return try elicitation(event, host) }
        guard let tool = event["tool_name"]?.string, !tool.isEmpty, let input = event["tool_input"] else {
            throw Fault(reason: "the event has no tool_name or no tool_input")
        }
        if host == .claude, tool == "AskUserQuestion", let questions = UserQuestions(input) {
            return HookQuestion(
                form: form, subject: .questions(questions), card: questions.card(origin(of: event, host)))
        }
        if host == .claude, tool == "ExitPlanMode", let plan = input["plan"]?.string, !plan.isEmpty {
            return Self.plan(plan, input: input, form, event)
        }
        let (buttons, always) = suggestions(of: event, form)
        let origin = origin(of: event, host)
        let card = ToolCard(
            asker: origin.asker, folder: origin.folder, notes: origin.notes, tool: tool, input: input, always: buttons)
        return HookQuestion(form: form, subject: .tool(input: nil, always: always), card: card.json)
    }

    /// The format of the answer to an event; nil for an event that needs no answer.
    static func form(of event: JSONValue, _ host: HookHost) -> Form? {
        switch (host, event["hook_event_name"]?.string) {
        case (.claude, "PreToolUse"): .preToolUse
        case (_, "PermissionRequest"): .permissionRequest(host)
        case (.claude, "Elicitation"): .elicitation
        default: nil
        }
    }

    // MARK: Origin

    struct Origin {
        var asker: String
        var folder: String?
        var notes: [String] = []
    }

    private static func origin(of event: JSONValue, _ host: HookHost) -> Origin {
        var origin = Origin(asker: host.title, folder: event["cwd"]?.string)
        if let type = event["agent_type"]?.string, !type.isEmpty {
            origin.notes.append("subagent \(LiteralText.span(QuestionCard.label(type)))")
        }
        if let mode = event["permission_mode"]?.string, mode != "default" {
            origin.notes.append("mode \(LiteralText.span(QuestionCard.label(mode)))")
        }
        return origin
    }

    /// The buttons for the suggestions of an event, and the JSON that each of them returns to the agent.
    private static func suggestions(
        of event: JSONValue, _ form: Form
    ) -> (buttons: [(name: String, label: String)], always: [String: JSONValue]) {
        guard form == .permissionRequest(.claude) else { return ([], [:]) }
        let found = (event["permission_suggestions"]?.array ?? []).compactMap(PermissionSuggestion.init)
        var buttons: [(name: String, label: String)] = []
        var always: [String: JSONValue] = [:]
        for suggestion in found.prefix(PermissionSuggestion.most) {
            let name = "always-\(buttons.count + 1)"
            buttons.append((name, suggestion.label))
            always[name] = suggestion.json
        }
        return (buttons, always)
    }

    // MARK: Plans and forms

    private static func plan(_ plan: String, input: JSONValue, _ form: Form, _ event: JSONValue) -> HookQuestion {
        let origin = origin(of: event, .claude)
        let (buttons, always) = suggestions(of: event, form)
        var card = QuestionCard(
            asker: origin.asker, place: ToolCard.folderName(origin.folder), title: "Approve the plan?",
            template: "agent-plan")
        if let component = ToolCard.origin(folder: origin.folder, notes: []) { card.content.append(component) }
        let text = QuestionCard.markdown(plan)
        card.content += text.components
        let hidden = LiteralText.hiddenCount(in: plan)
        if hidden > 0 { card.content.append(ToolCard.hiddenNote(hidden)) }
        card.content.append(QuestionCard.messageInput("What to change"))
        let confirm =
            text.leftOut == 0
            ? nil : "\(Excerpt.grouped(text.leftOut)) characters of the plan are not shown. Approve anyway?"
        card.buttons.append(
            QuestionCard.button("Approve", name: ToolCard.allow, isYes: true, isPrimary: true, confirm: confirm))
        card.buttons.append(QuestionCard.button("Keep planning", name: ToolCard.deny, isYes: false))
        for (name, label) in buttons {
            card.buttons.append(QuestionCard.button(label, name: name, isYes: true, confirm: confirm))
        }
        return HookQuestion(form: form, subject: .tool(input: input, always: always), card: card.json)
    }

    private static func elicitation(_ event: JSONValue, _ host: HookHost) throws(Fault) -> HookQuestion {
        guard let message = event["message"]?.string else { throw Fault(reason: "the event has no message") }
        let server = event["mcp_server_name"]?.string ?? "an MCP server"
        let form: ElicitationForm
        do { form = try ElicitationForm(event) } catch { throw Fault(reason: error.message) }
        let card = form.card(asker: server, through: host.title, message: message)
        // The form may be invalid, because its schema comes from the MCP server.
        if let problem = CardValidation.problems(in: card).first {
            throw Fault(reason: "a card cannot show the form: expected \(problem.expected), found \(problem.found)")
        }
        return HookQuestion(form: .elicitation, subject: .form(hasContent: form.hasContent), card: card)
    }
}
