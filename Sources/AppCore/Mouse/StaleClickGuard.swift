import Canvas
import Cards

import struct Foundation.Date

/// Detects clicks that were aimed at what was there before the screen changed without an action of the user.
struct StaleClickGuard: Equatable, Sendable {
    /// The regions before the screen changed, and the time until which a click may be meant for them.
    private struct Earlier: Equatable {
        var hits: [HitRegion]
        var until: Date
    }

    /// Oldest first.
    private var earlier: [Earlier] = []
    /// Whether the screen has changed since the last frame without an action of the user.
    var hasUnpromptedChange = false

    private struct Click: Equatable {
        var point: Point
        /// Nil for a click outside all regions.
        var target: HitRegion.Target?
        var time: Date
    }

    private var last: Click?
    /// The maximum number of seconds between the clicks of a double click.
    private static let doubleClick = 0.3

    /// The number of seconds that the user needs to aim again.
    static let pause = 0.5
    /// The number of recent changes to look at. More than this within ``pause`` count as a flood.
    private static let limit = 8

    /// Records a new frame.
    mutating func frameChanged(from old: FrameReport, to new: FrameReport, at now: Date) {
        guard hasUnpromptedChange else { return }
        hasUnpromptedChange = false
        earlier.removeAll { $0.until <= now }
        // On an empty screen, the user cannot aim at anything.
        guard old.hits != new.hits, old.hits.contains(where: { !$0.target.isHint }) else { return }
        if earlier.count == Self.limit { earlier.removeFirst() }
        earlier.append(Earlier(hits: old.hits, until: now.addingTimeInterval(Self.pause)))
    }

    /// Whether the click is the second of a double click and would have a different effect from the first, or answer
    /// another card.
    mutating func isSecondOfTwo(_ point: Point, on target: HitRegion.Target?, at now: Date) -> Bool {
        defer { last = Click(point: point, target: target, time: now) }
        guard let last, last.point == point, now < last.time.addingTimeInterval(Self.doubleClick) else { return false }
        if case .command(let command) = target, command.answersCard { return true }
        return last.target != target
    }

    /// Whether another target was at this point a moment ago.
    func contain(_ point: Point, on target: HitRegion.Target, at now: Date) -> Bool {
        earlier.contains { $0.until > now && $0.hits.target(at: point) != target }
    }
}

extension AppState {
    /// Resets the guard before the click of a script, which always acts on the current screen.
    package mutating func settleForClick() { mouse.staleGuard = StaleClickGuard() }
}

extension [HitRegion] {
    /// The target of a click at the point; nil if there is none.
    func target(at point: Point) -> HitRegion.Target? { last { $0.rect.contains(point) }?.target }
}

extension AppEvent.Kind {
    /// Whether the event changes the screen without an action of the user. False for arriving cards, which
    /// ``AppState/isSurprise(_:in:)`` checks.
    var changesScreenUnprompted: Bool {
        switch self {
        case .variablesResolved, .headerRead, .feedFailed, .syncStatusChanged, .pictureSettled, .picturesSupported,
            .page, .timePassed, .noticed:
            true
        default: false
        }
    }
}

extension AppState {
    /// Whether a new window moves cards that the user may be about to click, for a reason other than the user's own
    /// action.
    func isSurprise(_ window: CardWindow, in container: ContainerModel) -> Bool {
        // The user has jumped to another place or changed the filter.
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
