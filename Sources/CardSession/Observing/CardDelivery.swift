internal import Cards

/// Prepares the cards of a window for a host, with values in place of runtime variables. Remembers the last values of
/// each card, so that only changed values are reported.
actor CardDelivery {
    private let variables: RuntimeVariableSource?
    private var reported: RuntimeVariableSource.Values = [:]

    init(_ variables: RuntimeVariableSource?) { self.variables = variables }

    /// Returns the readable cards of a window, and the changed values of runtime variables by card.
    func cards(of window: CardWindow) async -> (cards: [Card], changedValues: [(CardID, [String: String])]) {
        let cards = window.items.compactMap { item in
            if case .card(let card) = item.content { card } else { nil }
        }
        let values = await variables?.values(for: cards) ?? [:]
        let changedValues = values.filter { reported[$0.key] != $0.value }
        reported = values
        let resolved = cards.map { card in
            var card = card
            card.body = card.body.resolvingVariables(values[card.id] ?? [:])
            return card
        }
        return (resolved, changedValues.sorted { $0.key < $1.key })
    }
}
