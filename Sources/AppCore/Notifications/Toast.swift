package import struct Foundation.Date

/// A short message that goes away by itself.
package struct Toast: Hashable, Sendable {
    package var text: String
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
        case success, information, failure

        /// Seconds. A failure stays longer.
        fileprivate var duration: Double {
            switch self {
            case .success, .information: 3
            case .failure: 6
            }
        }
    }

    /// How long it stays, in seconds: what takes more than a line also takes longer to read.
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

/// At most one toast in sight. What a key does is shown at once; messages of one moment follow each other.
package struct ToastQueue: Equatable, Sendable {
    /// Beyond this many waiting ones the oldest are dropped: old ones no longer matter.
    package static let waitingLimit = 4
    /// With others waiting a toast gives way after this many seconds.
    package static let shortestStay = 1.2
    /// So many of the last toasts are remembered.
    package static let memory = 32

    /// The toast in sight.
    package private(set) var current: Toast?
    /// When the current one appeared.
    package private(set) var shownAt: Date?
    package private(set) var waiting: [Toast] = []
    /// How many there were, for who reads them out: also those that were hardly in sight.
    package private(set) var count = 0
    /// The last of them, oldest first.
    package private(set) var recent: [Toast] = []
    /// Whether the toast in sight came with what is happening right now.
    private var isCurrentNew = false

    package init() {}

    /// Something else happens: what it brings is newer than the toast in sight.
    mutating func beginTurn() { isCurrentNew = false }

    package mutating func show(_ toast: Toast, at now: Date) {
        count += 1
        recent.append(toast)
        if recent.count > Self.memory { recent.removeFirst() }
        // The same text again only stays longer: repeated presses must not line up a row of equal messages.
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
        // A failure comes back when the answer to the last key has been read; other old toasts do not.
        waiting = ([current].compactMap(\.self) + waiting).filter { $0.kind == .failure && $0 != toast }
        waiting = waiting.suffix(Self.waitingLimit)
        current = toast
        shownAt = now
        isCurrentNew = true
    }

    /// Makes room for something newer that stands in the same place. A failure stays.
    mutating func giveWay() {
        guard let current, current.kind != .failure, !isCurrentNew else { return }
        self.current = nil
        shownAt = nil
        waiting = []
    }

    /// Takes back what is no longer true.
    package mutating func withdraw(at now: Date, where isPast: (Toast) -> Bool) {
        waiting.removeAll(where: isPast)
        guard let current, isPast(current) else { return }
        self.current = waiting.isEmpty ? nil : waiting.removeFirst()
        shownAt = self.current.map { _ in now }
    }

    /// When the current toast goes; nil when there is none.
    package var deadline: Date? {
        guard let current, let shownAt else { return nil }
        let stay = waiting.isEmpty ? current.duration : min(Self.shortestStay, current.duration)
        return shownAt.addingTimeInterval(stay)
    }

    /// Lets due toasts go and the next ones appear.
    package mutating func advance(to now: Date) {
        guard let deadline, deadline <= now else { return }
        drop(at: now)
    }

    /// Takes the toast in sight away; the next one that waits appears.
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
