package import Cards

/// The card that a command acts on, with its context.
package struct Subject: Sendable {
    package var card: Card
    package var item: CardWindow.Item
    /// The components that the card shows: its own, or those of its open subview.
    package var components: [Card.Component]
    /// The container that shows the card.
    package var container: ContainerID

    /// The button with this submission; nil if the card no longer has one.
    func button(for submission: Card.ButtonAction.Submission) -> Card.Button? {
        FocusTarget.buttons(in: components).first { $0.action == .submit(submission) }
    }

    /// The submission of the first button that submits; nil if there is none.
    package var submission: Card.ButtonAction.Submission? {
        Card.Form(components).buttons.first?.submission
    }
}

extension AppState {
    /// A card by id, in any container; nil if it is gone or could not be read.
    package func card(_ id: CardID) -> Card? {
        for index in positionsByFocus {
            guard let position = containers[index].position(of: id) else { continue }
            if case .card(let card) = containers[index].window.items[position].content { return card }
            return nil
        }
        return nil
    }

    /// A card by id, in any container, with its context; nil if it is gone or could not be read.
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

    /// The card's title as its container shows it.
    func shownTitle(of subject: Subject) -> String? {
        let values = container(subject.container)?.variables.values[subject.card.id]
        return subject.card.body.title(with: values ?? [:])
    }

    /// The host's values for the runtime variables of a card, from any container that shows it.
    func values(of card: CardID) -> [String: String] {
        for index in positionsByFocus {
            if let values = containers[index].variables.values[card] { return values }
        }
        return [:]
    }

    /// An input of a card, from any container that shows it.
    func input(named name: String, of card: CardID) -> Card.Input? {
        inputs(with: name, of: card).first { $0.name == name }
    }

    /// The inputs of a card that are submitted together with the named input.
    func inputs(with name: String, of card: CardID) -> [Card.Input] {
        FocusTarget.inputs(in: view(with: name, of: card))
    }

    /// The components of the view of a card that has the named input; empty if no container shows it.
    func view(with name: String, of card: CardID) -> [Card.Component] {
        for index in positionsByFocus {
            guard case .card(let card)? = containers[index].window[card]?.content else { continue }
            let components = containers[index].components(of: card)
            if FocusTarget.inputs(in: components).contains(where: { $0.name == name }) { return components }
        }
        return []
    }

    /// The positions of the containers, the focused one first: the same card may be in several containers with
    /// different subviews open.
    private var positionsByFocus: [Int] {
        guard let index = focusedIndex, index > 0 else { return Array(containers.indices) }
        return [index] + containers.indices
    }

    /// The selected card of the focused container.
    package var selectedSubject: Subject? { focusedContainer?.selection.flatMap(subject) }
}
