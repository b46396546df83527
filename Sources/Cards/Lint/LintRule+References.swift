import Basics

extension LintRule {
    /// Rules about references within the card.
    static let references = [unreachableSubview, unreachablePage, undeclaredVariable, unusedVariable]

    private static let unreachableSubview = LintRule("unreachable-subview", "A subview is never opened.") { card in
        let opened = Set(card.actions(of: "subview").compactMap { $0.json["subview"]?.string })
        return card.layouts.compactMap(\.subview).filter { !opened.contains($0) }.map { id in
            Note(
                "/subviews" + CardProblem.pointerPart(id), "no button or image opens this subview",
                "Remove the subview, or give a button the action {\"type\":\"subview\",\"subview\":\"\(id)\"}.")
        }
    }

    private static let unreachablePage = LintRule("unreachable-page", "A page is never loaded.") { card in
        let pages = Dictionary(grouping: card.layouts, by: \.page)
        var waiting = pages[nil] ?? []
        var reached: Set<String> = []
        while let layout = waiting.popLast() {
            for component in layout.components where component.type == "loadMore" {
                guard let name = component.json["page"]?.string, reached.insert(name).inserted else { continue }
                waiting += pages[name] ?? []
            }
        }
        return card.layouts.compactMap(\.page).filter { !reached.contains($0) }.map { name in
            Note(
                "/pages" + CardProblem.pointerPart(name),
                "this page is never loaded: users can reach no component that loads it",
                "Remove the page, or add {\"type\":\"loadMore\",\"text\":\"…\",\"page\":\"\(name)\"} to the content.")
        }
    }

    private static func declared(_ card: LintCard) -> [String] {
        (card.json["variables"]?.array ?? []).compactMap { $0["name"]?.string }
    }

    private static let undeclaredVariable = LintRule(
        "undeclared-variable", "The card uses a variable that it does not declare."
    ) { card in
        let declared = declared(card)
        return card.texts.flatMap { text in
            VariableResolver.names(in: text.string).filter { !declared.contains($0) }.map { name in
                let guess = Spelling.nearest(to: name, among: declared).map { "Did you mean {{\($0)}}?" }
                return Note(
                    text.pointer, "{{\(name)}} is not declared, so it is shown unchanged",
                    guess ?? "Add {\"name\":\"\(name)\",\"default\":\"…\"} to \"variables\".")
            }
        }
    }

    private static let unusedVariable = LintRule("unused-variable", "A variable is declared but not used.") { card in
        let used = Set(card.texts.flatMap { VariableResolver.names(in: $0.string) })
        return declared(card).enumerated().filter { !used.contains($0.element) }.map { index, name in
            Note("/variables/\(index)/name", "no text of the card uses {{\(name)}}", "Use the variable, or remove it.")
        }
    }
}
