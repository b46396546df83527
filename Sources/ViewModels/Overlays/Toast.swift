package import struct Foundation.Date

/// A short message that goes away by itself.
package struct Toast: Hashable, Sendable {
    package var text: String
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
        case success, information, failure

        /// Seconds. Bad news stays longer.
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

/// At most one toast in sight, the others wait their turn.
package struct ToastQueue: Equatable, Sendable {
    /// Beyond this many waiting ones the oldest are dropped: old news is no news.
    package static let waitingLimit = 4
    /// With others waiting a toast gives way after this many seconds.
    package static let shortestStay = 1.2

    /// The toast in sight.
    package private(set) var current: Toast?
    /// When the current one appeared.
    package private(set) var shownAt: Date?
    package private(set) var waiting: [Toast] = []

    package init() {}

    package mutating func show(_ toast: Toast, at now: Date) {
        guard current != nil else {
            current = toast
            shownAt = now
            return
        }
        // The same text again only stays longer: repeated presses must not line up a row of equal messages.
        if current == toast, waiting.isEmpty {
            shownAt = now
            return
        }
        guard waiting.last != toast else { return }
        waiting.append(toast)
        if waiting.count > Self.waitingLimit { waiting.removeFirst() }
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
        if waiting.isEmpty {
            current = nil
            shownAt = nil
        } else {
            current = waiting.removeFirst()
            shownAt = now
        }
    }
}
