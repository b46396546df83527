import Cards
import FeedAPI

/// Changes that happen as time passes.
extension FeedEngine {
    /// Returns what cards need before their deadlines are applied: their feeds, and the editions that cards replace
    /// when their embargo ends.
    mutating func needs(forDeadlinesOf due: some Sequence<FeedCard>) -> FeedNeeds {
        var needs = FeedNeeds()
        for card in due { ask(for: card.feed, card.life.status == .embargoed ? card.logicalCard : nil, in: &needs) }
        return needs
    }

    /// Ends embargoes and snoozes, and expires cards. If one of the cards replaces another one, the replaced card stays
    /// cancelled.
    ///
    /// - Parameter due: The cards whose deadline has passed, in the order of their deadlines.
    mutating func passDeadlines(of due: [FeedCard]) throws(Problem) {
        load(due)
        for id in due.map(\.id) {
            guard var card = card(id) else { continue }
            let previous = card.life
            guard card.life.advance(to: time) else { continue }
            try update(card, from: previous)
            if previous.status == .embargoed { try cancelEditions(replacedBy: card) }
        }
    }
}
