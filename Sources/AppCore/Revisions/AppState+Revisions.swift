package import Cards

import struct Foundation.Date

/// What a publisher's next edition of a card means for what the user said to the one before, which the server takes no
/// answer to any more.
struct CardRevisions: Equatable, Sendable {
    /// Cards whose answer the server may not have, with what they are an edition of.
    var answered: [CardID: Answered] = [:]
    /// Those whose answer is being withdrawn, with their next edition.
    var replaced: [CardID: Replacement] = [:]
    /// Cards that ended before their answer left, and whose next edition has just come, with that.
    var carried: [CardID: CardID] = [:]
    /// The card that was answered last, while no key has come since.
    var lastAnswered: CardID?
    /// What changes while it is answered: there an answer that waits to be undone would never arrive.
    var frequent: Set<String> = []
    /// Until when the user knows that the card changes while it is being answered.
    var knownUntil = Date.distantPast
    /// Feedback that was being typed when the next edition came, by that.
    var feedback: [CardID: String] = [:]

    struct Answered: Equatable, Sendable {
        var lifecycle: String
        var stream: StreamID
        /// The card ended, and the answer was given up.
        var isClosed = false
    }

    /// A card and its next edition, while an answer to the card is being withdrawn. The word that the card has ended,
    /// and the outcome of taking the answer back, come in any order.
    struct Replacement: Equatable, Sendable {
        var next: CardID
        var isClosed = false
        var waitsForOutcome = true
    }

    mutating func recordAnswer(to item: CardWindow.Item) {
        lastAnswered = item.id
        guard case .card(let card) = item.content, let lifecycle = card.body.lifecycleID else { return }
        answered[card.id] = Answered(lifecycle: lifecycle, stream: card.streamID)
    }

    mutating func endAnswer(to card: CardID) {
        if !answered.isEmpty { answered[card] = nil }
    }
}

extension AppState {
    /// Takes answers back whose cards have a next edition now, and gives those up that were refused. Nothing that
    /// stands on the screen is left to be answered in vain.
    mutating func giveWayToRevisions(from old: CardWindow, to new: CardWindow) -> [Effect] {
        var effects: [Effect] = []
        for (card, answer) in revisions.answered.sorted(by: { $0.key < $1.key }) {
            let next = new.items.first { $0.id != card && $0.lifecycle == answer.lifecycle }
            guard let next, !old.items.contains(where: { $0.id == next.id }) else { continue }
            revisions.answered[card] = nil
            revisions.frequent.insert(answer.lifecycle)
            if answer.isClosed {
                revisions.carried[card] = next.id
            } else {
                revisions.replaced[card] = CardRevisions.Replacement(next: next.id)
                effects.append(.withdraw(card, answer.stream))
            }
        }
        for item in new.items {
            guard case .refused = item.delivery, case .card(let card) = item.content,
                new.laterEdition(of: item) != nil
            else { continue }
            effects.append(.discardAction(card.id, card.streamID))
            let wasKnown = old.items.contains { $0.id == item.id && $0.delivery == item.delivery }
            if !wasKnown || old.laterEdition(of: item) == nil { show(Strings.Toasts.refusedReplaced, .failure) }
        }
        return effects
    }

    /// What became of taking back an answer whose card has a next edition. One that is on its way already, or gone, is
    /// left to the word that the card has ended.
    mutating func endReplaced(_ card: CardID, _ replacement: CardRevisions.Replacement, _ outcome: WithdrawalOutcome) {
        switch outcome {
        case .done(.withdrawn): endReplaced(card, by: replacement.next)
        case .done(.settled), .done(.underWay):
            guard !replacement.isClosed else { return }
            revisions.replaced[card] = CardRevisions.Replacement(next: replacement.next, waitsForOutcome: false)
        case .failed: break
        }
    }

    /// The card ended before the server had the answer, which is given up.
    mutating func close(_ response: CardResponse, to card: CardID, as status: CardStatus?) -> [Effect] {
        if let replacement = revisions.replaced.removeValue(forKey: card) {
            if replacement.waitsForOutcome {
                revisions.replaced[card] = CardRevisions.Replacement(next: replacement.next, isClosed: true)
            }
            endReplaced(card, by: replacement.next)
            return []
        }
        // Its next edition may come with the next window.
        revisions.answered[card]?.isClosed = true
        if undoWindow.holds(card) { undoWindow.drop(card) }
        answers.end(card)
        if let text = Strings.Toasts.closed(response, status) { show(text, .information) }
        return []
    }

    /// Goes on with the next revisions of cards that ended before, once their window is here.
    mutating func endCarried() {
        guard !revisions.carried.isEmpty else { return }
        let carried = revisions.carried
        revisions.carried = [:]
        for (card, next) in carried.sorted(by: { $0.key < $1.key }) { endReplaced(card, by: next) }
    }

    private mutating func endReplaced(_ card: CardID, by next: CardID) {
        undoWindow.drop(card)
        answers.end(card)
        forms.carry(from: card, to: next)
        show(Strings.Toasts.answerReplaced, .information)
        // Back to where it was answered, unless the user has gone on.
        guard revisions.lastAnswered == card else { return }
        for index in containers.indices where containers[index].window.items.contains(where: { $0.id == next }) {
            containers[index].select(next, edge: .nearest)
            guard now >= revisions.knownUntil else { continue }
            keyboard.staleGuard = StaleKeyGuard(
                until: now.addingTimeInterval(StaleKeyGuard.pause), wereForText: false,
                reason: Strings.Toasts.cardChanged)
        }
    }

    /// Whether an answer to the card goes at once: one before was withdrawn because the card had changed.
    package func isFrequentlyRevised(_ card: CardID) -> Bool {
        guard !revisions.frequent.isEmpty, let lifecycle = subject(card)?.card.body.lifecycleID else { return false }
        return revisions.frequent.contains(lifecycle)
    }

    /// Keeps feedback that was being typed.
    mutating func carryFeedback(from card: CardID, to next: CardID) {
        if let text = revisions.feedback.removeValue(forKey: card) { revisions.feedback[next] = text }
        for case .prompt(let prompt) in overlays where prompt.card == card && !prompt.field.text.isEmpty {
            switch prompt.purpose {
            case .voteUp, .voteDown: revisions.feedback[next] = prompt.field.text
            case .pipe, .newCard, .newConversation: break
            }
        }
    }
}

extension CardWindow {
    /// The card that stands beside one of which it is a later edition.
    func laterEdition(of item: Item) -> CardID? {
        guard let next = edition(of: item), case .card(let card) = item.content,
            let other = items.first(where: { $0.id == next }), case .card(let later) = other.content,
            later.createdAt >= card.createdAt
        else { return nil }
        if case .refused = other.delivery { return nil }
        return next
    }
}

extension CardWindow.Item {
    fileprivate var lifecycle: String? {
        if case .card(let card) = content { card.body.lifecycleID } else { nil }
    }
}
