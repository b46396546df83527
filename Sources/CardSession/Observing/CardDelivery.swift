internal import Cards

/// Makes what a host is given of a window: the cards, with values in place of their runtime variables. The last values of
/// each card are remembered, because the same ones are reported once.
actor CardDelivery {
    private let variables: RuntimeVariableSource?
    private let report: @Sendable (CardID, [String: String]) async -> Void
    private var reported: RuntimeVariableSource.Values = [:]

    /// - Parameter report: Takes values that were given to a card.
    init(
        _ variables: RuntimeVariableSource?, report: @escaping @Sendable (CardID, [String: String]) async -> Void
    ) {
        self.variables = variables
        self.report = report
    }

    /// The readable cards of a window.
    func cards(of window: CardWindow) async -> [Card] {
        let cards = window.items.compactMap { item in
            if case .card(let card) = item.content { card } else { nil }
        }
        let values = await variables?.values(for: cards) ?? [:]
        await tell(values)
        return cards.map { card in
            var card = card
            card.body = card.body.resolvingVariables(values[card.id] ?? [:])
            return card
        }
    }

    private func tell(_ values: RuntimeVariableSource.Values) async {
        let news = values.filter { reported[$0.key] != $0.value }
        reported = values
        for (card, values) in news.sorted(by: { $0.key < $1.key }) { await report(card, values) }
    }
}
