package import Cards

/// The host's values for the runtime variables of the cards in a window.
package struct ShownVariables: Equatable, Sendable {
    /// By card, then by variable name. A missing value shows the variable's default.
    package internal(set) var values: [CardID: [String: String]] = [:]
    /// The version of each card for which the host was asked.
    private var asked: [CardID: Int64] = [:]

    /// Forgets cards that have left. Returns the cards for which the host must be asked.
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

    /// Makes the next query ask the host for all cards again. Earlier values are shown in the meantime.
    mutating func askAgain() { asked = [:] }

    /// Stores the host's values for cards that still exist. Cards for which the host sent nothing keep their values.
    mutating func receive(_ answer: [CardID: [String: String]]) {
        for (card, found) in answer where asked[card] != nil { values[card] = found }
    }
}
