import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// The whole table of hostile texts on the viewer's screens: cards, toasts, status, sheets and the file browser.
struct HostileScreenTests {
    private static func card(_ text: String) -> Card {
        var card = plainCard(text)
        card.body.answered = Answered(by: text, at: .fixed, button: text)
        return card
    }

    private static func plainCard(_ text: String) -> Card {
        makeCard(
            "c1",
            body: makeBody(
                components: [
                    .category(Card.Category(text: text, subText: text)), .headline(Card.Headline(text: text)),
                    .text(Card.TextBlock(text: "**\(text)** [\(text)](https://example.com/\(text)) {{v}}")),
                    .list(Card.ListBlock(items: [.init(text: text, items: [.init(text: text)])])),
                    .media(
                        Card.Media(
                            kind: .image, url: "https://example.com/\(text)", label: text, description: text,
                            alternativeText: text, action: .doNothing)),
                    .input(Card.Input(name: "a", label: text, placeholder: text, kind: .date(defaultValue: nil))),
                    .input(
                        Card.Input(
                            name: "photo", label: text,
                            kind: .fileUpload(bucketID: "b", allowedTypes: .staticImage))),
                    .input(
                        Card.Input(
                            name: "b", label: text,
                            kind: .radioGroup(items: [.init(value: "x", label: text)], defaultValue: nil))),
                    .buttons(Card.ButtonContainer(buttons: [Card.Button(text: text, action: .dismiss)])),
                    .unknown(type: text, ["x": .string(text)]),
                ],
                metadata: [text: .string(text)],
                variables: [RuntimeVariable(name: "v", defaultValue: text)]))
    }

    private func expectHarmless(_ state: inout AppState, _ what: String) {
        let surface = draw(&state, theme: .plain).0
        #expect(HostileText.firstUnsafeScalar(in: surface.plainText) == nil, "\(what)")
        // The escape sequences for colours come from the program, not from the text.
        let colored = HostileText.withoutColors(surface.ansiText)
        #expect(HostileText.firstUnsafeScalar(in: colored) == nil, "\(what)")
        let page = LinearPage(state)
        for line in [page.heading] + page.lines {
            #expect(HostileText.firstUnsafeScalar(in: line.string) == nil, "\(what)")
        }
    }

    /// Sizes with room for a whole card, and for the rest of a screen.
    private static let (tall, usual) = (Size(columns: 70, rows: 60), Size(columns: 70, rows: 24))

    private func state(_ text: String, _ size: Size) -> AppState {
        var state = Scene.one.state(size)
        state.show([Self.card(text)])
        return state
    }

    private func press(_ keys: [String], _ state: inout AppState) -> [Effect] {
        keys.flatMap { key in
            KeySequence.parse(key)?.first.map { update(&state, .keyPressed($0), at: state.now) } ?? []
        }
    }

    @Test(arguments: HostileText.all)
    func `no text of a card controls the terminal, wherever it is shown`(hostile: HostileText) {
        var state = state(hostile.text, Self.tall)
        expectHarmless(&state, "the card")
        for keys in [["i"], ["m"], ["?"], ["s"], ["tab", "enter"], ["/"], [":"]] {
            var state = state
            state.size = Self.usual
            _ = press(keys, &state)
            expectHarmless(&state, keys.joined(separator: " "))
        }
    }

    @Test(arguments: HostileText.all)
    func `no text of a server, a command or a host controls the terminal`(hostile: HostileText) {
        let text = hostile.text
        let id = CardID("c1")
        let output = PipeOutcome(command: text, output: text, ending: .exited(status: 3))
        let events: [AppEvent.Kind] = [
            .noticed(text), .feedFailed(ContainerID("main"), reason: text),
            .responseSettled(id, .dismiss, .refused(reason: text)),
            .responseSettled(id, .dismiss, .failed(reason: text)),
            .export(.linkNotOpened(text)), .export(.piped(output)),
            .syncStatusChanged(SyncStatus(connection: .stopped(.badAnswer(text)))),
            .syncStatusChanged(SyncStatus(connection: .stopped(.authentication(text)))),
        ]
        for event in events {
            var state = state("a", Self.usual)
            _ = update(&state, event, at: .fixed)
            expectHarmless(&state, "\(event)")
        }
    }

    @Test(arguments: HostileText.all)
    func `no file name controls the terminal`(hostile: HostileText) {
        var state = Scene.one.state(Size(columns: 70, rows: 40))
        let input = Card.Input(
            name: "photo", label: "Photo", kind: .fileUpload(bucketID: "b", allowedTypes: .staticImage))
        state.show([makeCard("c1", body: makeBody(components: [.input(input)]))])
        _ = draw(&state, theme: .plain)
        let listing = FolderListing(
            path: "/home/\(hostile.text)",
            entries: [
                FileEntry(name: hostile.text, kind: .folder),
                FileEntry(name: hostile.text + ".png", kind: .picture(.png)),
                FileEntry(name: hostile.text, kind: .unreadable),
            ])
        var isOpen = false
        for case .files(.look(let look)) in press(["tab", "enter"], &state) {
            isOpen = true
            _ = update(&state, .files(.looked(look, .folder(listing))), at: state.now)
        }
        #expect(isOpen)
        expectHarmless(&state, "the browser")
        var isLooking = false
        for case .files(.look(let look)) in press(["down", "down"], &state) {
            isLooking = true
            _ = update(&state, .files(.looked(look, .failed(reason: hostile.text))), at: state.now)
        }
        #expect(isLooking)
        expectHarmless(&state, "the browser's failure")
    }
}
