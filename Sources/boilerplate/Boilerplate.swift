// A complete program that shows a container of cards in its own curses window, as a starting point. For example:
//   CARDSTREAM_SERVER=http://127.0.0.1:8787 CARDSTREAM_VIEWER_KEY_FILE=key CARDSTREAM_TOKEN_FILE=token boilerplate
internal import CCurses
internal import CardStream
internal import CardStreamUI
internal import Foundation

@main struct Boilerplate {
    static func main() throws {
        let settings = ProcessInfo.processInfo.environment
        guard let server = settings["CARDSTREAM_SERVER"], let token = settings["CARDSTREAM_TOKEN_FILE"],
            let file = settings["CARDSTREAM_VIEWER_KEY_FILE"],
            let key = try? String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        else { fail("set CARDSTREAM_SERVER, CARDSTREAM_TOKEN_FILE and CARDSTREAM_VIEWER_KEY_FILE") }
        let session = try CardSession(.memory)
        let isReady = DispatchSemaphore(value: 0)
        Task.detached {
            do throws(RequestError) {
                try await session.login(
                    environmentID: settings["CARDSTREAM_ENVIRONMENT"] ?? "development", apiKey: key,
                    tokenProvider: TokenSource.file(path: token), baseURL: server)
            } catch { fail("\(error)") }
            isReady.signal()
        }
        isReady.wait()  // Not for the network: a login only says where to go.
        guard ccurses_use_utf8(), let screen = initscr() else { fail("no terminal") }
        defer { endwin() }
        _ = (start_color(), use_default_colors(), raw(), noecho(), curs_set(0), set_escdelay(25))
        _ = (nodelay(screen, true), keypad(screen, true))
        var frame = Frame(screen)
        let container = try CardContainer(
            of: settings["CARDSTREAM_STREAM"].flatMap { StreamID($0) } ?? "inbox", in: session, columns: frame.columns,
            rows: frame.rows, appearance: ContainerAppearance(colors: .ofCurses), environment: settings)
        var ready = [STDIN_FILENO, container.wakeDescriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            for event in container.advance() {
                if event == .closeRequested { return container.close() }
                if case .sizeChanged = event { continue }
                frame.title = "\(event)"
            }
            frame.draw()
            container.paint(on: frame.window)
            wrefresh(frame.window)
            _ = poll(&ready, 2, container.delay.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1)
            var code = wint_t()
            while case let kind = wget_wch(screen, &code), kind != ERR {
                if let key = ContainerKey(curses: Int32(code), isCode: kind == KEY_CODE_YES) { container.press(key) }
                guard kind == KEY_CODE_YES, Int32(code) == KEY_RESIZE else { continue }
                frame = Frame(screen)
                container.resize(columns: frame.columns, rows: frame.rows)
            }
        }
    }

    static func fail(_ problem: String) -> Never {
        FileHandle.standardError.write(Data("boilerplate: \(problem)\n".utf8))
        exit(2)
    }
}

/// The program's own part of the screen: a border with a line of text, and a window for the cards inside it.
struct Frame {
    let screen, window: UnsafeMutablePointer<WINDOW>
    var title = "Boilerplate: q leaves"
    var columns: Int { Int(getmaxx(window)) }
    var rows: Int { Int(getmaxy(window)) }

    init(_ screen: UnsafeMutablePointer<WINDOW>) {
        wclear(screen)
        self.screen = screen
        window = derwin(screen, getmaxy(screen) - 2, getmaxx(screen) - 4, 1, 2) ?? screen
    }

    func draw() {
        box(screen, 0, 0)
        mvwaddnstr(screen, 0, 2, " \(title) ", Int32(columns))
        wnoutrefresh(screen)
    }
}
