import Basics

extension LintRule {
    /// Rules about the structure of a card.
    static let structure = [emptyCard, emptySubview, unknownType, duplicateID, manyButtons, sameLabel]

    private static let emptyCard = LintRule("empty-card", "The card has nothing to show.") { card in
        guard let top = card.layouts.first, !isVisible(top) else { return [] }
        // Components of an unknown type have a rule of their own.
        return [
            Note("/content", "this card has nothing that a viewer can show", "Add a headline or a text.")
        ]
    }

    private static let emptySubview = LintRule("empty-subview", "A subview has nothing to show.") { card in
        card.layouts.filter { $0.subview != nil && !isVisible($0) }
            .map { Note($0.pointer, "this subview shows only its title", "Add content or remove the subview.") }
    }

    private static func isVisible(_ layout: LintCard.Layout) -> Bool {
        layout.components.contains { component in
            switch component.type {
            case "category": false
            case "headline", "text": component.json["text"]?.string?.isBlank == false
            case "list": component.json["items"]?.array?.isEmpty == false
            case "buttons": component.json["buttons"]?.array?.isEmpty == false
            case "carousel": component.json["items"]?.array?.isEmpty == false
            default: ComponentShapes.types.contains(component.type)
            }
        }
    }

    private static let unknownType = LintRule(
        "unknown-type", "A component has an unknown type: viewers of this version do not show the component."
    ) { card in
        card.layouts.flatMap(\.components).filter { !$0.type.isEmpty && !ComponentShapes.types.contains($0.type) }
            .map { component in
                let guess = Spelling.nearest(to: component.type, among: ComponentShapes.types.sorted())
                let advice =
                    guess.map { "Did you mean \"\($0)\"?" } ?? "Viewers do not show components of unknown types."
                return Note("\(component.pointer)/type", "unknown component \"\(component.type)\"", advice)
            }
    }

    private static let duplicateID = LintRule("duplicate-id", "Two components have the same id.") { card in
        var seen: Set<String> = []
        return card.layouts.flatMap(\.components).compactMap { component in
            guard let id = component.json["id"]?.string, !seen.insert(id).inserted else { return nil }
            return Note(
                "\(component.pointer)/id", "another component has this id",
                "Give this component a different id: host programs find components by id."
            )
        }
    }

    /// The keys 1 to 9 press buttons.
    private static let keys = 9

    private static let manyButtons = LintRule("many-buttons", "There are more buttons than number keys.") { card in
        card.components(of: ["buttons"]).compactMap { component in
            guard let count = component.json["buttons"]?.array?.count, count > keys else { return nil }
            return Note(
                "\(component.pointer)/buttons", "\(count) buttons, but only the first \(keys) have a number key",
                "Use a dropdown or a radio group instead.")
        }
    }

    private static let sameLabel = LintRule("same-label", "Two buttons in one group have the same label.") { card in
        card.components(of: ["buttons"]).flatMap { component in
            var seen: Set<String> = []
            return (component.json["buttons"]?.array ?? []).enumerated().compactMap { index, button -> Note? in
                guard let text = button["text"]?.string, !seen.insert(text).inserted else { return nil }
                return Note(
                    "\(component.pointer)/buttons/\(index)/text", "another button has the same label, \"\(text)\"")
            }
        }
    }
}
