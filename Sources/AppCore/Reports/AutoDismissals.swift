import Cards

import struct Foundation.Date

/// The cards in sight that dismiss themselves, with the times.
struct AutoDismissals: Equatable, Sendable {
    /// A card that dismisses itself a number of seconds after it came into sight.
    struct Entry: Equatable, Sendable {
        var card: CardID
        var container: ContainerID
        var seconds: Int
    }

    private var ends: [CardID: (entry: Entry, date: Date)] = [:]

    static func == (left: AutoDismissals, right: AutoDismissals) -> Bool {
        left.ends.mapValues(\.date) == right.ends.mapValues(\.date)
    }

    /// Records the content of a frame. The time of a card that was not in sight before starts now.
    mutating func update(with entries: [Entry], at now: Date) {
        guard !entries.isEmpty || !ends.isEmpty else { return }
        var next: [CardID: (entry: Entry, date: Date)] = [:]
        for entry in entries {
            let known = ends[entry.card].flatMap { $0.entry == entry ? $0 : nil }
            next[entry.card] = known ?? (entry, now.addingTimeInterval(Double(entry.seconds)))
        }
        ends = next
    }

    /// Removes and returns the cards whose time is over.
    mutating func takeDue(at now: Date) -> [Entry] {
        let due = ends.values.filter { $0.date <= now }.map(\.entry).sorted { $0.card < $1.card }
        for entry in due { ends[entry.card] = nil }
        return due
    }

    /// When the next card is dismissed; nil if there is none.
    var deadline: Date? { ends.values.map(\.date).min() }
}

extension AppState {
    /// The automatic dismissal of a card in sight; nil if the card stays: it has no time, it cannot be dismissed, or
    /// the user is working on it.
    func autoDismissal(of id: CardID, in container: ContainerID) -> AutoDismissals.Entry? {
        // Uses positions, because this runs for each card in sight after each frame, and few cards dismiss themselves.
        guard let index = containers.indices.first(where: { containers[$0].id == container }),
            let position = containers[index].position(of: id),
            case .card(let card) = containers[index].window.items[position].content,
            let seconds = card.body.autoDismiss
        else { return nil }
        let model = containers[index]
        guard !answers.include(model.window.items[position]),
            syncStatus.capabilities(of: card.streamID).allows(.dismiss), forms[id]?.values.isEmpty != false,
            model.openSubview(of: card) == nil, model.selection != id || model.focus == nil
        else { return nil }
        return AutoDismissals.Entry(card: id, container: container, seconds: seconds)
    }

    /// Dismisses the cards whose time is over.
    mutating func dismissDue() -> [Effect] {
        var effects: [Effect] = []
        for entry in cardsInSight.takeDue(at: now) {
            // The state may have changed since the last frame.
            guard autoDismissal(of: entry.card, in: entry.container) == entry,
                let subject = subject(entry.card)
            else { continue }
            effects += respond(.dismiss, to: subject)
        }
        return effects
    }
}
