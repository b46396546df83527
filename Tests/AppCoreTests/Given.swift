import AppCore
import Basics
import Canvas
import Cards
import Support

import struct Foundation.Date

/// One card of a window. `version` is the version that the store would assign.
func item(_ card: Card, version: Int64 = 1, delivery: CardWindow.Delivery) -> CardWindow.Item {
    CardWindow.Item(id: card.id, version: version, content: .card(card), delivery: delivery)
}

extension CardWindow {
    /// A window that holds the whole feed.
    static func of(_ cards: [Card], delivery: CardWindow.Delivery = .none) -> CardWindow {
        CardWindow(
            items: cards.map { item($0, delivery: delivery) }, totalCount: cards.count, hasEverHadCard: !cards.isEmpty)
    }

    static func of(_ ids: [String]) -> CardWindow { of(ids.map { makeCard($0) }) }

    /// The cards `c<index>` for the given range of a long feed.
    static func slice(_ range: Range<Int>, of total: Int) -> CardWindow {
        CardWindow(
            items: range.map { item(makeCard("c\($0)"), delivery: .none) }, hasMoreBefore: range.lowerBound > 0,
            hasMoreAfter: range.upperBound < total, totalCount: total, hasEverHadCard: true, offset: range.lowerBound)
    }
}

let main = ContainerID("main")
let ops = StreamID("ops")

extension AppState {
    /// A viewer that is online, has the given cards, and has drawn its first frame.
    static func given(
        _ window: CardWindow, selecting: String? = nil, zone: LocalZone = .utc, heights: [String: Int] = [:],
        rows: Int = 20
    ) -> AppState {
        var state = AppState.starting(zone: zone, rows: rows)
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        _ = update(&state, .feedArrived(main, window), at: .fixed)
        state.start.hasInteracted = true
        if let selecting { state.containers[0].selection = CardID(selecting) }
        state.containers[0].scrollIntent = .revealSelection(edge: .nearest)
        state.draw(heights)
        return state
    }

    static func given(_ ids: [String], selecting: String? = nil, heights: [String: Int] = [:], rows: Int = 20)
        -> AppState
    {
        given(.of(ids), selecting: selecting, heights: heights, rows: rows)
    }

    static func given(_ card: Card, delivery: CardWindow.Delivery = .none) -> AppState {
        given(.of([card], delivery: delivery))
    }

    /// A viewer before anything has arrived.
    static func starting(zone: LocalZone = .utc, rows: Int = 20) -> AppState {
        AppState(
            size: Size(columns: 80, rows: rows), now: .fixed, zone: zone,
            containers: [ContainerModel(id: main, streamID: ops)])
    }

    /// Presses keys by name. Like the runtime, draws whenever the next key must wait for a layout.
    mutating func press(_ keys: String..., heights: [String: Int] = [:]) -> [Effect] {
        var effects: [Effect] = []
        for name in keys {
            for key in KeySequence.parse(name) ?? [] {
                // Effects that save drafts are tested in the tests of forms.
                effects += update(&self, .keyPressed(key), at: now).filter { !$0.isDraft }
                if awaitsLayout { effects += draw(heights) }
            }
        }
        return effects
    }

    mutating func type(_ text: String) {
        for character in text { _ = update(&self, .keyPressed(KeyChord(.character(character))), at: now) }
    }

    mutating func arrive(_ window: CardWindow, heights: [String: Int] = [:]) -> [Effect] {
        update(&self, .feedArrived(main, window), at: now) + draw(heights)
    }

    @discardableResult
    mutating func draw(_ heights: [String: Int] = [:]) -> [Effect] {
        defer { framePresented() }
        return adopt(StubLayout(heights: heights).report(of: self))
    }

    var selection: String? { containers[0].selection?.rawValue }
    var focus: FocusTarget? { containers[0].focus }
    var toast: String? { toasts.current?.text }
    var menu: MenuOverlay? {
        guard case .menu(let menu)? = overlays.last else { return nil }
        return menu
    }
    var prompt: PromptOverlay? {
        guard case .prompt(let prompt)? = overlays.last else { return nil }
        return prompt
    }
    /// The row of the viewport at which the selected card begins, or nil if the card is not in the frame.
    var selectedRow: Int? {
        containers[0].selection.flatMap { frames.last.container(main)?.card($0)?.top }
    }
    /// The numbers of unseen cards above and below the viewport, as the markers show them.
    var marker: [Int] {
        let counts = containers[0].unseenOutOfSight(inSight)
        return [counts.above, counts.below]
    }
    /// The numbers of cards that have arrived above and below the viewport.
    var arrived: [Int] {
        let (arrivals, window, inSight) = (containers[0].arrivals, containers[0].window, inSight)
        let positions = arrivals.unseen.compactMap(window.position(of:))
        return [
            arrivals.beforeWindow + positions.count { $0 < inSight.lowerBound },
            arrivals.afterWindow + positions.count { $0 >= inSight.upperBound },
        ]
    }
    private var inSight: Range<Int> {
        let visible = frames.last.container(main)?.cards.map(\.id) ?? []
        let indices = containers[0].window.items.indices.filter { visible.contains(containers[0].window.items[$0].id) }
        return (indices.first ?? 0)..<(indices.last.map { $0 + 1 } ?? 0)
    }
}

extension SyncStatus {
    static let online = SyncStatus(connection: .live, lastSyncedAt: .fixed)
}

extension Effect {
    /// True for the effect that records cards as seen, which other tests than those of ``SeenTrackerTests`` leave out.
    var isSeen: Bool { if case .recordSeen = self { true } else { false } }
    var isDraft: Bool { if case .saveDraft = self { true } else { false } }

    static func responded(_ id: String, _ response: CardResponse) -> Effect { .respond(CardID(id), ops, response) }
}

/// A card with the given components and properties.
func card(
    _ id: String = "c1", actions: ActionProperties = .everything, expiresAt: Date? = nil,
    subviews: [String: Card.Subview] = [:], _ components: Card.Component...
) -> Card {
    makeCard(id, expiresAt: expiresAt, body: makeBody(components: components, actions: actions, subviews: subviews))
}

func buttons(_ buttons: (String, Card.ButtonAction)...) -> Card.Component {
    .buttons(Card.ButtonContainer(buttons: buttons.map { Card.Button(text: $0.0, action: $0.1) }))
}

extension ActionProperties {
    static let everything = ActionProperties(
        voteUp: .enabled(feedbackLabel: nil), voteDown: .enabled(feedbackLabel: nil))
}

func card(_ component: Card.Component) -> Card { card("c1", component) }
