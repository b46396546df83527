package import Cards

/// A page of a card in a container.
package struct PageRequest: Hashable, Sendable {
    package var container: ContainerID
    package var card: CardID
    package var stream: StreamID
    package var name: String

    package init(container: ContainerID, card: CardID, stream: StreamID, name: String) {
        self.container = container
        self.card = card
        self.stream = stream
        self.name = name
    }
}

/// A request to load pages of cards.
package enum PageEffect: Hashable, Sendable {
    /// Load a page. The result is a ``PageEvent``.
    case load(PageRequest)
    /// Cancel the loading of pages that no card needs any longer.
    case cancel([PageRequest])
}

/// The result of a request for a page.
package struct PageEvent: Hashable, Sendable {
    package var request: PageRequest
    package var outcome: Outcome

    package enum Outcome: Hashable, Sendable {
        case loaded([Card.Component])
        case failed(PageFailure)
    }

    package init(_ request: PageRequest, _ outcome: Outcome) {
        self.request = request
        self.outcome = outcome
    }
}
