import CardSession
import CardStreamTesting
import CardStreamUI
import Cards
import Testing

/// Containers of a host in the theme of their stream's publisher.
@Suite(.timeLimit(.minutes(1))) struct PublisherThemeTests {
    private func ground(_ container: CardContainer) -> ContainerPicture.CellColor? {
        container.picture[row: 0, column: 0]?.background
    }

    /// Symbols: container-theme-shown
    @Test func `a container shows the theme of its stream if its host allows it`() async throws {
        let feed = try await TestFeed()
        try await feed.setTheme("[default]\nfg = \"#ffffff\"\nbg = \"#102030\"", of: "inbox")
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        while try session.theme(of: "inbox") == nil { await Task.yield() }
        func container(_ appearance: ContainerAppearance) throws -> CardContainer {
            try CardContainer(of: "inbox", in: session, columns: 40, rows: 20, appearance: appearance)
        }
        let plain = try container(ContainerAppearance(theme: "plum", colors: .direct))
        let branded = try container(ContainerAppearance(theme: "plum", colors: .direct, usesPublisherTheme: true))
        #expect(ground(branded) == .rgb(red: 16, green: 32, blue: 48))
        #expect(ground(plain) != ground(branded))
        // A changed theme arrives with the next connection. After a theme is removed, the host's theme is used.
        try await feed.setTheme(nil, of: "inbox")
        await session.refresh()
        while ground(branded) != ground(plain) {
            _ = branded.advance()
            await Task.yield()
        }
        for container in [plain, branded] { container.close() }
        await session.close()
    }
}
