package import Cards

/// The card a command acts on, with what is known around it.
package struct Subject: Sendable {
    package var card: Card
    package var item: CardWindow.Item
    /// The components it shows now, its own or a subview's.
    package var components: [Card.Component]
    /// Where it is shown.
    package var container: ContainerID

    /// The button that submits like this; nil where the card has none any more.
    func button(for submission: Card.ButtonAction.Submission) -> Card.Button? {
        FocusTarget.buttons(in: components).first { $0.action == .submit(submission) }
    }

    /// What the first button that submits does; nil where there is none.
    package var submission: Card.ButtonAction.Submission? {
        FocusTarget.buttons(in: components).lazy.compactMap { button in
            if case .submit(let submission) = button.action { submission } else { nil }
        }.first
    }
}

extension AppState {
    /// A card by id, wherever it is shown; nil when it is gone or could not be read.
    package func card(_ id: CardID) -> Card? {
        for index in positionsByFocus {
            guard let position = containers[index].position(of: id) else { continue }
            if case .card(let card) = containers[index].window.items[position].content { return card }
            return nil
        }
        return nil
    }

    /// A card by id, wherever it is shown; nil when it is gone or could not be read.
    package func subject(_ id: CardID) -> Subject? {
        for index in positionsByFocus {
            guard let position = containers[index].position(of: id) else { continue }
            let item = containers[index].window.items[position]
            guard case .card(let card) = item.content else { return nil }
            return Subject(
                card: card, item: item, components: containers[index].components(of: card),
                container: containers[index].id)
        }
        return nil
    }

    /// What people know the card by, as its container shows it.
    func shownTitle(of subject: Subject) -> String? {
        let values = container(subject.container)?.variables.values[subject.card.id]
        return subject.card.body.title(with: values ?? [:])
    }

    /// The host's values for the runtime variables of a card, from whichever container shows it.
    func values(of card: CardID) -> [String: String] {
        for index in positionsByFocus {
            if let values = containers[index].variables.values[card] { return values }
        }
        return [:]
    }

    /// An input of a card as some container shows it.
    func input(named name: String, of card: CardID) -> Card.Input? {
        inputs(with: name, of: card).first { $0.name == name }
    }

    /// The inputs of a card that are sent together with one of them.
    func inputs(with name: String, of card: CardID) -> [Card.Input] {
        FocusTarget.inputs(in: view(with: name, of: card))
    }

    /// The view of a card that has an input, as some container shows it; empty where none does.
    func view(with name: String, of card: CardID) -> [Card.Component] {
        for index in positionsByFocus {
            guard case .card(let card)? = containers[index].window[card]?.content else { continue }
            let components = containers[index].components(of: card)
            if FocusTarget.inputs(in: components).contains(where: { $0.name == name }) { return components }
        }
        return []
    }

    /// Of the containers, the one with the keys first: the same card may stand in another one as well, with another
    /// subview open.
    private var positionsByFocus: [Int] {
        guard let index = focusedIndex, index > 0 else { return Array(containers.indices) }
        return [index] + containers.indices
    }

    /// The selected card of the container that has the keys.
    package var selectedSubject: Subject? { focusedContainer?.selection.flatMap(subject) }
}
