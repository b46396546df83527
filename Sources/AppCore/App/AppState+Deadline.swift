import Basics
import Cards

package import struct Foundation.Date

extension AppState {
    /// When something changes by itself: a toast goes, "5 min ago" becomes 6. The runtime sends
    /// ``AppEvent/Kind/timePassed`` then. Looks only at cards in sight; nil when nothing is going to change.
    package var nextDeadline: Date? {
        var deadlines: [Date] = []
        if let toast = toasts.deadline { deadlines.append(toast) }
        if let pressed { deadlines.append(pressed.until) }
        if let overlay = overlays.last { deadlines += overlay.component.deadlines(after: now) }
        if let deadline = cardsInSight.deadline { deadlines.append(deadline) }
        if let second = undoWindow.deadline(after: now) { deadlines.append(second) }
        if let headerDeadline { deadlines.append(headerDeadline) }
        if let progress = answers.sending.deadline(after: now) { deadlines.append(progress) }
        for shown in frames.last.containers {
            for card in cards(in: shown) {
                deadlines.append(TimeText.nextChange(of: card.activeAt, after: now))
                if let expiry = card.expiresAt, expiry > now {
                    deadlines.append(TimeText.nextChange(of: expiry, after: now))
                }
                if card.body.answered != nil { deadlines.append(nextDay) }
            }
        }
        if shownContainers.contains(where: { containers[$0].sorting.groups.grouping == .day }) {
            deadlines.append(nextDay)
        }
        return deadlines.min()
    }

    /// When "today" is another day.
    private var nextDay: Date { settings.zone.date(settings.zone.civil(now).at(hour: 0).adding(days: 1)) }

    /// The cards of a container that a frame showed. They follow each other in the window, so it is searched once.
    private func cards(in shown: ContainerReport) -> [Card] {
        guard let window = container(shown.id)?.window else { return [] }
        let items = window.items
        var ids = shown.cards.map(\.id)
        if ids.isEmpty, let preview = shown.preview { ids = [preview.card.id] }
        var next = ids.first.flatMap(window.position(of:)) ?? items.endIndex
        return ids.compactMap { id in
            if !items.indices.contains(next) || items[next].id != id {
                next = window.position(of: id) ?? items.endIndex
            }
            guard items.indices.contains(next), case .card(let card) = items[next].content else { return nil }
            next += 1
            return card
        }
    }
}
