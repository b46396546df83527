package import Canvas
import Cards

/// An event of a desktop notification.
package enum NotificationEvent: Equatable, Sendable {
    /// The terminal was asked to show a notification.
    case shown(NotificationID, NotificationRequest)
    /// The user clicked or closed a notification.
    case answered(NotificationReply)
    /// All notifications were closed, because the terminal was given to another program.
    case allClosed
}

/// A shown notification, with its cards and buttons.
struct SentNotification: Equatable, Sendable {
    var id: NotificationID
    /// The cards of the notification. The first is the card in its text.
    var cards: [NotificationRequest.Subject]
    /// The indexes of the notification's buttons among the buttons of the card.
    var buttons: [Int]
}

extension AppState {
    /// The maximum number of buttons. Desktops do not show more.
    private static let maxButtons = 4

    mutating func receive(_ event: NotificationEvent) -> [Effect] {
        switch event {
        case .shown(let id, let call):
            let sent = SentNotification(id: id, cards: call.cards, buttons: call.buttons.map(\.position))
            return notifications.add(sent).map { [.closeNotification($0)] } ?? []
        case .answered(let reply): return receive(reply)
        case .allClosed:
            notifications.removeAll()
            return []
        }
    }

    private mutating func receive(_ reply: NotificationReply) -> [Effect] {
        guard let sent = notifications[reply.id] else { return [] }
        switch reply.action {
        case .closed:
            notifications.remove(sent.id)
            return []
        case .activated:
            guard let subject = sent.cards.first else { return [] }
            notifications.remove(sent.id)
            return [.closeNotification(sent.id)] + show(subject.card)
        case .button(let number):
            guard sent.buttons.indices.contains(number), let subject = sent.cards.first else { return [] }
            notifications.remove(sent.id)
            return [.closeNotification(sent.id)] + press(sent.buttons[number], of: subject)
        }
    }

    /// Presses a button of a card that may not be on the screen, because the notification identified the card. If the
    /// card has changed since, shows it instead, because it may now ask something else.
    private mutating func press(_ position: Int, of known: NotificationRequest.Subject) -> [Effect] {
        guard var subject = subject(known.card) else {
            show(Strings.Toasts.cardGone, .information)
            return []
        }
        guard subject.item.version == known.version else {
            show(Strings.Notifications.changed, .information)
            return show(known.card)
        }
        if let reason = availabilityOfAnswering(subject).reason {
            show(reason, .information)
            return []
        }
        // The notification shows the card's own components, even if a subview is open in the viewer.
        subject.components = subject.card.body.resolvingVariables(values(of: known.card)).components
        let buttons = FocusTarget.buttons(in: subject.components)
        guard buttons.indices.contains(position) else { return [] }
        start.hasInteracted = true
        return runButtonAction(buttons[position].action, on: subject)
    }

    /// Selects a card, and shows a screen that contains it.
    private mutating func show(_ card: CardID) -> [Effect] {
        start.hasInteracted = true
        let here = Set(screen?.containers ?? [])
        let holders = containers.indices.filter { containers[$0].window[card] != nil }
        guard let index = holders.first(where: { here.contains(containers[$0].id) }) ?? holders.first else {
            show(Strings.Toasts.cardGone, .information)
            return []
        }
        let id = containers[index].id
        var effects: [Effect] = []
        if !here.contains(id), let other = screens.firstIndex(where: { $0.containers.contains(id) }) {
            effects += showScreen(other)
        }
        focus(id)
        containers[index].select(card, edge: .nearest)
        containers[index].scrollIntent = .revealTitle(with: nil)
        return effects + containers[index].windowEffects(rows: size.rows)
    }

    /// Closes the notifications of answered cards.
    mutating func closeAnsweredNotifications() -> [Effect] {
        let answered = answers.versions
        guard !notifications.isEmpty, !answered.isEmpty else { return [] }
        return notifications.end { answered[$0] != nil }.map(Effect.closeNotification)
    }

    /// Closes the notifications of cards that are no longer in the stream.
    mutating func closeNotifications(ofCardsGoneFrom old: CardWindow, in index: Int) -> [Effect] {
        guard !notifications.isEmpty else { return [] }
        let present = Set(containers[index].window.items.map(\.id))
        let gone = Set(
            old.items.map(\.id).filter { !present.contains($0) }
                .filter { !containers[index].mayBePushedOut($0, of: old, present: present) })
        return gone.isEmpty ? [] : notifications.end(of: gone.contains).map(Effect.closeNotification)
    }

    /// The buttons of a card that a notification can show: those that need no further input.
    func notificationButtons(of card: Card, in stream: StreamID) -> [NotificationRequest.Button] {
        let components = card.body.resolvingVariables(values(of: card.id)).components
        let hasForm = !FocusTarget.inputs(in: components).isEmpty
        let buttons = FocusTarget.buttons(in: components).enumerated().compactMap { position, button in
            actsAlone(button.action, of: card, in: stream, hasForm: hasForm)
                ? NotificationRequest.Button(position: position, label: button.text) : nil
        }
        return Array(buttons.prefix(Self.maxButtons))
    }

    private func actsAlone(
        _ action: Card.ButtonAction, of card: Card, in stream: StreamID, hasForm: Bool
    ) -> Bool {
        if let kind = action.responseKind, reasonAgainst(kind, in: stream) != nil { return false }
        switch action {
        case .dismiss, .snooze(_?): return true
        case .submit(let submission):
            return !hasForm && submission.confirm == nil && card.body.answered == nil
        case .voteUp:
            // A vote with a label asks for a text.
            if case .enabled(_?) = card.body.actions.voteUp { return false }
            return true
        case .openLink: return settings.features.opensLinks && !settings.isEmbedded
        case .doNothing, .passPayload, .openSubview, .snooze(nil), .voteDown, .unknown: return false
        }
    }
}
