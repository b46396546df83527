import Canvas
import Cards

import struct Foundation.Date

/// When the user is called, and the notifications that are shown and can be answered.
package struct NotificationState: Equatable, Sendable {
    /// For which new cards the user is called while the terminal does not have the keyboard.
    package var rules = NotificationRules()
    /// Whether the terminal has the keyboard; true where it does not report it.
    package private(set) var isTerminalFocused = true
    /// When the user was called last.
    private var lastCall: Date?
    /// How many cards have come since then.
    private var uncalled = 0
    /// The oldest first.
    private(set) var shown: [SentNotification] = []

    /// Calls within so many seconds are one.
    private static let callInterval = 3.0
    /// So many notifications are shown at a time; another one closes the oldest.
    static let mostShown = 8

    package init() {}

    /// Whether new cards are looked at by the rules.
    var callsUser: Bool { !isTerminalFocused && !rules.rules.isEmpty }

    mutating func changeFocus(_ isFocused: Bool) {
        isTerminalFocused = isFocused
        if isFocused { uncalled = 0 }
    }

    /// Counts cards that have come. Returns how many the user is called about now; nil while the last call was a moment
    /// ago.
    mutating func beginCall(about count: Int, at now: Date) -> Int? {
        uncalled += count
        if let lastCall, now.timeIntervalSince(lastCall) < Self.callInterval { return nil }
        defer { uncalled = 0 }
        lastCall = now
        return uncalled
    }

    // MARK: What is shown

    subscript(id: NotificationID) -> SentNotification? { shown.first { $0.id == id } }

    /// A notification is shown. Returns the one to close for it, if there are too many.
    mutating func add(_ notification: SentNotification) -> NotificationID? {
        shown.append(notification)
        return shown.count > Self.mostShown ? shown.removeFirst().id : nil
    }

    mutating func remove(_ id: NotificationID) {
        if let index = shown.firstIndex(where: { $0.id == id }) { shown.remove(at: index) }
    }

    mutating func removeAll() { shown = [] }

    /// Takes cards out that need no answer any more. Returns the notifications to close: those without another card.
    mutating func end(of isOver: (CardID) -> Bool) -> [NotificationID] {
        for index in shown.indices {
            // A button is of the card that is named.
            if let first = shown[index].cards.first, isOver(first.card) { shown[index].buttons = [] }
            shown[index].cards.removeAll { isOver($0.card) }
        }
        let ended = shown.filter(\.cards.isEmpty).map(\.id)
        shown.removeAll(where: \.cards.isEmpty)
        return ended
    }
}
