package import Cards

/// The values the host has given the runtime variables of the cards in a window.
package struct ShownVariables: Equatable, Sendable {
    /// By card, then by variable name; what is missing shows its default.
    package internal(set) var values: [CardID: [String: String]] = [:]
    /// The version of each card that the host was asked about.
    private var asked: [CardID: Int64] = [:]

    /// Forgets cards that have left; returns those the host has to be asked about.
    mutating func cards(toAskFor items: [CardWindow.Item]) -> [Card] {
        var wanted: [Card] = []
        var known: [CardID: Int64] = [:]
        for item in items {
            guard case .card(let card) = item.content, !card.body.variables.isEmpty else { continue }
            known[item.id] = item.version
            if asked[item.id] != item.version { wanted.append(card) }
        }
        asked = known
        if !values.isEmpty { values = values.filter { known[$0.key] != nil } }
        return wanted
    }

    /// Makes the host be asked again about all cards; what it said before is shown meanwhile.
    mutating func askAgain() { asked = [:] }

    /// Takes an answer, for cards that are still there. Nothing is reverted: an answer that came too late for some
    /// names leaves what is known.
    mutating func receive(_ answer: [CardID: [String: String]]) {
        for (card, found) in answer where asked[card] != nil { values[card] = found }
    }
}
