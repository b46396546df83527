import CCurses
import CardSession
import CardStreamTesting
import CardStreamUI
import Cards
import Foundation
import Testing

/// Two containers with their own themes in one curses screen, as a host uses them. Serialised, because curses stores
/// its screen in globals.
@Suite(.serialized, .timeLimit(.minutes(1))) struct TwoContainersTests {
    @Test func `each container keeps its colours, whichever is painted last`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["left", "right"])
        for stream in ["left", "right"] as [StreamID] {
            try await feed.publish(Self.body(stream.rawValue), to: "ana", in: stream)
            for await snapshot in try session.snapshots(in: stream) where !snapshot.cards.isEmpty { break }
        }
        let curses = try DiscardingScreen()
        let left = try Self.container("left", "plum", in: session)
        let right = try Self.container("right", "harbour", in: session)
        let windows = [newwin(20, 40, 0, 0), newwin(20, 40, 0, 40)].compactMap(\.self)
        for _ in 0..<2 {
            for (container, window) in zip([left, right], windows) {
                _ = container.advance()
                container.paint(on: window)
                wnoutrefresh(window)
            }
            doupdate()
            for (container, window) in zip([left, right], windows) { try Self.agree(window, container.picture) }
        }
        let colors = [left, right].map { Self.colors(of: $0.picture) }
        #expect(colors[0].count > 2 && colors[1].count > 2 && colors[0] != colors[1])

        // A host that was written for an earlier version passes any pointer.
        let host: any DeprecatedCalls = ContainerHost()
        werase(windows[0])
        host.paint(left, on: windows[0])
        try Self.agree(windows[0], left.picture)

        for container in [left, right] { container.close() }
        for window in windows { delwin(window) }
        curses.end()
        await session.close()
    }

    private static func body(_ name: String) -> CardBody {
        CardBody(components: [
            .category(Card.Category(text: "Ops")), .headline(Card.Headline(text: "On the \(name)")),
            .text(Card.TextBlock(text: "Some [link](https://a.example) and `code`")),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Yes", action: .submit(Card.ButtonAction.Submission(buttonName: "yes")))
                ])),
        ])
    }

    private static func container(
        _ stream: StreamID, _ theme: String, in session: CardSession
    ) throws -> CardContainer {
        try CardContainer(
            of: stream, in: session, columns: 40, rows: 20,
            appearance: ContainerAppearance(theme: theme, interfaceStyle: .dark))
    }

    private static func colors(of picture: ContainerPicture) -> Set<ContainerPicture.CellColor> {
        Set(
            (0..<picture.rows).flatMap { row in
                (0..<picture.columns).compactMap { picture[row: row, column: $0]?.foreground }
            })
    }

    /// Checks that all cells of a window have the colours of the container's picture, according to the current colour
    /// pairs.
    private static func agree(
        _ window: UnsafeMutablePointer<WINDOW>, _ picture: ContainerPicture,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        var compared = 0
        for row in 0..<picture.rows {
            for column in 0..<picture.columns {
                guard let wanted = picture[row: row, column: column], wanted.text != " " else { continue }
                var cell = cchar_t()
                var text = [wchar_t](repeating: 0, count: Int(CCHARW_MAX) + 1)
                var attributes: attr_t = 0
                var (pair, foreground, background): (Int16, Int16, Int16) = (0, 0, 0)
                wmove(window, Int32(row), Int32(column))
                try #require(win_wch(window, &cell) == OK && getcchar(&cell, &text, &attributes, &pair, nil) == OK)
                try #require(pair_content(pair, &foreground, &background) == OK)
                let found = [foreground, background].map {
                    $0 < 0 ? .standard : ContainerPicture.CellColor.palette(UInt8($0))
                }
                #expect(
                    found == [wanted.foreground, wanted.background], "\(row), \(column): \(wanted.text)",
                    sourceLocation: location)
                compared += 1
            }
        }
        #expect(compared > 40, sourceLocation: location)
    }
}

/// A curses screen whose output is discarded.
private struct DiscardingScreen {
    private let screen: OpaquePointer
    private let file: UnsafeMutablePointer<FILE>

    init() throws {
        file = try #require(fopen("/dev/null", "r+"))
        setenv("LINES", "24", 1)
        setenv("COLUMNS", "80", 1)
        screen = try #require(newterm("xterm-256color", file, file))
        try #require(start_color() == OK && use_default_colors() == OK)
    }

    func end() {
        endwin()
        delscreen(screen)
        fclose(file)
        unsetenv("LINES")
        unsetenv("COLUMNS")
    }
}

/// The old call is used through this protocol, so that only it is marked as deprecated.
private protocol DeprecatedCalls {
    func paint(_ container: CardContainer, on window: UnsafeMutableRawPointer)
}

private struct ContainerHost: DeprecatedCalls {
    @available(*, deprecated)
    func paint(_ container: CardContainer, on window: UnsafeMutableRawPointer) { container.paint(on: window) }
}
