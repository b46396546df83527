import Canvas
import Cards

import struct Foundation.Date

/// When the user is notified, and the shown notifications.
package struct NotificationState: Equatable, Sendable {
    /// The rules for notifying the user of new cards while the terminal is not focused.
    package var rules = NotificationRules()
    /// Whether the terminal has keyboard focus; true if the terminal does not report focus.
    package private(set) var isTerminalFocused = true
    /// When the user was last notified.
    private var lastCall: Date?
    /// The number of new cards since the last notification.
    private var uncalled = 0
    /// The shown notifications, oldest first.
    private(set) var shown: [SentNotification] = []

    /// The minimum number of seconds between two notifications.
    private static let callInterval = 3.0
    /// The maximum number of shown notifications. One more closes the oldest.
    static let mostShown = 8

    package init() {}

    /// Whether the rules apply to new cards now.
    var callsUser: Bool { !isTerminalFocused && !rules.rules.isEmpty }

    mutating func changeFocus(_ isFocused: Bool) {
        isTerminalFocused = isFocused
        if isFocused { uncalled = 0 }
    }

    /// Counts new cards. Returns the number of cards to notify the user of now; nil if the last notification was a
    /// moment ago.
    mutating func beginCall(about count: Int, at now: Date) -> Int? {
        uncalled += count
        if let lastCall, now.timeIntervalSince(lastCall) < Self.callInterval { return nil }
        defer { uncalled = 0 }
        lastCall = now
        return uncalled
    }

    // MARK: Shown notifications

    subscript(id: NotificationID) -> SentNotification? { shown.first { $0.id == id } }

    /// Adds a shown notification. Returns the notification to close if there are too many.
    mutating func add(_ notification: SentNotification) -> NotificationID? {
        shown.append(notification)
        return shown.count > Self.mostShown ? shown.removeFirst().id : nil
    }

    mutating func remove(_ id: NotificationID) {
        if let index = shown.firstIndex(where: { $0.id == id }) { shown.remove(at: index) }
    }

    mutating func removeAll() { shown = [] }

    /// Removes cards that need no answer any longer. Returns the notifications to close, which have no cards left.
    mutating func end(of isOver: (CardID) -> Bool) -> [NotificationID] {
        for index in shown.indices {
            // The buttons belong to the first card.
            if let first = shown[index].cards.first, isOver(first.card) { shown[index].buttons = [] }
            shown[index].cards.removeAll { isOver($0.card) }
        }
        let ended = shown.filter(\.cards.isEmpty).map(\.id)
        shown.removeAll(where: \.cards.isEmpty)
        return ended
    }
}
