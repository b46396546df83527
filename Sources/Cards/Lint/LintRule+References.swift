import Basics

extension LintRule {
    /// Rules about references within the card.
    static let references = [unreachableSubview, undeclaredVariable, unusedVariable]

    private static let unreachableSubview = LintRule("unreachable-subview", "A subview is never opened.") { card in
        let opened = Set(card.actions(of: "subview").compactMap { $0.json["subview"]?.string })
        return card.layouts.compactMap(\.subview).filter { !opened.contains($0) }.map { id in
            Note(
                "/subviews" + CardProblem.pointerPart(id), "no button or image opens this subview",
                "Remove it, or give a button the action {\"type\":\"subview\",\"subview\":\"\(id)\"}.")
        }
    }

    private static func declared(_ card: LintCard) -> [String] {
        (card.json["variables"]?.array ?? []).compactMap { $0["name"]?.string }
    }

    private static let undeclaredVariable = LintRule(
        "undeclared-variable", "A text uses a variable that the card does not declare."
    ) { card in
        let declared = declared(card)
        return card.texts.flatMap { text in
            VariableResolver.names(in: text.string).filter { !declared.contains($0) }.map { name in
                let guess = Spelling.nearest(to: name, among: declared).map { "Did you mean {{\($0)}}?" }
                return Note(
                    text.pointer, "{{\(name)}} is not declared, so the text shows it unchanged",
                    guess ?? "Add {\"name\":\"\(name)\",\"default\":\"…\"} to variables.")
            }
        }
    }

    private static let unusedVariable = LintRule("unused-variable", "A variable is declared but not used.") { card in
        let used = Set(card.texts.flatMap { VariableResolver.names(in: $0.string) })
        return declared(card).enumerated().filter { !used.contains($0.element) }.map { index, name in
            Note("/variables/\(index)/name", "no text of the card has {{\(name)}}", "Use it or remove it.")
        }
    }
}
