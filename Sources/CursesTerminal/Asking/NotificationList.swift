import Canvas

/// The notifications that are shown, and those whose close report is expected. Pure.
struct NotificationList {
    /// Oldest first.
    private(set) var shown: [NotificationID] = []
    /// The time until which a close report is expected, on the monotonic clock.
    private var closing: [NotificationID: Double] = [:]

    mutating func open(_ id: NotificationID) { shown.append(id) }

    /// Returns whether the terminal must be told to close it.
    mutating func close(_ id: NotificationID, _ support: NotificationSupport, at time: Double) -> Bool {
        guard let index = shown.firstIndex(of: id) else { return false }
        shown.remove(at: index)
        guard support.canClose else { return false }
        if support.hasButtons, support.reportsClosing { closing[id] = time + GraphicsProbe.timeout }
        return true
    }

    /// Handles a reaction of the user. Returns nil if the notification is not shown, or is not ours.
    mutating func handle(_ reply: NotificationReply) -> NotificationReply? {
        guard let index = shown.firstIndex(of: reply.id) else {
            if reply.action == .closed { closing[reply.id] = nil }
            return nil
        }
        if reply.action == .closed { shown.remove(at: index) }
        return reply
    }

    /// The seconds during which a report is still expected; nil if none is expected.
    func delay(at time: Double) -> Double? {
        closing.values.filter { $0 > time }.max().map { $0 - time }
    }
}
