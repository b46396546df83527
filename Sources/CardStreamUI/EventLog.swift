internal import AppCore
import Basics
internal import Canvas
internal import Cards

/// Events queued for the host. Used on the container's thread only, except for ``answers``.
final class EventLog {
    var events: [CardContainer.Event] = []
    let answers = UnconfirmedAnswerCounts()

    func drain() -> [CardContainer.Event] {
        defer { events = [] }
        return events
    }

    func record(_ effect: Effect) {
        switch effect {
        case .respond(let card, _, _): answers.begin([card])
        case .marks(.respond(let plan, _)): answers.begin(plan.cards)
        case .emit(_, .actionButtonPressed): events.append(.actionButtonPressed)
        case .emit(_, .linkPressed(let card, let url)): events.append(.linkPressed(card, url: url))
        case .passPayload(let card, let payload, from: .button):
            events.append(.linkButtonPressed(card, payload: payload))
        case .passPayload(let card, let payload, from: .image): events.append(.imagePressed(card, payload: payload))
        case .passPayload(let card, let payload, from: .submit(let button)):
            events.append(.submitButtonPressed(card, button: button, payload: payload))
        default: break
        }
    }

    func record(_ event: AppEvent) {
        switch event.kind {
        case .responseSettled(let card, let response, .delivered):
            if let event = CardContainer.Event(response, to: card) { events.append(event) }
        case .responseSettled(let card, let response, .failed(let reason)),
            .responseSettled(let card, let response, .refused(let reason)):
            fail([card], response, reason)
        case .responseSettled(let card, let response, .closed(let status)):
            // Not a failure: the user wanted the card to go, and it has ended.
            if let reason = Strings.Toasts.closed(response, status) { fail([card], response, reason) }
        case .marks(.settled(let plan, let response, .failed(let reason))): fail(plan.cards, response, reason)
        case .undone(.done(.undone(let card, _, _))), .undone(.done(.undoneOther(let card, _, _, _))),
            .withdrawn(let card, .done(.withdrawn)):
            answers.end(card)
        default: break
        }
    }

    private func fail(_ cards: [CardID], _ response: CardResponse, _ reason: String) {
        for card in cards {
            answers.end(card)
            events.append(.failed(card, response, reason: reason))
        }
    }
}

/// Counts this container's answers to each card that the server has not confirmed yet.
final class UnconfirmedAnswerCounts: Sendable {
    private let counts = Lock<[CardID: Int]>([:])

    func begin(_ cards: [CardID]) {
        counts.withLock { counts in
            for card in cards { counts[card, default: 0] += 1 }
        }
    }

    /// Removes an answer to the card. Returns false if there was none.
    @discardableResult
    func end(_ card: CardID) -> Bool {
        counts.withLock { counts in
            guard let count = counts[card] else { return false }
            counts[card] = count > 1 ? count - 1 : nil
            return true
        }
    }
}

extension CardContainer.Event {
    /// The host's event for a response that the server has accepted; nil if there is none.
    fileprivate init?(_ response: CardResponse, to card: CardID) {
        switch response {
        case .dismiss: self = .dismissed(card)
        case .submit(let button, _), .reply(let button, _): self = .submitted(card, button: button)
        case .snooze(let until): self = .snoozed(card, until: until)
        case .voteUp: self = .voted(card, isUseful: true)
        case .voteDown: self = .voted(card, isUseful: false)
        case .unsnooze: return nil
        }
    }
}
