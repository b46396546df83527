import Canvas
import Cards

import struct Foundation.Date

/// Clicks that were aimed at what stood there before something moved by itself.
struct StaleClickGuard: Equatable, Sendable {
    /// What could be clicked before the screen changed, and until when a click may be meant for that.
    private struct Earlier: Equatable {
        var hits: [HitRegion]
        var until: Date
    }

    /// The oldest first.
    private var earlier: [Earlier] = []
    /// Whether the screen has changed since the last frame without an act of the user.
    var isUnasked = false

    private struct Click: Equatable {
        var point: Point
        /// Nil beside all there is.
        var target: HitRegion.Target?
        var time: Date
    }

    private var last: Click?
    /// Seconds between the two of a double click.
    private static let doubleClick = 0.3

    /// Seconds that the user needs to aim again.
    static let pause = 0.5
    /// How many changes are looked back at: more within ``pause`` are a flood.
    private static let limit = 8

    /// Takes note of a frame.
    mutating func frameChanged(from old: FrameReport, to new: FrameReport, at now: Date) {
        guard isUnasked else { return }
        isUnasked = false
        earlier.removeAll { $0.until <= now }
        // There was nothing to aim at on an empty screen.
        guard old.hits != new.hits, old.hits.contains(where: { !$0.target.isHint }) else { return }
        if earlier.count == Self.limit { earlier.removeFirst() }
        earlier.append(Earlier(hits: old.hits, until: now.addingTimeInterval(Self.pause)))
    }

    /// Whether it is the second of a double click, and would do something else than the first, or answer another card.
    mutating func isSecondOfTwo(_ point: Point, on target: HitRegion.Target?, at now: Date) -> Bool {
        defer { last = Click(point: point, target: target, time: now) }
        guard let last, last.point == point, now < last.time.addingTimeInterval(Self.doubleClick) else { return false }
        if case .command(let command) = target, command.answersCard { return true }
        return last.target != target
    }

    /// Whether something else was there a moment ago.
    func contain(_ point: Point, on target: HitRegion.Target, at now: Date) -> Bool {
        earlier.contains { $0.until > now && $0.hits.target(at: point) != target }
    }
}

extension AppState {
    /// For a click of a script, which always sees the present screen.
    package mutating func settleForClick() { mouse.staleGuard = StaleClickGuard() }
}

extension [HitRegion] {
    /// What a click there is meant for.
    func target(at point: Point) -> HitRegion.Target? { last { $0.rect.contains(point) }?.target }
}

extension AppEvent.Kind {
    /// Whether the event changes the screen although the user did nothing. Arriving cards are excluded: their window
    /// reports them.
    var comesUnasked: Bool {
        switch self {
        case .variablesResolved, .headerRead, .feedFailed, .syncStatusChanged, .pictureSettled, .picturesSupported,
            .page, .timePassed, .noticed:
            true
        default: false
        }
    }
}

extension AppState {
    /// Whether a window moves cards that the user may be about to click, by more than what the user did.
    func isSurprise(_ window: CardWindow, in container: ContainerModel) -> Bool {
        // They went elsewhere, or look for something else.
        if container.isAwaitingWindow || container.awaitsOtherCards { return false }
        let old = Dictionary(container.window.items.map { ($0.id, $0.version) }, uniquingKeysWith: { $1 })
        let new = Dictionary(window.items.map { ($0.id, $0.version) }, uniquingKeysWith: { $1 })
        let isChanged = old.contains { id, version in
            new[id] != version && !answers.areUnderWay(id)
        }
        if isChanged { return true }
        guard let last = window.items.lastIndex(where: { old[$0.id] != nil }) else {
            return !window.items.isEmpty && !window.items.contains { returning.include($0.id, at: now) }
        }
        return window.items[..<last].contains { old[$0.id] == nil && !returning.include($0.id, at: now) }
    }
}
