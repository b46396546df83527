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
        if let deadline = seenTracker.deadline { deadlines.append(deadline) }
        if let second = undoWindow.deadline(after: now) { deadlines.append(second) }
        if let headerDeadline { deadlines.append(headerDeadline) }
        if let progress = sending.deadline(after: now) { deadlines.append(progress) }
        for container in lastFrame.containers {
            for layout in container.cards {
                guard let card = card(layout.id) else { continue }
                deadlines.append(TimeText.nextChange(of: card.activeAt, after: now))
                if let expiry = card.expiresAt, expiry > now {
                    deadlines.append(TimeText.nextChange(of: expiry, after: now))
                }
            }
        }
        return deadlines.min()
    }
}
