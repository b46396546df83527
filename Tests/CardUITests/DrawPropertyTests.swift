import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

struct DrawPropertyTests {
    /// A surface full of other characters, so that cells that drawing does not write are visible.
    private func junk(_ size: Size, style: Style) -> Surface {
        var surface = Surface(size: size)
        let painter = surface.painter()
        for row in 0..<size.rows {
            painter.fill(Rect(column: 0, row: row, columns: size.columns, rows: 1), "\u{2592}", style: style)
        }
        return surface
    }

    @Test(arguments: 0..<16)
    func `drawing at any size never traps and writes every cell`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        let marker = Style(foreground: .rgb(1, 2, 3))
        for _ in 0..<40 {
            let size = Size(
                columns: Int.random(in: 1...120, using: &random), rows: Int.random(in: 1...50, using: &random))
            let scene = Scene.allCases.randomElement(using: &random) ?? .one
            var state = scene.state(size)
            state.scramble(using: &random)
            var cache = LayoutCache()
            for _ in 0..<3 {
                var surface = junk(size, style: marker)
                let report = CardUI.draw(state, theme: theme, cache: &cache, into: &surface)
                var unwritten = 0
                for row in 0..<size.rows {
                    surface.withRow(row) { cells in
                        for cell in cells where cell.style == marker { unwritten += 1 }
                    }
                }
                #expect(unwritten == 0, "\(scene) \(size)")
                if let cursor = report.cursor {
                    #expect(Rect(origin: .zero, size: size).contains(cursor), "\(scene) \(size): \(cursor)")
                }
                let outside = report.hits.filter { surface.bounds.intersection($0.rect) != $0.rect }
                #expect(outside.isEmpty, "\(scene) \(size)")
                _ = state.adopt(report)
                state.scramble(using: &random)
            }
        }
    }

    @Test(arguments: Scene.allCases)
    func `a frame that counts as drawn would be drawn identically again`(scene: Scene) {
        playKeys(scene.state(Size(columns: 100, rows: 24)), count: 25, seed: 1)
    }

    @Test(arguments: 2..<6)
    func `a frame of several containers that counts as drawn would be drawn identically again`(seed: Int) {
        playKeys(.desk(Size(columns: 120, rows: 40)), count: 60, seed: seed)
    }

    private func playKeys(_ start: AppState, count: Int, seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let keys = [
            "j", "k", "down", "up", "g", "G", "ctrl-d", "ctrl-u", "ctrl-f", "pageup", "tab", "h", "l", "z", "w",
            "enter", "]", "[", "m", "esc",
        ]
        var state = start
        var cache = LayoutCache()
        var drawn = 0
        for _ in 0..<count {
            guard let name = keys.randomElement(using: &random), let key = KeyChord(name: name) else { continue }
            _ = update(&state, .keyPressed(key), at: .fixed)
            var surface = Surface(size: state.size)
            repeat {
                _ = state.adopt(CardUI.draw(state, theme: .plain, cache: &cache, into: &surface))
            } while state.awaitsLayout
            // Like the runtime, draws at most once more.
            if state.frames.isCurrent {
                drawn += 1
            } else {
                _ = state.adopt(CardUI.draw(state, theme: .plain, cache: &cache, into: &surface))
            }
            var again = Surface(size: state.size)
            _ = CardUI.draw(state, theme: .plain, cache: &cache, into: &again)
            #expect(Screen(surface) == Screen(again), "after \(name)")
        }
        #expect(drawn > count / 4)
    }

    @Test(arguments: Scene.allCases)
    func `equal states give equal frames, also with a warm cache`(scene: Scene) throws {
        let (theme, _) = try ThemeLoader.load("light", depth: .indexed256)
        var state = scene.state(Size(columns: 90, rows: 33))
        var cache = LayoutCache()
        _ = draw(&state, theme: theme, cache: &cache)
        let made = cache.layoutsMade
        let (first, firstReport) = draw(&state, theme: theme, cache: &cache)
        let (second, secondReport) = draw(&state, theme: theme)
        #expect(Screen(first) == Screen(second))
        #expect(firstReport == secondReport)
        #expect(cache.layoutsMade == made)
    }
}

extension AppState {
    /// Sets a random scroll intent, selection or focus.
    fileprivate mutating func scramble(using random: inout SeededGenerator) {
        let intents: [ScrollIntent?] = [
            nil, .lines(7), .lines(-5), .halfPages(1), .halfPages(-2), .toEnd, .toStart, .revealFocus,
            .revealSelection(edge: .nearest), .revealSelection(edge: .top), .revealSelection(edge: .bottom),
        ]
        containers[0].scrollIntent = intents.randomElement(using: &random) ?? nil
        if Bool.random(using: &random), let item = containers[0].window.items.randomElement(using: &random) {
            containers[0].selection = item.id
            if case .card(let card) = item.content {
                containers[0].focus =
                    FocusTarget.all(in: containers[0].components(of: card)).randomElement(using: &random)
            }
        }
    }
}
