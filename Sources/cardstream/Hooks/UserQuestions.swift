internal import Cards

/// Questions with choices that an agent asks its user (the tool AskUserQuestion).
struct UserQuestions: Equatable {
    struct Question: Equatable {
        /// The text of the question, which is also the key of its answer.
        var text: String
        var header: String?
        /// The labels and descriptions of the options.
        var options: [(label: String, meaning: String?)]
        var isMultiple: Bool

        static func == (left: Question, right: Question) -> Bool {
            left.text == right.text && left.options.map(\.label) == right.options.map(\.label)
                && left.isMultiple == right.isMultiple
        }
    }

    let questions: [Question]
    /// The input of the tool, which the output repeats with the answers.
    let input: JSONValue

    /// Nil if the input is not a list of questions.
    init?(_ input: JSONValue) {
        guard let listed = input["questions"]?.array, !listed.isEmpty, listed.count <= 20 else { return nil }
        var questions: [Question] = []
        for question in listed {
            guard let text = question["question"]?.string, !text.isEmpty, let options = question["options"]?.array
            else {
                return nil
            }
            let labels = options.compactMap { option in
                option["label"]?.string.map { ($0, option["description"]?.string) }
            }
            guard labels.count == options.count, Set(labels.map(\.0)).count == labels.count,
                !labels.contains(where: { $0.0.isEmpty })
            else { return nil }
            questions.append(
                Question(
                    text: text, header: question["header"]?.string, options: labels,
                    isMultiple: question["multiSelect"]?.bool ?? false))
        }
        (self.questions, self.input) = (questions, input)
    }

    func card(_ origin: HookQuestion.Origin) -> JSONValue {
        let first = questions[0]
        let title = questions.count == 1 ? first.text : "\(questions.count) questions"
        var card = QuestionCard(
            asker: origin.asker, place: ToolCard.folderName(origin.folder),
            title: LiteralText.escaped(LiteralText.preview(LiteralText.visible(title), limit: 200)),
            template: "agent-question")
        if let component = ToolCard.origin(folder: origin.folder, notes: origin.notes) {
            card.content.append(component)
        }
        for (index, question) in questions.enumerated() {
            card.content.append(
                QuestionCard.text(
                    LiteralText.escaped(
                        Excerpt(LiteralText.visible(question.text), characters: 4000, bytes: 8000).head)))
            if !question.options.isEmpty { card.content.append(choice(index, question)) }
            card.content.append([
                "type": "textInput", "name": .string(Self.otherField(index)),
                "label": question.options.isEmpty ? "Answer" : "Another answer",
                "validation": [Self.answerRule(index, question), ["rule": "maximumLength", "value": 2000]],
            ])
        }
        card.buttons.append(QuestionCard.button("Answer", name: ToolCard.allow, isYes: true, isPrimary: true))
        card.buttons.append(QuestionCard.button("Decline", name: ToolCard.deny, isYes: false))
        return card.json
    }

    /// The validation rule that every question needs a chosen or typed answer.
    private static func answerRule(_ index: Int, _ question: Question) -> JSONValue {
        guard !question.options.isEmpty else { return ["rule": "required", "message": "Write an answer"] }
        return [
            "rule": "requiredUnless", "value": .string(choiceField(index)), "message": "Choose or write an answer",
        ]
    }

    private func choice(_ index: Int, _ question: Question) -> JSONValue {
        // The value is the index of the option, because labels can be longer than values are allowed to be.
        let items = question.options.enumerated().map { number, option -> JSONValue in
            let label = option.meaning.map { $0.isEmpty ? option.label : "\(option.label): \($0)" } ?? option.label
            return [
                "value": .string(String(number)),
                "label": .string(LiteralText.preview(LiteralText.visible(label), limit: 450)),
            ]
        }
        let label = question.header.map { QuestionCard.label($0) } ?? "Choice"
        return [
            "type": question.isMultiple ? "checkboxGroup" : "radioGroup", "name": .string(Self.choiceField(index)),
            "label": .string(label.isEmpty ? "Choice" : label), "items": .array(items),
        ]
    }

    private static func choiceField(_ index: Int) -> String { "question-\(index + 1)" }
    private static func otherField(_ index: Int) -> String { "other-\(index + 1)" }

    /// The input with the answers of a form; nil if nothing is answered.
    func answered(by values: JSONObject) -> JSONValue? {
        var answers = JSONObject()
        for (index, question) in questions.enumerated() {
            let chosen = values[Self.choiceField(index)]
            let numbers = chosen?.array?.compactMap(\.string) ?? (chosen?.string).map { [$0] } ?? []
            var labels = numbers.compactMap(Int.init).filter(question.options.indices.contains)
                .map { question.options[$0].label }
            if let other = values[Self.otherField(index)]?.string, !other.isEmpty {
                // A question with a single choice has one answer. A typed answer takes precedence, because it is more
                // precise.
                labels = question.isMultiple ? labels + [other] : [other]
            }
            if !labels.isEmpty { answers[question.text] = .string(labels.joined(separator: ",")) }
        }
        guard !answers.isEmpty, var object = input.object else { return nil }
        object["answers"] = .object(answers)
        return .object(object)
    }
}
