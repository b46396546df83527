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
    private var lastNotified: Date?
    /// The cards that have arrived since then, in the order of their arrival.
    private var arrived: [NewCard] = []
    /// The shown notifications, oldest first.
    private(set) var shown: [SentNotification] = []

    /// The minimum number of seconds between two notifications.
    private static let notificationInterval = 3.0
    /// The maximum number of shown notifications. One more closes the oldest.
    static let maxShown = 8

    package init() {}

    /// Whether the rules apply to new cards now.
    var notifiesUser: Bool { !isTerminalFocused && !rules.rules.isEmpty }

    mutating func changeFocus(_ isFocused: Bool) {
        isTerminalFocused = isFocused
        if isFocused { arrived = [] }
    }

    // MARK: New cards

    /// A card that the user is notified of.
    struct NewCard: Equatable, Sendable {
        var subject: NotificationRequest.Subject
        var title: String
        var notifies: Bool
        var rings: Bool
        /// The buttons of a notification of this card alone.
        var buttons: [NotificationRequest.Button]
    }

    /// Whether neither a shown notification nor a later one is about a card.
    var isEmpty: Bool { shown.isEmpty && arrived.isEmpty }

    /// When the next notification is due; nil if no card waits for one.
    var deadline: Date? {
        arrived.isEmpty ? nil : (lastNotified ?? .distantPast).addingTimeInterval(Self.notificationInterval)
    }

    mutating func add(_ cards: [NewCard]) {
        let ids = Set(cards.map(\.subject.card))
        arrived.removeAll { ids.contains($0.subject.card) }
        arrived += cards
    }

    /// Removes and returns the cards of the next notification. Empty if the last notification was a moment ago.
    mutating func takeDue(at now: Date) -> [NewCard] {
        guard let deadline, deadline <= now else { return [] }
        defer { arrived = [] }
        lastNotified = now
        return arrived
    }

    // MARK: Shown notifications

    subscript(id: NotificationID) -> SentNotification? { shown.first { $0.id == id } }

    /// Adds a shown notification. Returns the notification to close if there are too many.
    mutating func add(_ notification: SentNotification) -> NotificationID? {
        shown.append(notification)
        return shown.count > Self.maxShown ? shown.removeFirst().id : nil
    }

    mutating func remove(_ id: NotificationID) {
        if let index = shown.firstIndex(where: { $0.id == id }) { shown.remove(at: index) }
    }

    mutating func removeAll() { shown = [] }

    /// Removes cards that need no answer any longer. Returns the notifications to close, which have no cards left.
    mutating func end(of isOver: (CardID) -> Bool) -> [NotificationID] {
        arrived.removeAll { isOver($0.subject.card) }
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
