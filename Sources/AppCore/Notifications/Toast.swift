package import struct Foundation.Date

/// A short message that disappears after some seconds.
package struct Toast: Hashable, Sendable {
    package var text: String
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
        case success, information, failure

        /// In seconds. A failure is shown longer.
        fileprivate var duration: Double {
            switch self {
            case .success, .information: 3
            case .failure: 6
            }
        }
    }

    /// How long the toast is shown, in seconds. More than one line of text takes longer to read.
    package var duration: Double {
        let lineLength = 60
        let charactersPerSecond = 20.0
        return kind.duration + Double(max(0, text.count - lineLength)) / charactersPerSecond
    }

    package init(_ text: String, kind: Kind = .success) {
        self.text = text
        self.kind = kind
    }
}

/// The toasts, of which at most one is shown. The toast of a new event is shown immediately; several toasts of one
/// event are shown one after the other.
package struct ToastQueue: Equatable, Sendable {
    /// The maximum number of waiting toasts. Beyond it, the oldest are dropped, because they no longer matter.
    package static let waitingLimit = 4
    /// The number of seconds that a toast is shown while others are waiting.
    package static let shortestStay = 1.2
    /// The number of recent toasts to remember.
    package static let memory = 32

    /// The toast that is shown.
    package private(set) var current: Toast?
    /// When the current toast appeared.
    package private(set) var shownAt: Date?
    package private(set) var waiting: [Toast] = []
    /// The total number of toasts, for a mode that reads them out, including toasts that were shown only briefly.
    package private(set) var count = 0
    /// The most recent toasts, oldest first.
    package private(set) var recent: [Toast] = []
    /// Whether the current toast belongs to the current event.
    private var isCurrentNew = false

    package init() {}

    /// Starts a new event, whose toasts replace the current toast.
    mutating func beginTurn() { isCurrentNew = false }

    package mutating func show(_ toast: Toast, at now: Date) {
        count += 1
        recent.append(toast)
        if recent.count > Self.memory { recent.removeFirst() }
        // A repeated toast only extends the current one, so that repeated key presses do not queue equal messages.
        if current == toast, waiting.isEmpty {
            shownAt = now
            isCurrentNew = true
            return
        }
        if current != nil, isCurrentNew {
            guard waiting.last != toast else { return }
            waiting.append(toast)
            if waiting.count > Self.waitingLimit { waiting.removeFirst() }
            return
        }
        // A failure is shown again after the toast of the new event. Other old toasts are dropped.
        waiting = ([current].compactMap(\.self) + waiting).filter { $0.kind == .failure && $0 != toast }
        waiting = waiting.suffix(Self.waitingLimit)
        current = toast
        shownAt = now
        isCurrentNew = true
    }

    /// Removes an older toast to make room for newer content in the same place. A failure stays.
    mutating func giveWay() {
        guard let current, current.kind != .failure, !isCurrentNew else { return }
        self.current = nil
        shownAt = nil
        waiting = []
    }

    /// Removes toasts that are no longer true.
    package mutating func withdraw(at now: Date, where isPast: (Toast) -> Bool) {
        waiting.removeAll(where: isPast)
        guard let current, isPast(current) else { return }
        self.current = waiting.isEmpty ? nil : waiting.removeFirst()
        shownAt = self.current.map { _ in now }
    }

    /// When the current toast disappears; nil if there is none.
    package var deadline: Date? {
        guard let current, let shownAt else { return nil }
        let stay = waiting.isEmpty ? current.duration : min(Self.shortestStay, current.duration)
        return shownAt.addingTimeInterval(stay)
    }

    /// Removes the current toast if it is due, and shows the next one.
    package mutating func advance(to now: Date) {
        guard let deadline, deadline <= now else { return }
        drop(at: now)
    }

    /// Removes the current toast, and shows the next one.
    mutating func drop(at now: Date) {
        if waiting.isEmpty {
            current = nil
            shownAt = nil
        } else {
            current = waiting.removeFirst()
            shownAt = now
        }
    }
}
