package import Cards

import struct Foundation.Date

/// Tracks cards that the publisher replaces with a newer version while the user's answer to the older version is stored
/// or sent. The server no longer accepts an answer to the older version.
struct CardRevisions: Equatable, Sendable {
    /// Cards whose answer the server may not have yet, with their lifecycle.
    var answered: [CardID: Answered] = [:]
    /// Cards whose answer is being withdrawn, with their newer version.
    var replaced: [CardID: Replacement] = [:]
    /// Cards that ended before their answer was sent and whose newer version has just arrived, with that version.
    var carried: [CardID: CardID] = [:]
    /// The card that was answered last; nil after the next key press.
    var lastAnswered: CardID?
    /// The lifecycles of cards that change while they are answered. Answers to these are sent without an undo window,
    /// because an answer that is held back would never arrive.
    var frequent: Set<String> = []
    /// The time until which the user knows that the card changes while it is being answered.
    var knownUntil = Date.distantPast
    /// Feedback that was being typed when a newer version arrived, by the id of that version.
    var feedback: [CardID: String] = [:]

    struct Answered: Equatable, Sendable {
        var lifecycle: String
        var stream: StreamID
        /// Whether the card has ended and the answer was discarded.
        var isClosed = false
    }

    /// The newer version of a card, while an answer to the card is being withdrawn. The report that the card has ended,
    /// and the result of the withdrawal, arrive in any order.
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
    /// Withdraws answers to cards that now have a newer version, and discards answers that the server refused. As a
    /// result, no card on the screen waits for an answer that cannot arrive.
    mutating func withdrawAnswersToReplacedCards(from old: CardWindow, to new: CardWindow) -> [Effect] {
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
                new.newerVersion(of: item) != nil
            else { continue }
            effects.append(.discardAction(card.id, card.streamID))
            let wasKnown = old.items.contains { $0.id == item.id && $0.delivery == item.delivery }
            if !wasKnown || old.newerVersion(of: item) == nil { show(Strings.Toasts.refusedReplaced, .failure) }
        }
        return effects
    }

    /// Handles the result of withdrawing an answer to a card that has a newer version. If the answer was already sent
    /// or settled, ``close(_:to:as:)`` handles it when the card ends.
    mutating func endReplaced(_ card: CardID, _ replacement: CardRevisions.Replacement, _ outcome: WithdrawalOutcome) {
        switch outcome {
        case .done(.withdrawn): endReplaced(card, by: replacement.next)
        case .done(.settled), .done(.underWay):
            guard !replacement.isClosed else { return }
            revisions.replaced[card] = CardRevisions.Replacement(next: replacement.next, waitsForOutcome: false)
        case .failed: break
        }
    }

    /// Handles a card that ended before the server received the answer, which is discarded.
    mutating func close(_ response: CardResponse, to card: CardID, as status: CardStatus?) -> [Effect] {
        if let replacement = revisions.replaced.removeValue(forKey: card) {
            if replacement.waitsForOutcome {
                revisions.replaced[card] = CardRevisions.Replacement(next: replacement.next, isClosed: true)
            }
            endReplaced(card, by: replacement.next)
            return []
        }
        // A newer version of the card may arrive with the next window.
        revisions.answered[card]?.isClosed = true
        if undoWindow.holds(card) { undoWindow.drop(card) }
        answers.end(card)
        if let text = Strings.Toasts.closed(response, status) { show(text, .information) }
        return []
    }

    /// Continues with the newer versions of cards that have ended, once the window with them has arrived.
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
        // Selects the newer version, unless the user has pressed a key since the answer.
        guard revisions.lastAnswered == card else { return }
        for index in containers.indices where containers[index].window.items.contains(where: { $0.id == next }) {
            containers[index].select(next, edge: .nearest)
            guard now >= revisions.knownUntil else { continue }
            keyboard.staleGuard = StaleKeyGuard(
                until: now.addingTimeInterval(StaleKeyGuard.pause), wereForText: false,
                reason: Strings.Toasts.otherVersionCame)
        }
    }

    /// Whether an answer to the card is sent immediately, because an earlier answer was withdrawn when the card
    /// changed.
    package func isFrequentlyRevised(_ card: CardID) -> Bool {
        guard !revisions.frequent.isEmpty, let lifecycle = subject(card)?.card.body.lifecycleID else { return false }
        return revisions.frequent.contains(lifecycle)
    }

    /// Keeps feedback that was being typed for the newer version of the card.
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
    /// A card in the window that is a later version of the given card; nil if there is none.
    func newerVersion(of item: Item) -> CardID? {
        guard let next = replacement(of: item), case .card(let card) = item.content,
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
