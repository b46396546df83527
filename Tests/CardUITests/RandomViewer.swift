import Canvas
import CardUI
import Cards
import Support
import Theming

import struct Foundation.Date

@testable import AppCore

/// A viewer without a terminal, with random cards in containers of all kinds, driven by a random user. It uses the
/// drawn picture to check whether an action of the user affected a card that was visible.
struct RandomViewer {
    struct Tally {
        var acts = 0
        /// Key presses that brought their card into view instead of acting on it.
        var shown = 0
    }

    var random: SeededGenerator
    private(set) var tally = Tally()
    private var state: AppState
    /// All cards of each container, including those of folded groups.
    private var feeds: [ContainerID: [CardWindow.Item]] = [:]
    private var cache = LayoutCache()
    private var time = 10.0
    private var cards = 0
    /// The words on the screen that the user has seen. Keys that are typed ahead do not change them.
    private var seen: Set<String> = []

    init(random: SeededGenerator) {
        self.random = random
        state = AppState(size: .zero, now: .fixed, containers: [])
        let kinds: [ContainerModel.Kind] = [.vertical, .vertical, .horizontal, .single, .modal]
        let main = kinds.randomElement(using: &self.random) ?? .vertical
        var (shown, modals): ([ContainerID], [ContainerID]) = ([], [])
        var containers: [ContainerModel] = []
        func add(_ kind: ContainerModel.Kind) {
            let id = ContainerID("box\(containers.count)")
            var options = ContainerOptions()
            if Bool.random(using: &self.random) { options.grouping = .category }
            containers.append(ContainerModel(id: id, kind: kind, streamID: StreamID(id.rawValue), options: options))
            containers[containers.count - 1].options.layout = Bool.random(using: &self.random) ? .list : .cards
            if kind == .modal { modals.append(id) } else { shown.append(id) }
        }
        add(main)
        if main == .modal { add(.vertical) }
        if Int.random(in: 0..<3, using: &self.random) == 0 { add(.vertical) }
        let parts = shown.map { Arrangement.Part(.fill, .container($0)) }
        let arrangement = Bool.random(using: &self.random) ? Arrangement.rows(parts) : .columns(parts)
        let other = ScreenModel(name: "other", .container(shown[shown.count - 1]))
        state = AppState(
            size: randomSize(), now: .fixed, containers: containers,
            screens: [ScreenModel(name: "it", arrangement, modals: modals), other],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        for container in containers {
            feeds[container.id] = (0..<Int.random(in: 1...9, using: &self.random)).map { _ in randomCard() }
            _ = update(&state, .feedArrived(container.id, window(of: container.id)), at: now)
        }
        time += 10
        drawAll()
        present()
    }

    private var now: Date { .fixed(time) }

    private static let refusals = [Strings.Toasts.cardShown, Strings.Toasts.elementShown]

    // MARK: One step

    /// Performs one random event and returns what is wrong with its result, or nil.
    mutating func step() -> String? {
        time += 2
        let before = state
        let (what, event) = randomEvent()
        let effects = update(&state, event, at: now)
        for case .window(let id, _) in effects {
            _ = update(&state, .feedArrived(id, window(of: id)), at: now)
        }
        drawAll()
        let acted = actedOn(effects, before)
        let seen = seen
        defer { settle(effects) }
        if let acted {
            tally.acts += 1
            for word in ["Q\(acted.rawValue)Z", pressedButton(effects)].compactMap(\.self) where !seen.contains(word) {
                return
                    "\(what) acted on \(acted.rawValue) of \(before.size); \(word) is not on the screen: \(seen.sorted())"
            }
        } else if let text = state.toasts.current?.text, Self.refusals.contains(text),
            before.toasts.current?.text != text, let card = state.focusedContainer?.selection
        {
            tally.shown += 1
            present()
            if !self.seen.contains("Q\(card.rawValue)Z") { return "\(what) did not show \(card.rawValue)" }
        }
        return nil
    }

    /// The label of the button that the answer comes from, or nil.
    private func pressedButton(_ effects: [Effect]) -> String? {
        for case .respond(let card, _, .submit) in effects { return "Q\(card.rawValue)Y" }
        return nil
    }

    /// Presents the frame to the user.
    private mutating func present() {
        state.framePresented()
        seen = words()
    }

    private mutating func drawAll() {
        var surface = Surface(size: state.size)
        repeat {
            _ = state.adopt(CardUI.draw(state, theme: .plain, cache: &cache, into: &surface))
        } while state.awaitsLayout
        if !state.frames.isCurrent { _ = state.adopt(CardUI.draw(state, theme: .plain, cache: &cache, into: &surface)) }
    }

    /// The titles and buttons that are visible without sheets and toasts.
    private mutating func words() -> Set<String> {
        var bare = state
        bare.toasts = ToastQueue()
        bare.overlays = []
        var surface = Surface(size: bare.size)
        _ = CardUI.draw(bare, theme: .plain, cache: &cache, into: &surface)
        let words = surface.plainText.split { !$0.isLetter && !$0.isNumber }
        return Set(words.filter { $0.first == "Q" && ($0.last == "Z" || $0.last == "Y") }.map(String.init))
    }

    /// The card that an effect acts on or that the screen asks about, or nil.
    private func actedOn(_ effects: [Effect], _ before: AppState) -> CardID? {
        for effect in effects {
            switch effect {
            case .respond(let card, _, _), .passPayload(let card, _, _): return card
            case .openLink, .followLink, .export(.copy): return state.focusedContainer?.selection
            default: break
            }
        }
        let wasOpen = before.overlays.contains { if case .jump = $0 { false } else { true } }
        return wasOpen ? nil : state.overlays.last?.card
    }

    /// Closes overlays, and removes answered cards.
    private mutating func settle(_ effects: [Effect]) {
        for _ in 0..<3 where !state.overlays.isEmpty {
            if case .jump? = state.overlays.last { break }
            _ = update(&state, .command(.close), at: now)
        }
        for case .respond(let card, _, let response) in effects {
            _ = update(&state, .responseSettled(card, response, .queued()), at: now)
            for (id, items) in feeds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let left = items.filter { $0.id != card }
                guard left.count < items.count else { continue }
                feeds[id] = left
                _ = update(&state, .feedArrived(id, window(of: id)), at: now)
            }
        }
        // Enough time passes that the next keys do not count as stray keys.
        time += 3
        _ = update(&state, .timePassed, at: now)
        state.settleForClick()
        drawAll()
        // If the frame is not presented, the next key counts as typed ahead.
        if Int.random(in: 0..<4, using: &random) > 0 { present() }
    }

    // MARK: Random events

    private static let keys = [
        "j", "k", "down", "up", "g", "G", "ctrl-d", "ctrl-u", "ctrl-f", "ctrl-b", "tab", "shift-tab", "h", "l", "z",
        "w",
        "]", "esc", "e", "J", "K", "n", "N", "p", "c", "c", "C",
    ]
    private static let acts = ["d", "s", "+", "-", "m", "y", "o", "1", "2", "3", "enter", "d", "1"]

    private mutating func randomEvent() -> (String, AppEvent.Kind) {
        if case .jump(let jump)? = state.overlays.last {
            let letters = jump.candidates.randomElement(using: &random).map { $0.text } ?? "a"
            let next = letters.dropFirst(jump.typed.count).first ?? "a"
            return ("letter \(next)", .keyPressed(KeyChord(.character(next))))
        }
        func key(_ name: String) -> (String, AppEvent.Kind) {
            (name, .keyPressed(KeyChord(name: name) ?? .enter))
        }
        switch Int.random(in: 0..<24, using: &random) {
        case 0: return ("resize", .resized(randomSize()))
        case 1, 2:
            let rows = Bool.random(using: &random) ? 3 : -3
            return ("wheel", .wheelTurned(rows, over: randomPoint()))
        case 3, 4: return ("news", randomNews())
        case 5, 6:
            guard let hit = state.frames.last.hits.randomElement(using: &random), !hit.rect.isEmpty else {
                return key("j")
            }
            return ("click on \(hit.target)", .clicked(hit.rect.origin))
        case 7: return key("f")
        case 8..<15: return key(Self.keys.randomElement(using: &random) ?? "j")
        default: return key(Self.acts.randomElement(using: &random) ?? "d")
        }
    }

    private mutating func randomSize() -> Size {
        let isLarge = Int.random(in: 0..<4, using: &random) == 0
        return Size(
            columns: Int.random(in: 24...(isLarge ? 200 : 100), using: &random),
            rows: Int.random(in: 8...(isLarge ? 60 : 30), using: &random))
    }

    private mutating func randomPoint() -> Point {
        Point(
            column: Int.random(in: 0..<state.size.columns, using: &random),
            row: Int.random(in: 0..<state.size.rows, using: &random))
    }

    /// Adds, removes or moves cards.
    private mutating func randomNews() -> AppEvent.Kind {
        let index = Int.random(in: 0..<state.containers.count, using: &random)
        let id = state.containers[index].id
        var items = feeds[id] ?? []
        if !items.isEmpty, Bool.random(using: &random) {
            items.remove(at: Int.random(in: 0..<items.count, using: &random))
        }
        if Bool.random(using: &random) {
            let new = randomCard()
            items.insert(new, at: Int.random(in: 0...items.count, using: &random))
        }
        feeds[id] = items
        return .feedArrived(id, window(of: id))
    }

    /// The window that the store would return: the cards in order, in groups if the container has a grouping.
    private func window(of id: ContainerID) -> CardWindow {
        let feed = feeds[id] ?? []
        guard let groups = state.container(id)?.sorting.groups, groups.grouping != .none else {
            return CardWindow(items: feed, totalCount: feed.count, hasEverHadCard: true, offset: 0)
        }
        let names: [CardGroup] = ["A", "B", nil].map { .category($0) }
        let members = Dictionary(grouping: feed) { names[$0.id.rawValue.utf8.reduce(0) { $0 + Int($1) } % 3] }
        let items = names.flatMap { group -> [CardWindow.Item] in
            guard var cards = members[group] else { return [] }
            let heading = CardHeading(group, count: cards.count, isFolded: groups.isFolded(group))
            if heading.isFolded { cards = [CardWindow.Item(id: group.itemID, version: 0, content: .foldedGroup)] }
            cards[0].heading = heading
            return cards
        }
        return CardWindow(items: items, totalCount: feed.count, hasEverHadCard: true, offset: 0)
    }

    private mutating func randomCard() -> CardWindow.Item {
        cards += 1
        let id = "c\(cards)"
        func lines(_ most: Int) -> Card.Component {
            let count = Int.random(in: 1...most, using: &random)
            return .text(Card.TextBlock(text: (1...count).map { "Line \($0)" }.joined(separator: "\n")))
        }
        var components: [Card.Component] = []
        if Bool.random(using: &random) { components.append(.category(Card.Category(text: "Kind"))) }
        if Int.random(in: 0..<4, using: &random) == 0 { components.append(lines(30)) }
        components.append(.headline(Card.Headline(text: "Q\(id)Z")))
        if Bool.random(using: &random) { components.append(lines(Bool.random(using: &random) ? 4 : 52)) }
        if Int.random(in: 0..<3, using: &random) == 0 {
            components.append(.text(Card.TextBlock(text: "See [it](https://example.com/\(id)).")))
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            components.append(.input(Card.Input(name: "why", label: "Why", kind: .toggle(defaultValue: false))))
        }
        if Int.random(in: 0..<5, using: &random) > 0 {
            components.append(
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Q\(id)Y", action: .submit(.init(buttonName: "yes"))),
                        Card.Button(text: "Away", action: .dismiss),
                        Card.Button(text: "Look", action: .openLink(url: "https://a.b")),
                    ])))
        }
        if Int.random(in: 0..<5, using: &random) == 0 { components.append(lines(20)) }
        let actions = ActionProperties(voteUp: .enabled(feedbackLabel: nil), voteDown: .enabled(feedbackLabel: nil))
        let card = makeCard(id, body: makeBody(components: components, actions: actions))
        return CardWindow.Item(id: card.id, version: 1, content: .card(card))
    }
}
