internal import AppRuntime
internal import Cards
internal import FeedAPI

/// The question of a tool call: its card, its users, and how its answer is converted into a result.
struct MCPQuestion: Equatable {
    var tool: MCPTool
    /// The card as JSON.
    var card: JSONValue
    /// The users to ask; nil for the users from the command line.
    var users: [UserID]?
    /// How long the question stays open in seconds; nil for the value from the command line.
    var timeout: Int?
    /// The input of the tool, which an approval returns.
    var input: JSONValue = .null

    /// An error in the arguments of a call.
    struct Mistake: Error, Equatable {
        var message: String
    }

    /// - Parameters:
    ///   - client: The name of the client, which is shown as the asker.
    ///   - folder: The working directory of the server, which is also the client's.
    /// - Throws: ``Mistake`` with a message for the model.
    init(_ tool: MCPTool, _ arguments: JSONValue, client: String, folder: String?) throws(Mistake) {
        self.tool = tool
        switch tool {
        case .approve:
            guard let name = arguments["tool_name"]?.string, !name.isEmpty, let input = arguments["input"] else {
                throw Mistake(message: "approve needs \"tool_name\" and \"input\".")
            }
            self.input = input
            card = ToolCard(asker: client, folder: folder, tool: name, input: input).json
        case .askHuman:
            guard let message = arguments["message"]?.string, message.contains(where: { !$0.isWhitespace }) else {
                throw Mistake(message: "ask_human needs \"message\": the question to ask.")
            }
            card = try Self.card(message, schema: arguments["schema"], client: client, folder: folder)
            users = try Self.users(arguments["to"])
            timeout = try Self.timeout(arguments["timeout"])
        }
    }

    /// The maximum number of characters of a title.
    private static let longestTitle = 200

    private static func card(
        _ message: String, schema: JSONValue?, client: String, folder: String?
    ) throws(Mistake) -> JSONValue {
        let text = LiteralText.visible(message)
        let start = text.unicodeScalars.drop { $0 == "\n" || $0 == " " || $0 == "\t" }
        let first = String(start.prefix { $0 != "\n" })
        let rest = String(start.dropFirst(first.unicodeScalars.count).drop { $0 == "\n" })
        let isTitle = first.unicodeScalars.count <= longestTitle
        var card = QuestionCard(
            asker: client, place: ToolCard.folderName(folder),
            title: isTitle ? first : LiteralText.escaped(LiteralText.preview(first, limit: longestTitle)),
            template: "agent-question")
        if !isTitle { card.content += QuestionCard.markdown(message).components }
        if isTitle, !rest.isEmpty { card.content += QuestionCard.markdown(rest).components }
        let form: SchemaForm?
        if let schema, schema != .null, schema["properties"]?.object?.isEmpty != true {
            do { form = try SchemaForm(schema.encoded(), name: "schema") } catch {
                throw Mistake(message: error.message)
            }
        } else {
            form = nil
            card.content.append(QuestionCard.messageInput("Comment"))
        }
        let (yes, no) = form == nil ? ("Yes", "No") : ("Send", "Decline")
        card.buttons = [
            QuestionCard.button(yes, name: "accept", isYes: true, isPrimary: true),
            QuestionCard.button(no, name: "decline", isYes: false),
        ]
        let json = form?.adding(to: card.json) ?? card.json
        if let problem = CardValidation.problems(in: json).first {
            throw Mistake(
                message: "the question cannot be shown as a card: expected \(problem.expected), found \(problem.found)")
        }
        return json
    }

    private static func users(_ json: JSONValue?) throws(Mistake) -> [UserID]? {
        guard let json, json != .null else { return nil }
        let names = json.string.map { [$0] } ?? json.array?.compactMap(\.string) ?? []
        let users = names.compactMap { UserID(rawValue: $0) }
        guard !users.isEmpty, users.count == (json.array?.count ?? 1) else {
            throw Mistake(message: "\"to\" must be a list of user names.")
        }
        return users
    }

    private static func timeout(_ json: JSONValue?) throws(Mistake) -> Int? {
        guard let json, json != .null else { return nil }
        let seconds = json.string.flatMap { CardDuration.seconds($0) } ?? json.number?.double
        guard let seconds, let whole = Int(exactly: seconds.rounded(.up)), AskRequest.allowedTimeout.contains(whole)
        else {
            throw Mistake(message: "\"timeout\" must be a duration from 1s to 30d, such as 10m.")
        }
        return whole
    }

    // MARK: Results

    /// The result of a call whose question is settled.
    func result(of settlement: Ask.Settlement) -> JSONValue {
        switch tool {
        case .askHuman: Self.answer(settlement)
        case .approve: approval(settlement)
        }
    }

    /// The result of a call whose question could not be asked.
    func failure(_ words: String) -> JSONValue {
        tool == .approve ? Self.text(Self.denial("cardstream could not ask: \(words)")) : Self.failed(words)
    }

    /// The result of `ask_human`.
    static func answer(_ settlement: Ask.Settlement) -> JSONValue {
        var answer: JSONObject = ["outcome": .string(settlement.outcome.rawValue)]
        if let vote = settlement.vote {
            let values = SchemaForm.filled(vote.values)
            if !values.isEmpty { answer["values"] = .object(values) }
            answer["by"] = .string(vote.user.rawValue)
        }
        return text(.object(answer), isStructured: true)
    }

    static func failed(_ words: String) -> JSONValue {
        ["content": [["type": "text", "text": .string(words)]], "isError": true]
    }

    private func approval(_ settlement: Ask.Settlement) -> JSONValue {
        let name = settlement.vote?.user.rawValue ?? "The user"
        let words = settlement.vote?.values[QuestionCard.messageField]?.string ?? ""
        switch settlement.outcome {
        case .accept: return Self.text(["behavior": "allow", "updatedInput": input])
        case .decline: return Self.text(Self.denial(words.isEmpty ? "\(name) answered no in cardstream." : words))
        case .cancel: return Self.text(Self.denial("The question was closed without an answer."))
        case .timeout:
            return Self.text(Self.denial("There was no answer in time. That is not a refusal; ask again later."))
        }
    }

    private static func denial(_ words: String) -> JSONValue { ["behavior": "deny", "message": .string(words)] }

    private static func text(_ json: JSONValue, isStructured: Bool = false) -> JSONValue {
        var result: JSONObject = ["content": [["type": "text", "text": .string(json.text())]]]
        if isStructured { result["structuredContent"] = json }
        return .object(result)
    }
}
