import AppCore
import AppRuntime
import Canvas
import CardImages
import CardSession
import Cards
import Foundation
import Support
import Testing

/// Pictures, from the card to the screen.
struct PicturesTests {
    private static let files = [
        "https://a.test/square.svg":
            "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>"
            + "<rect width='40' height='40' fill='white'/></svg>",
        "https://a.test/damaged.svg": "<svg width='4' height='4'><rect",
    ]

    private func makeApp(_ url: String) async throws -> HeadlessApp {
        try await HeadlessApp(
            cards: [card(url)], pictures: ImageDecoder(path: "/usr/local/bin:/usr/bin:/bin"),
            files: { Self.files[$0].map { Array($0.utf8) } })
    }

    private func card(_ url: String) -> CardBody {
        makeBody(components: [
            .media(Card.Media(kind: .image, url: url, height: .short, alternativeText: "A white square")),
            .headline(Card.Headline(text: "After the picture")),
        ])
    }

    private func text(_ app: HeadlessApp) -> String {
        (0..<app.loop.terminal.size.rows).map { app.loop.terminal.screen.text(row: $0) }.joined(separator: "\n")
    }

    @Test func `a picture appears in its place`() async throws {
        let app = try await makeApp("https://a.test/square.svg")
        await app.connect()
        let came = app.player.wait { screen in
            (0..<screen.size.rows).contains { screen.text(row: $0).contains("█") }
        }
        #expect(came, "\(text(app))")
        #expect(!text(app).contains("A white square"))
        await app.session.close()
    }

    @Test func `the file browser shows the selected picture, or why it cannot`() async throws {
        let folder = NSTemporaryDirectory() + "preview-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (address, text) in Self.files {
            let name = try #require(address.split(separator: "/").last)
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let body = makeBody(components: [
            .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "b", allowedTypes: .staticImage)))
        ])
        let app = try await HeadlessApp(
            cards: [body], size: Size(columns: 90, rows: 24),
            pictures: ImageDecoder(path: "/usr/local/bin:/usr/bin:/bin"))
        await app.connect()
        #expect(app.shows("Choose an image"))
        app.press("tab", "enter")
        app.loop.terminal.feed(.paste(folder))
        app.loop.receiveInput()
        #expect(app.shows("No image: the file is damaged"), "\(app.screen)")
        app.press("down")
        #expect(app.shows("████"), "\(app.screen)")
        #expect(app.shows("SVG · 40 × 40"))
        await app.close()
    }

    @Test func `a damaged picture shows its text, and the rest of the card is drawn`() async throws {
        let app = try await makeApp("https://a.test/damaged.svg")
        await app.connect()
        #expect(
            app.player.wait { screen in
                (0..<screen.size.rows).contains { screen.text(row: $0).contains("No image: the file is damaged") }
            })
        #expect(text(app).contains("A white square") && text(app).contains("After the picture"))
        await app.session.close()
    }
}
