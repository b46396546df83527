import Canvas

import struct Foundation.Date

/// Clicks on their way to what has just moved by itself: whoever clicked had seen something else there.
struct StrayClicks: Equatable, Sendable {
    /// What could be clicked before the screen changed, and until when a click may be meant for that.
    private struct Earlier: Equatable {
        var hits: [HitRegion]
        var until: Date
    }

    /// The oldest first.
    private var earlier: [Earlier] = []
    /// Whether something came that nobody did, since the last frame.
    var isUnasked = false

    /// Seconds in which nobody can have aimed anew.
    static let pause = 0.5
    /// How many changes are looked back at: more within ``pause`` are a flood.
    private static let limit = 8

    /// Takes note of a frame.
    mutating func frameChanged(from old: FrameReport, to new: FrameReport, at now: Date) {
        guard isUnasked else { return }
        isUnasked = false
        earlier.removeAll { $0.until <= now }
        // On an empty screen nobody had seen anything.
        guard old.hits != new.hits, old.hits.contains(where: { !$0.target.isHint }) else { return }
        if earlier.count == Self.limit { earlier.removeFirst() }
        earlier.append(Earlier(hits: old.hits, until: now.addingTimeInterval(Self.pause)))
    }

    /// Whether something else was there a moment ago.
    func contain(_ point: Point, on target: HitRegion.Target, at now: Date) -> Bool {
        earlier.contains { $0.until > now && $0.hits.target(at: point) != target }
    }
}

extension AppState {
    /// For a click of somebody who has surely seen the screen of now: a script.
    package mutating func settleForClick() { strayClicks = StrayClicks() }
}

extension [HitRegion] {
    /// What a click there is meant for.
    func target(at point: Point) -> HitRegion.Target? { last { $0.rect.contains(point) }?.target }
}

extension AppEvent {
    /// Whether the user did it, so that what follows is no surprise.
    var isUsers: Bool {
        switch self {
        case .keyPressed, .command, .pasted, .lineEntered, .clicked, .dragged, .wheelTurned, .resized, .focusChanged,
            .textEdited:
            true
        default: false
        }
    }
}
