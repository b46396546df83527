// Imports only what a host imports.
import CCurses
import CardStream
import CardStreamUI
import Foundation
import Testing

/// Compiles the examples of the article about containers, word for word.
@Suite struct ExampleTests {
    @Test func `every example of the article is compiled`() throws {
        let file = URL(filePath: #filePath)
        let article = file.appending(path: "../../../Sources/CardStreamUI/Documentation.docc/Containers.md")
            .standardizedFileURL
        let code = Self.withoutIndentation(try String(contentsOf: file, encoding: .utf8))
        let examples = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n")
            .dropFirst().map {
                $0.components(separatedBy: "\n```")[0]
            }
        #expect(examples.count > 3)
        for example in examples {
            #expect(code.contains(Self.withoutIndentation(example)), "not compiled: \(example)")
        }
    }

    @Test func `the keys that the article names exist`() {
        #expect(ContainerKey("enter") != nil && ContainerKey("ctrl-f") != nil)
    }

    private static func withoutIndentation(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    private func show(_ session: CardSession) throws {
        guard ccurses_use_utf8(), let screen = initscr() else { return }
        defer { endwin() }
        _ = (start_color(), use_default_colors(), raw(), noecho(), curs_set(0), set_escdelay(25))
        _ = (nodelay(screen, true), keypad(screen, true))
        let window = derwin(screen, 20, 60, 1, 2) ?? screen
        let container = try CardContainer(
            of: "inbox", in: session, columns: 60, rows: 20,
            appearance: ContainerAppearance(colors: .ofCurses))
        var ready = [STDIN_FILENO, container.wakeDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var isShown = true
        while isShown {
            for event in container.advance() {
                switch event {
                case .closeRequested: isShown = false
                case .submitted(let card, let button): print(card, button)
                default: break
                }
            }
            container.paint(on: window)
            wrefresh(window)
            _ = poll(&ready, 2, container.delay.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1)
            var code = wint_t()
            while case let kind = wget_wch(screen, &code), kind != ERR {
                if let key = ContainerKey(curses: Int32(code), isCode: kind == KEY_CODE_YES) { container.press(key) }
            }
        }
        container.close()
    }

    private func showTwo(_ session: CardSession) throws -> [CardContainer] {
        let tasks = try CardContainer(
            of: "tasks", in: session, columns: 40, rows: 20, appearance: ContainerAppearance(theme: "plum"))
        let news = try CardContainer(
            .single, of: "news", in: session, columns: 40, rows: 20, appearance: ContainerAppearance(theme: "harbour"))
        return [tasks, news]
    }

    private func draw(
        _ container: CardContainer, _ put: (String, Int, Int, ContainerPicture.CellColor, Bool) -> Void
    ) {
        let picture = container.picture
        for row in 0..<picture.rows {
            for column in 0..<picture.columns {
                guard let cell = picture[row: row, column: column] else { continue }
                put(cell.text, column, row, cell.foreground, cell.isBold)
            }
        }
    }
}
