import Cards
import FeedAPI

/// Changes caused by time.
extension FeedEngine {
    /// What cards need before their deadlines are applied: their feeds, and the editions that cards at the end of their
    /// embargo replace.
    mutating func needs(forDeadlinesOf due: some Sequence<FeedCard>) -> FeedNeeds {
        var needs = FeedNeeds()
        for card in due { ask(for: card.feed, card.life.status == .embargoed ? card.logicalCard : nil, in: &needs) }
        return needs
    }

    /// Ends embargoes and snoozes, and expires cards. A card that was replaced by another one of them stays cancelled.
    ///
    /// - Parameter due: Cards with a passed deadline in the order of their deadlines.
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
