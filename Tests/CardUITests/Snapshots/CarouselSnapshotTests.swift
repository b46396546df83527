import AppCore
import Canvas
import Cards
import Support
import Testing
import Theming

@testable import CardUI

/// The pictures of a carousel: side by side where there is room, and the keys that move through them.
struct CarouselSnapshotTests {
    private static let names = ["Poster, 50 × 70 cm", "Three horn dice", "Globe", "", "Pressed leaves, framed"]

    private static let carousel = Card.Carousel(
        items: names.enumerated().map { index, name in
            Card.Carousel.Item(
                url: "https://example.com/\(index + 1).png", caption: name.isEmpty ? nil : name,
                alternativeText: name.isEmpty ? "A compass" : nil,
                button: index == 2
                    ? nil
                    : Card.Button(text: "Take \(index + 1)", action: .submit(.init(buttonName: "take-\(index + 1)"))))
        })

    private func state(
        _ size: Size, support: PictureSupport = .none, _ kind: ContainerModel.Kind = .vertical
    ) -> AppState {
        var state = Scene.one.state(size)
        state.containers[0].kind = kind
        let later = Card.Button(text: "Later", style: .secondary, action: .snooze(nil))
        state.show([
            makeCard(
                "presents",
                body: makeBody(components: [
                    .headline(Card.Headline(text: "Five presents")), .buttons(Card.ButtonContainer(buttons: [later])),
                    .carousel(Self.carousel),
                ]))
        ])
        state.settings.features.pictures = support
        _ = draw(&state, theme: .scopes)
        return state
    }

    private func press(_ name: String, _ state: inout AppState) throws -> [Effect] {
        let effects = update(&state, .keyPressed(try #require(KeyChord(name: name))), at: .fixed(10))
        repeat { _ = draw(&state, theme: .scopes) } while state.awaitsLayout
        return effects
    }

    /// The numbers of the visible pictures.
    private func shown(_ state: AppState) -> [Int] {
        var state = state
        let (surface, _) = draw(&state, theme: .plain)
        let text = (0..<state.size.rows).map { surface.text(row: $0) }.joined(separator: "\n")
        return (1...Self.names.count).filter { text.contains("\($0) of 5") }
    }

    @Test(arguments: [Size(columns: 30, rows: 20), Size(columns: 60, rows: 20), Size(columns: 100, rows: 30)])
    func `as many pictures as fit are shown side by side`(_ size: Size) throws {
        var words = state(size)
        _ = try press("right", &words)
        if size.columns == 60 {
            try expectScreen(draw(&words, theme: .scopes).0, named: "carousel-words.60x20")
        }
        #expect(shown(words) == Array(1...(size.columns == 30 ? 1 : size.columns == 60 ? 2 : 3)))
        var pictures = state(size, support: .symbols)
        for request in draw(&pictures, theme: .scopes).1.pictures {
            let size = Size(columns: request.box.columns, rows: request.address.contains("2") ? 4 : 7)
            let cells = Array(repeating: Cell(glyph: 0x2591, style: Style(), width: 1), count: size.rows * size.columns)
            let state: PictureState =
                request.address.contains("3")
                ? .failed(reason: "not found") : .ready(Picture(size: size, content: .cells(cells)))
            _ = update(&pictures, .pictureSettled(request, state), at: .fixed)
        }
        _ = try press("tab", &pictures)
        _ = try press("tab", &pictures)
        let name = "carousel.\(size.columns)x\(size.rows)"
        if size.columns != 60 { try expectScreen(draw(&pictures, theme: .scopes).0, named: name) }
    }

    @Test func `right and left move through the pictures, and stop at the ends`() throws {
        var state = state(Size(columns: 60, rows: 30))
        var places: [(FocusTarget?, [Int])] = []
        for key in ["right", "right", "right", "l", "right", "right", "left", "h", "left", "left", "left", "left"] {
            _ = try press(key, &state)
            places.append((state.containers[0].focus, shown(state)))
        }
        // The third picture has no button.
        #expect(
            places.map(\.0) == [
                .button(1), .button(2), nil, .button(3), .button(4), .button(4), .button(3), nil, .button(2),
                .button(1), .button(1), .button(1),
            ])
        #expect(
            places.map(\.1) == [
                [1, 2], [1, 2], [3, 4], [3, 4], [4, 5], [4, 5], [3, 4], [3, 4], [1, 2], [1, 2], [1, 2], [1, 2],
            ])
    }

    @Test func `Tab moves through the buttons, and Enter presses the visible one`() throws {
        var state = state(Size(columns: 60, rows: 30))
        for _ in 0..<4 { _ = try press("tab", &state) }
        #expect(state.containers[0].focus == .button(3) && shown(state) == [3, 4])
        let effects = try press("enter", &state)
        #expect("\(effects)".contains("take-4"))
    }

    @Test func `the number of a hidden picture shows it first`() throws {
        var state = state(Size(columns: 60, rows: 30))
        #expect(!"\(try press("5", &state))".contains("take-5"))
        #expect(shown(state) == [4, 5] && state.toasts.current?.text == Strings.Toasts.pictureShown)
        #expect("\(try press("5", &state))".contains("take-5"))
    }

    @Test func `a question shows all of its pictures`() throws {
        var state = state(Size(columns: 60, rows: 40))
        guard case .card(var card) = state.containers[0].window.items[0].content else { return }
        card.body.ask = CardAsk(id: "a")
        state.show([card])
        _ = draw(&state, theme: .plain)
        #expect(shown(state) == [1, 2, 3, 4, 5])
        #expect("\(try press("5", &state))".contains("take-5"))
    }

    @Test func `the position in a carousel survives an update, and is dropped with the card`() throws {
        var state = state(Size(columns: 60, rows: 30))
        for _ in 0..<5 { _ = try press("right", &state) }
        #expect(state.containers[0].carouselPositions == ["presents": [0: 4]])
        var window = state.containers[0].window
        window.items[0].version += 1
        _ = update(&state, .feedArrived(ContainerID("main"), window), at: .fixed(11))
        #expect(shown(state) == [4, 5])
        window.items = []
        _ = update(&state, .feedArrived(ContainerID("main"), window), at: .fixed(12))
        #expect(state.containers[0].carouselPositions == [:])
    }

    @Test func `in a strip, the keys stay in the focused carousel`() throws {
        var state = state(Size(columns: 100, rows: 30), .horizontal)
        _ = try press("right", &state)
        #expect(state.containers[0].focus == nil)
        _ = try press("tab", &state)
        _ = try press("tab", &state)
        #expect(state.containers[0].focus == .button(1))
        _ = try press("right", &state)
        #expect(state.containers[0].focus == .button(2))
    }

    @Test func `without a carousel, right and left do nothing`() throws {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        _ = draw(&state, theme: .plain)
        #expect(!Command.cardRight.availability(in: state).isEnabled)
        #expect(Command.cardRight.availability(in: self.state(Size(columns: 60, rows: 20))).isEnabled)
    }

    @Test(arguments: [(1, 20, 0..<1), (5, 21, 2..<3), (5, 46, 2..<4), (5, 70, 0..<3), (5, 200, 0..<5), (3, 46, 1..<3)])
    func `pictures are shown in pages`(count: Int, width: Int, expected: Range<Int>) {
        #expect(CarouselView.shown(of: count, around: min(2, count - 1), width: width) == expected)
    }

    @Test func `in line mode, each picture is read out with its button`() {
        let page = LinearPage(state(Size(columns: 80, rows: 20)))
        #expect(
            page.lines.map(\.string) == [
                "Five presents", "1. Button: Later", "Image 1 of 5: Poster, 50 × 70 cm", "2. Button: Take 1",
                "Image 2 of 5: Three horn dice", "3. Button: Take 2", "Image 3 of 5: Globe",
                "Image 4 of 5: A compass", "4. Button: Take 4", "Image 5 of 5: Pressed leaves, framed",
                "5. Button: Take 5",
            ])
    }
}
