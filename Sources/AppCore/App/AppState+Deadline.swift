import Basics
import Cards

package import struct Foundation.Date

extension AppState {
    /// When the state next changes without an event: a toast disappears, "5 min ago" becomes "6 min ago". The runtime
    /// sends ``AppEvent/Kind/timePassed`` at that time. Considers only cards in sight; nil when nothing is going to
    /// change.
    package var nextDeadline: Date? {
        var deadlines: [Date] = []
        if let toast = toasts.deadline { deadlines.append(toast) }
        if let pressed { deadlines.append(pressed.until) }
        if let overlay = overlays.last { deadlines += overlay.component.deadlines(after: now) }
        if let deadline = cardsInSight.deadline { deadlines.append(deadline) }
        if let second = undoWindow.deadline(after: now) { deadlines.append(second) }
        if let deadline = notifications.deadline { deadlines.append(deadline) }
        if let headerDeadline { deadlines.append(headerDeadline) }
        if let progress = answers.sending.deadline(after: now) { deadlines.append(progress) }
        for shown in frames.last.containers { addDeadlines(of: shown, to: &deadlines) }
        if shownContainers.contains(where: { containers[$0].sorting.groups.grouping == .day }) {
            deadlines.append(nextDay)
        }
        return deadlines.min()
    }

    /// The start of the next day, when "today" changes.
    private var nextDay: Date { settings.zone.date(settings.zone.civil(now).at(hour: 0).adding(days: 1)) }

    /// Adds the times at which the shown cards of a container change. The cards are consecutive in the window, so one
    /// search is enough.
    private func addDeadlines(of shown: ContainerReport, to deadlines: inout [Date]) {
        guard let index = containers.indices.first(where: { containers[$0].id == shown.id }) else { return }
        var ids = shown.cards.map(\.id)
        if ids.isEmpty, let preview = shown.preview { ids = [preview.card.id] }
        // Uses positions, because a window and its items are expensive to copy.
        let end = containers[index].window.items.endIndex
        var next = ids.first.flatMap { containers[index].position(of: $0) } ?? end
        for id in ids {
            if next == end || containers[index].window.items[next].id != id {
                next = containers[index].position(of: id) ?? end
            }
            guard next < end else { continue }
            addDeadlines(of: containers[index].window.items[next].content, to: &deadlines)
            next += 1
        }
    }

    private func addDeadlines(of content: CardWindow.Content, to deadlines: inout [Date]) {
        guard case .card(let card) = content else { return }
        deadlines.append(TimeText.nextChange(of: card.activeAt, after: now))
        if let expiry = card.expiresAt, expiry > now {
            deadlines.append(TimeText.nextChange(of: expiry, after: now))
        }
        if card.body.answered != nil { deadlines.append(nextDay) }
    }
}
