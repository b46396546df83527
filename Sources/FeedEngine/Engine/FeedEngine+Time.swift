import Cards
import FeedAPI

/// What time does to cards.
extension FeedEngine {
    /// What cards need before time passes for them: their feeds, and the editions that those at the end of their embargo
    /// replace.
    mutating func needs(forDeadlinesOf due: some Sequence<FeedCard>) -> FeedNeeds {
        var needs = FeedNeeds()
        for card in due { ask(for: card.feed, card.life.status == .embargoed ? card.logicalCard : nil, in: &needs) }
        return needs
    }

    /// Ends embargoes and snoozes that are over, and expires cards past their end. A card that another one of them replaced
    /// stays cancelled.
    ///
    /// - Parameter due: Cards whose deadline has come, in the order of their deadlines.
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
