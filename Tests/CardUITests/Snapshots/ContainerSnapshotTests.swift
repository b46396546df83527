import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Snapshots of every kind of container, with and without cards. `RECORD_SCREENS=1` records them again.
struct ContainerSnapshotTests {
    enum Content: String, CaseIterable { case empty, loading, one, many, failed }

    /// Every kind with cards, and its text when it has none. The snapshots of vertical containers are in
    /// ``ScreenSnapshotTests``; a single container shows one card of many. The texts that fill the screen are the same for
    /// every kind, which another test checks; a strip has other margins.
    private static let shown: [(ContainerModel.Kind, Content, Size)] = {
        let sizes = [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 200, rows: 60)]
        let others = ContainerModel.Kind.allCases.filter { $0 != .vertical }
        return others.map { ($0, .empty, sizes[1]) } + [
            (.horizontal, .many, sizes[0]), (.horizontal, .many, sizes[1]),
            (.horizontal, .many, sizes[2]),
            (.horizontal, .one, sizes[1]), (.horizontal, .loading, sizes[1]), (.single, .many, sizes[1]),
            (.modal, .many, sizes[0]),
        ]
    }()

    @Test(arguments: shown)
    func `a container equals its snapshot`(
        kind: ContainerModel.Kind, content: Content, size: Size
    ) throws {
        let (surface, _) = picture(of: kind, content, size)
        try expectScreen(
            surface, named: "container-\(kind.rawValue)-\(content.rawValue).\(size.columns)x\(size.rows)")
    }

    @Test(arguments: [Size(columns: 60, rows: 20), Size(columns: 80, rows: 24), Size(columns: 200, rows: 60)])
    func `every kind of container uses the same text while there are no cards`(size: Size) {
        for (content, scene) in [(Content.loading, Scene.loading), (.failed, .failedOffline)] {
            // The last row is left out, because the number of hints in the footer depends on its width.
            func words(_ surface: Surface) -> [Substring] {
                (0..<size.rows - 1).map(surface.text).joined(separator: " ").split(separator: " ")
            }
            let expected = words(scene.surface(size, theme: .scopes).0)
            #expect(!expected.isEmpty)
            for kind in ContainerModel.Kind.allCases {
                #expect(words(picture(of: kind, content, size).0).elementsEqual(expected), "\(kind) \(content)")
            }
        }
    }

    private func picture(
        of kind: ContainerModel.Kind, _ content: Content, _ size: Size, theme: Theme = .scopes,
        changing change: (inout ContainerModel) -> Void = { _ in }
    ) -> (Surface, FrameReport) {
        let id = ContainerID("it")
        let list = ContainerModel(id: ContainerID("list"), streamID: StreamID("ops"))
        let screen =
            kind == .modal
            ? ScreenModel(name: "modal", .container(list.id), modals: [id]) : ScreenModel(name: "it", .container(id))
        var state = AppState(
            size: size, now: .fixed,
            containers: [ContainerModel(id: id, kind: kind, streamID: StreamID("it")), list], screens: [screen],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        if kind == .modal { state.modalCards.raise(id, isExpected: true, at: state.now) }
        switch content {
        case .empty: state.containers[0].window.hasEverHadCard = true
        case .loading:
            state.launch = .loading
            state.syncStatus.connection = .connecting
        case .failed:
            state.launch = .failed(
                LaunchFailure(
                    message: Strings.Launch.loadFailed, detail: Strings.Launch.cannotReach("127.0.0.1:8080")))
            state.syncStatus.connection = .offline(since: .fixed(-240), .unreachable(server: "127.0.0.1:8080"))
        case .one: state.show([Fixture.expense])
        case .many: state.show(Fixture.many)
        }
        if kind == .modal, state.launch == .ready {
            let behind = AppState.listing(Fixture.many)
            state.containers[1].window = behind
            state.containers[1].selection = behind.items.first?.id
        }
        if kind.showsOneCard { state.containers[0].window.items = Array(state.containers[0].window.items.prefix(1)) }
        change(&state.containers[0])
        return draw(&state, theme: theme)
    }

    @Test func `a strip that shrinks without cards shows no text`() throws {
        let (surface, report) = picture(of: .horizontal, .failed, Size(columns: 80, rows: 24))
        #expect(report.containers.isEmpty)
        // If the strip is alone on its screen, which would be blank, the screen shows the error.
        #expect(surface.plainText.contains(Strings.Launch.loadFailed))
    }

    /// Symbols: lone-card
    @Test(arguments: [
        (ContainerOptions.LoneCard.leading, 1, 44), (.center, 58, 44), (.fill, 1, 158),
    ])
    func `a lone card of a strip is placed as configured`(
        alignment: ContainerOptions.LoneCard, column: Int, columns: Int
    ) throws {
        let (_, report) = picture(of: .horizontal, .one, Size(columns: 160, rows: 40)) {
            $0.options.loneCard = alignment
        }
        let card = try #require(report.hits.first { if case .card = $0.target { true } else { false } })
        #expect(card.rect.minColumn == column && card.rect.size.columns == columns)
    }

    /// Symbols: modal-position
    @Test(arguments: [
        (ContainerOptions.ModalPosition.top(2), 2), (.top(-3), 0), (.bottom(0), 27), (.bottom(3), 24), (.top(99), 27),
    ])
    func `a modal card is placed as configured`(position: ContainerOptions.ModalPosition, row: Int) throws {
        let (_, report) = picture(of: .modal, .one, Size(columns: 100, rows: 40)) {
            $0.options.modalPosition = position
        }
        let viewport = try #require(report.containers.last?.viewport)
        // The card's frame begins one row above the viewport.
        #expect(viewport.minRow - 1 == row, "\(viewport)")
    }

    @Test func `elements behind a modal card ignore clicks`() throws {
        let (_, report) = picture(of: .modal, .one, Size(columns: 100, rows: 40))
        let cards = report.hits.filter { if case .command = $0.target { false } else { true } }
        #expect(!cards.isEmpty && cards.allSatisfy { $0.target.belongs(to: ContainerID("it")) })
    }

    /// Symbols: max-width
    @Test(arguments: [
        (ContainerOptions.CardWidth.readable, 58, 84), (.fill, 1, 198), (.fixed(60, .leading), 1, 60),
        (.fixed(60, .center), 70, 60), (.fixed(60, .trailing), 139, 60), (.fixed(900, .center), 1, 198),
        (.fixed(199, .leading), 1, 198), (.fixed(0, .trailing), 1, 198), (.fixed(-5, .center), 1, 198),
    ])
    func `cards are as wide as configured`(width: ContainerOptions.CardWidth, column: Int, columns: Int) throws {
        let (_, report) = picture(of: .vertical, .many, Size(columns: 200, rows: 60)) {
            $0.options.maxWidth = width
        }
        let viewport = try #require(report.containers.first?.viewport)
        #expect(viewport.minColumn == column && viewport.size.columns == columns)
    }

    /// Symbols: custom-headers, presentation
    @Test func `a header with the host's button, its lines and a scroll bar equals its snapshot`() throws {
        for size in [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)] {
            let (surface, report) = picture(of: .vertical, .many, size) {
                $0.options.presentation = .withActionButton("New request")
                $0.headerLines = ["Good morning, Ana", "Three meetings today, the first at 10:00"]
                $0.options.footerMessage = "Answered cards are in the history"
                $0.window.offset = 0
                $0.window.totalCount = 48
                $0.window.hasMoreAfter = true
            }
            if size.columns == 80 { try expectScreen(surface, named: "container-options.80x24") }
            #expect(report.containers[0].bar != nil)
            #expect(report.hits.contains { $0.target == .actionButton(ContainerID("it")) })
        }
    }

    /// Symbols: launch-background, launch-text, launch-icon, launch-button
    @Test func `the host's launch colours are used until cards arrive`() throws {
        let (dark, _) = try ThemeLoader.load("dark", depth: .ansi16)
        for content in [Content.loading, .failed] {
            let (surface, _) = picture(of: .vertical, content, Size(columns: 80, rows: 24), theme: dark) {
                $0.options.launchColors.background = "blue"
                $0.options.launchColors.text = "white"
                $0.options.launchColors.loadingIndicator = "yellow"
                $0.options.launchColors.button = "bright-green"
                $0.options.strings[.dataLoadFailedMessage] = "Nothing came"
                $0.options.strings[.tryAgainTitle] = "Once more"
            }
            try expectColours(surface, named: "launch-\(content.rawValue).80x24")
        }
        let (ready, _) = picture(of: .vertical, .empty, Size(columns: 80, rows: 24)) {
            $0.options.launchColors.background = "blue"
        }
        #expect(ready.cell(at: Point(column: 40, row: 10))?.style.background == .default)
    }

    @Test func `custom strings of the container are used in its cards`() throws {
        let media = makeCard(
            "m",
            body: makeBody(components: [
                .media(
                    Card.Media(kind: .video, url: "https://example.com/v", layout: .thumbnail, showsActionLabel: true))
            ]))
        let (surface, _) = picture(of: .vertical, .empty, Size(columns: 80, rows: 24)) {
            $0.window = AppState.listing([media])
            $0.selection = media.id
            $0.options.strings[.thumbnailVideoActionLinkTitle] = "Play it"
        }
        #expect(surface.plainText.contains("Play it") && !surface.plainText.contains("Watch"))
    }

    @Test func `a long strip lays out only near cards, and keeps the height of the highest card seen`() throws {
        var state = AppState(
            size: Size(columns: 100, rows: 40), now: .fixed,
            containers: [ContainerModel(id: ContainerID("it"), kind: .horizontal, streamID: StreamID("it"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        let cards = (0..<60).map { number in
            makeCard("c\(number)", body: number == 0 ? Fixture.expense.body : makeBody(title: "Card \(number)"))
        }
        state.show(cards)
        var cache = LayoutCache()
        let (_, first) = CardUITests.draw(&state, theme: .plain, cache: &cache)
        #expect(cache.layoutsMade < 12, "\(cache.layoutsMade)")
        let height = first.containers[0].viewport.size.rows
        for _ in 0..<30 {
            _ = update(&state, .command(.cardRight), at: .fixed)
            let (_, report) = CardUITests.draw(&state, theme: .plain, cache: &cache)
            #expect(report.containers[0].viewport.size.rows == height)
        }
        // The tallest card is answered; the others need less height.
        state.containers[0].window.items.removeFirst()
        let (_, last) = CardUITests.draw(&state, theme: .plain, cache: &cache)
        #expect(last.containers[0].viewport.size.rows < height)
    }

    /// Symbols: interface-style
    @Test func `a container may be drawn for another background than the screen`() throws {
        let size = Size(columns: 80, rows: 24)
        var state = AppState(
            size: size, now: .fixed, containers: [ContainerModel(id: ContainerID("it"), streamID: StreamID("it"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.show(Fixture.many)
        let dark = try ThemeLoader.load("ink", appearance: .dark, depth: .direct).0
        let light = try ThemeLoader.load("ink", appearance: .light, depth: .direct).0
        func ground(_ state: AppState, at point: Point) -> Color? {
            var surface = Surface(size: size)
            var cache = LayoutCache()
            _ = CardUI.draw(state, theme: dark, other: light, cache: &cache, into: &surface)
            return surface.cell(at: point)?.style.background
        }
        let (inside, below) = (Point(column: 10, row: 10), Point(column: 10, row: 23))
        #expect(!state.wantsOtherAppearance(than: true))
        state.containers[0].options.appearance = .light
        #expect(state.wantsOtherAppearance(than: true) && !state.wantsOtherAppearance(than: false))
        #expect(ground(state, at: inside) == light[.base].background)
        #expect(ground(state, at: below) == dark[.base].background)
        state.screens[0].appearance = .light
        #expect(ground(state, at: below) == light[.base].background)
        state.containers[0].options.appearance = .dark
        #expect(ground(state, at: inside) == dark[.base].background)
    }

    @Test func `only the container with its own theme is drawn in it, with its frames`() throws {
        let size = Size(columns: 80, rows: 24)
        var state = AppState(
            size: size, now: .fixed, containers: [ContainerModel(id: ContainerID("it"), streamID: StreamID("it"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.show(Fixture.many)
        let ink = try ThemeLoader.load("ink", depth: .direct).0
        let brand = try PublishedTheme("inherits = \"plum\"\n[shape]\nborder = \"double\"")
            .theme(named: "it", appearance: .dark, depth: .direct)
        var cache = LayoutCache()
        func surface(_ themes: [ContainerID: Theme]) -> Surface {
            var surface = Surface(size: size)
            _ = CardUI.draw(state, theme: ink, containers: themes, cache: &cache, into: &surface)
            return surface
        }
        let (plain, branded) = (surface([:]), surface([ContainerID("it"): brand]))
        func ground(_ surface: Surface, _ row: Int) -> Color? {
            surface.cell(at: Point(column: 10, row: row))?.style.background
        }
        #expect(ground(plain, 10) == ink[.base].background && ground(branded, 10) == brand[.base].background)
        #expect(ground(plain, 23) == ink[.base].background && ground(branded, 23) == ink[.base].background)
        #expect(!plain.plainText.contains("╔") && branded.plainText.contains("╔"))
        #expect(surface([:]).plainText == plain.plainText, "layouts of one theme are not shown in another")
    }

    @Test func `cards of a strip are equally high, and one that is taller scrolls`() throws {
        var state = AppState(
            size: Size(columns: 120, rows: 16), now: .fixed,
            containers: [ContainerModel(id: ContainerID("it"), kind: .horizontal, streamID: StreamID("it"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.show([Fixture.tall, Fixture.expense, Fixture.deploy])
        var (surface, report) = draw(&state, theme: .plain)
        _ = state.adopt(report)
        let height = try #require(report.containers.first?.viewport.size.rows)
        #expect(report.containers[0].cards.allSatisfy { $0.height >= height })
        #expect(surface.plainText.contains("lines below"))
        let before = surface.plainText
        _ = update(&state, .keyPressed(KeyChord(.character("j"))), at: .fixed)
        (surface, report) = draw(&state, theme: .plain)
        #expect(surface.plainText != before && surface.plainText.contains("1 line above"))
        #expect(report.containers[0].selection == Fixture.tall.id)
    }

    @Test(arguments: [Size(columns: 100, rows: 30), Size(columns: 120, rows: 40)])
    func `a scroll bar does not touch the container beside it`(size: Size) throws {
        var state = AppState.desk(size)
        state.containers[1].window.offset = 0
        let (_, report) = draw(&state, theme: .plain)
        let bar = try #require(report.container(ContainerID("list"))?.bar)
        let beside = try #require(report.container(ContainerID("one"))?.viewport)
        #expect(beside.minColumn - bar.rect.maxColumn >= 1, "\(bar.rect) \(beside)")
    }

    @Test(arguments: [Size(columns: 200, rows: 60), Size(columns: 120, rows: 40), Size(columns: 120, rows: 24)])
    func `a single card is aligned with the list beside it`(size: Size) throws {
        var state = AppState.desk(size)
        let (_, report) = draw(&state, theme: .plain)
        let list = try #require(report.container(ContainerID("list"))?.viewport)
        let card = try #require(report.container(ContainerID("one"))?.viewport)
        #expect(list.minRow == card.minRow, "\(size): \(list) \(card)")
    }

    @Test func `position dots are left out if all cards are visible`() throws {
        for (columns, areShown) in [(100, true), (160, false)] {
            let (surface, report) = picture(of: .horizontal, .many, Size(columns: columns, rows: 40)) {
                $0.window.items.removeLast($0.window.items.count - 3)
                $0.window.totalCount = 3
                $0.window.offset = 0
            }
            #expect(surface.plainText.contains("● ○") == areShown)
            #expect(report.hits.contains { if case .position = $0.target { true } else { false } } == areShown)
        }
    }

    @Test func `several containers share a screen`() throws {
        for size in [Size(columns: 60, rows: 30), Size(columns: 120, rows: 40)] {
            var state = AppState.desk(size)
            let (surface, _) = draw(&state, theme: .scopes)
            try expectScreen(surface, named: "screen-desk.\(size.columns)x\(size.rows)")
        }
    }
}

extension AppState {
    static func listing(_ cards: [Card]) -> CardWindow {
        CardWindow(
            items: cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) }, totalCount: cards.count,
            hasEverHadCard: true)
    }
}

extension HitRegion.Target {
    fileprivate func belongs(to id: ContainerID) -> Bool {
        switch self {
        case .card(let container, _), .element(let container, _, _), .choice(let container, _, _, _),
            .menu(let container, _):
            container == id
        default: false
        }
    }
}

extension AppState {
    /// A strip above a list beside a single card, and a second screen.
    static func desk(_ size: Size) -> AppState {
        var options = ContainerOptions()
        options.footerMessage = "That is all for today"
        let ids = ["strip", "list", "one"].map { ContainerID($0) }
        var state = AppState(
            size: size, now: .fixed,
            containers: [
                ContainerModel(id: ids[0], kind: .horizontal, streamID: StreamID("strip"), title: "Highlights"),
                ContainerModel(id: ids[1], streamID: StreamID("list"), options: options),
                ContainerModel(id: ids[2], kind: .single, streamID: StreamID("one")),
            ],
            screens: [
                ScreenModel(
                    name: "desk", title: "Desk",
                    .rows([
                        .init(.cells(12), .container(ids[0])),
                        .init(
                            .fill,
                            .columns([.init(.percent(60), .container(ids[1])), .init(.fill, .container(ids[2]))])),
                    ]), focus: ids[1]), ScreenModel(name: "other", title: "Other", .container(ids[1])),
            ], syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        for index in 0..<3 {
            let cards = index == 2 ? [Fixture.deploy] : Fixture.many
            state.containers[index].window = AppState.listing(cards)
            state.containers[index].selection = cards.first?.id
        }
        return state
    }
}
