internal import AppCore
import Basics
internal import Canvas
internal import Cards

/// Events that wait for the host. On the container's thread only, but for ``answers``.
final class EventLog {
    var events: [CardContainer.Event] = []
    let answers = OwnAnswers()

    func take() -> [CardContainer.Event] {
        defer { events = [] }
        return events
    }

    func note(_ effect: Effect) {
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

    func note(_ event: AppEvent) {
        switch event.kind {
        case .responseSettled(let card, let response, .delivered):
            if let event = CardContainer.Event(response, to: card) { events.append(event) }
        case .responseSettled(let card, let response, .failed(let reason)),
            .responseSettled(let card, let response, .refused(let reason)):
            fail([card], response, reason)
        case .responseSettled(let card, let response, .closed(let status)):
            // A card that was to go has gone.
            if let reason = Strings.Toasts.closed(response, status) { fail([card], response, reason) }
        case .marks(.settled(let plan, let response, .failed(let reason))): fail(plan.cards, response, reason)
        case .undone(.done(.undone(let card, _, _))), .withdrawn(let card, .done(.withdrawn)): answers.end(card)
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

/// How many answers of this container to each card are on their way to the server.
final class OwnAnswers: Sendable {
    private let counts = Lock<[CardID: Int]>([:])

    func begin(_ cards: [CardID]) {
        counts.withLock { counts in
            for card in cards { counts[card, default: 0] += 1 }
        }
    }

    /// Returns whether there was one.
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
    /// What a response that has arrived is to a host; nil where it is nothing.
    fileprivate init?(_ response: CardResponse, to card: CardID) {
        switch response {
        case .dismiss: self = .dismissed(card)
        case .submit(let button, _): self = .submitted(card, button: button)
        case .snooze(let until): self = .snoozed(card, until: until)
        case .voteUp: self = .voted(card, isUseful: true)
        case .voteDown: self = .voted(card, isUseful: false)
        case .unsnooze: return nil
        }
    }
}
