import AppCore
import Canvas
import CardUI
import Cards
import Support
import Theming

import struct Foundation.Date

/// States that are recorded as snapshots, all at one fixed time.
enum Scene: String, CaseIterable {
    case emptyFirst = "empty-first"
    case emptyServer = "empty-server"
    case newCard = "new-card"
    case connecting
    case allCaughtUp = "all-caught-up"
    case loading
    case failedOffline = "failed-offline"
    case one, many, refused, wide
    case longWords = "long-words"
    case tall
    case answered
    case answeredList = "answered-list"
    case help
    case helpSearch = "help-search"
    case palette
    case paletteSearch = "palette-search"
    case paletteNothing = "palette-nothing"
    case filterLine = "filter-line"
    case filterProblem = "filter-problem"
    case filterNothing = "filter-nothing"
    case filtered
    case chord, jump
    case snooze, prompt, form, toast, longToast, subview, unreadable, nothingShown, folded
    case list
    case listHostile = "list-hostile"
    case elements
    case richTerminal = "rich-terminal"
    case buttons, hostile, inspect, themes, switches

    func state(_ size: Size) -> AppState {
        var state = AppState(
            size: size, now: .fixed, containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        switch self {
        case .emptyFirst, .newCard, .connecting:
            state.settings.firstSteps = FirstSteps(origin: .ownInbox, profile: nil)
            state.show([])
            if self == .newCard { _ = update(&state, .command(.makeCard), at: .fixed) }
            if self == .connecting { _ = update(&state, .command(.connectServer), at: .fixed) }
        case .emptyServer:
            state.settings.firstSteps = FirstSteps(origin: .server("https://cards.example.com"), profile: nil)
            state.show([])
        case .allCaughtUp:
            state.show([])
            state.containers[0].window.hasEverHadCard = true
        case .loading:
            state.launch = .loading
            state.syncStatus.connection = .connecting
        case .failedOffline:
            state.launch = .failed(
                LaunchFailure(
                    message: Strings.Launch.loadFailed, detail: Strings.Launch.cannotReach("127.0.0.1:8080")))
            state.syncStatus.connection = .offline(since: .fixed(-240), .unreachable(server: "127.0.0.1:8080"))
        case .one: state.show([Fixture.expense])
        case .many, .help, .helpSearch, .palette, .paletteSearch, .paletteNothing, .filterLine, .filterProblem,
            .filtered,
            .filterNothing, .chord:
            state.showMany()
        case .jump:
            state.show([Fixture.form, Fixture.deploy])
            // Labels appear where the last frame had something to press.
            _ = state.adopt(draw(&state, theme: .plain).1)
            _ = update(&state, .command(.jump), at: .fixed)
        case .refused:
            state.show([Fixture.expense, Fixture.deploy])
            state.containers[0].window.items[0].delivery = .refused(reason: "the card was already answered")
            state.containers[0].window.items[1].delivery = .waiting
            state.syncStatus.refusedActions = 1
            state.syncStatus.waitingActions = 1
        case .wide: state.show(Fixture.wide)
        case .longWords: state.show(Fixture.longWords)
        case .answered, .answeredList:
            state.show([Fixture.answered, Fixture.answeredEarlier, Fixture.notice])
            if self == .answeredList { state.containers[0].options.layout = .list }
        case .tall:
            state.show([Fixture.tall, Fixture.expense])
            state.containers[0].scrollIntent = .lines(3)
        case .snooze, .prompt: state.showMany()
        case .form:
            state.show([Fixture.form, Fixture.expense])
            state.containers[0].focus = .input(name: "comment")
            state.containers[0].scrollIntent = .revealFocus
            var form = FormState()
            form.values["comment"] = .text(TextField("Too late for this", caret: 8))
            form.problems["amount"] = "Enter a number, for example 12.50"
            form.hasTriedSubmit = true
            state.forms[Fixture.form.id] = form
        case .toast:
            state.showMany()
            state.toasts.show(Toast(Strings.Toasts.dismissed), at: .fixed)
        case .longToast:
            state.showMany()
            let problem = "/home/ana/.config/cardstream/themes/mine.toml, line 12: \"card.tittle\" is not a scope; "
            let cure = "did you mean \"card.title\"? The theme \"dark\" is used instead, until the file is right."
            state.toasts.show(Toast(problem + cure, kind: .failure), at: .fixed)
        case .subview:
            state.show([Fixture.expense])
            state.containers[0].openSubviews[Fixture.expense.id] = "details"
            state.containers[0].focus = .button(0)
        case .folded:
            state.show([Fixture.folded])
            state.containers[0].unfolded[Fixture.folded.id] = [2]
            state.containers[0].focus = .fold(1)
        case .elements, .richTerminal:
            state.show([Fixture.elements])
            if self == .richTerminal {
                state.settings.features.hasNerdFont = true
                state.settings.features.hasHyperlinks = true
                state.containers[0].focus = .link(1)
            }
        case .buttons:
            state.show([Fixture.buttons, Fixture.deploy])
            state.containers[0].focus = .button(0)
            state.pressed = PressedButton(card: Fixture.buttons.id, position: 1, until: .fixed(1))
        case .inspect:
            state.show([Fixture.elements])
            state.overlays = [.inspect(InspectOverlay(Fixture.elements, size: size))]
        case .hostile: state.show(Fixture.hostile)
        case .list, .listHostile:
            state.containers[0].options.layout = .list
            if self == .list { state.showMany() } else { state.show(Fixture.hostile) }
        case .nothingShown: state.show([Fixture.nothingShown, Fixture.deploy])
        case .switches:
            state.showMany()
            let switches = SourceSwitches(
                title: "Notifications",
                items: [
                    .init(key: "new", name: "New arrivals", isOn: true),
                    .init(key: "offers", name: "Offers and everything that is cheaper today", isOn: false),
                    .init(key: "stock", name: "Back in stock", isOn: true),
                ])
            state.addSource(heldCards: 0)
            _ = update(&state, .switches(.listed(switches, StreamID("messages"))), at: .fixed)
            _ = update(&state, .command(.menuNext), at: .fixed)
        case .themes:
            state.showMany()
            let names = ["mine", "terminal", "mono", "contrast", "ink", "harbour", "moss", "ember", "plum"]
            let items = names.map { ThemeList.Item(name: $0, isOwn: $0 == "mine") }
            _ = update(&state, .theme(.listed(ThemeList(items: items, current: "ink"))), at: .fixed)
            _ = update(&state, .command(.menuNext), at: .fixed)
        case .unreadable:
            state.show([Fixture.expense, Fixture.deploy])
            state.containers[0].window.items[0].content = .unreadable(reason: "components[2].type: not a string")
        }
        switch self {
        case .help: _ = update(&state, .command(.help), at: .fixed)
        case .helpSearch:
            _ = update(&state, .command(.help), at: .fixed)
            state.type("/card")
        case .palette: _ = update(&state, .command(.palette), at: .fixed)
        case .paletteSearch:
            _ = update(&state, .command(.palette), at: .fixed)
            state.type("card")
        case .filterLine:
            _ = update(&state, .command(.search), at: .fixed)
            state.type("priority:<=2")
            state.containers[0].window.totalCount = 12
        case .filterProblem:
            _ = update(&state, .command(.search), at: .fixed)
            state.type("foo: approve")
        case .filtered, .filterNothing:
            _ = update(&state, .command(.search), at: .fixed)
            state.type("-is:refused the")
            _ = update(&state, .command(.acceptPrompt), at: .fixed)
            if self == .filterNothing { state.containers[0].window = CardWindow(hasEverHadCard: true) }
            // The source's status is at the other end of the status line.
            if self == .filtered { state.addSource(heldCards: 2) }
        case .chord:
            for (keys, command) in [("g g", Command.firstCard), ("g e", .lastCard), ("g t", .chooseTheme)] {
                state.settings.keymap.bind([KeyChord(.character("g"))], to: nil, in: .stream)
                state.settings.keymap.bind(KeySequence.parse(keys) ?? [], to: command, in: .stream)
            }
            state.type("g")
        case .jump: break
        case .paletteNothing:
            _ = update(&state, .command(.palette), at: .fixed)
            state.type("zzz")
        default: break
        }
        if self == .snooze {
            let items: [(String, String, SnoozeChoice?)] = [
                (Strings.Snooze.oneHour, "10:00", nil), (Strings.Snooze.thisEvening, "18:00", nil),
                (Strings.Snooze.tomorrow, "09:00", nil),
                (Strings.Snooze.nextMonday, Strings.Snooze.pastExpiry, nil),
                (Strings.Snooze.custom, "", nil),
            ]
            state.overlays = [
                .menu(
                    MenuOverlay(
                        title: Strings.Snooze.name, card: Fixture.expense.id,
                        items: items.enumerated().map { index, item in
                            MenuOverlay.Item(
                                label: item.0, detail: item.1, choice: .snoozeCustom,
                                unavailable: index == 3 ? Strings.Snooze.afterExpiry("Fri 12:00") : nil)
                        }, selected: 1))
            ]
        }
        if self == .prompt {
            var prompt = PromptOverlay(
                title: Strings.Vote.feedbackTitle, card: Fixture.expense.id, purpose: .voteDown(.other),
                field: TextField("Not my team any more"), hint: Strings.Vote.hint, limit: 280)
            prompt.problem = nil
            state.overlays = [.prompt(prompt)]
        }
        return state
    }

    /// Draws until scrolling settles, as the runtime does.
    func surface(_ size: Size, theme: Theme) -> (Surface, FrameReport) {
        var state = state(size)
        return draw(&state, theme: theme)
    }
}

extension AppState {
    fileprivate mutating func type(_ text: String) {
        for character in text { _ = update(&self, .keyPressed(KeyChord(.character(character))), at: .fixed) }
    }
}

/// Draws until no scroll intent is left, as the runtime does.
func draw(_ state: inout AppState, theme: Theme) -> (Surface, FrameReport) {
    var cache = LayoutCache()
    return draw(&state, theme: theme, cache: &cache)
}

func draw(_ state: inout AppState, theme: Theme, cache: inout LayoutCache) -> (Surface, FrameReport) {
    var surface = Surface(size: state.size)
    let report = CardUI.draw(state, theme: theme, cache: &cache, into: &surface)
    _ = state.adopt(report)
    return (surface, report)
}

extension AppState {
    mutating func show(_ cards: [Card], total: Int? = nil) {
        containers[0].window = CardWindow(
            items: cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) },
            totalCount: total ?? cards.count, hasEverHadCard: !cards.isEmpty)
        containers[0].hasWindow = true
        containers[0].selection = cards.first?.id
    }

    /// Adds a source in addition to the server, with cards that wait for the user's approval.
    fileprivate mutating func addSource(heldCards: Int) {
        syncStatus.sources = [
            SyncStatus.Source(
                name: "shop", streams: [StreamID("messages")], connection: .live, heldCards: heldCards)
        ]
    }

    mutating func showMany() {
        show(Fixture.many, total: 48)
        containers[0].window.hasMoreAfter = true
        containers[0].selection = Fixture.many[1].id
        containers[0].window.unseenBefore = CardWindow.Unseen(count: 2, nearest: "before", farthest: "first")
        containers[0].window.items[Fixture.many.count - 1].unseenCount = 1
    }
}
