import Canvas
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing
import ViewModels

@testable import AppRuntime

/// The whole way of a file: dropped on the card, sent, submitted, read by the publisher.
final class FileUploadTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "upload-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(FileFinderTests.png).write(to: URL(filePath: folder + "/lunch.png"))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static let card = CardBody(components: [
        .headline(Headline(text: "Expenses")),
        .input(
            Input(
                name: "photo", label: "Photo", kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage),
                validation: [.init(.required)])),
        .buttons(
            ButtonContainer(buttons: [
                Button(text: "Send", action: .submit(ButtonAction.Submission(buttonName: "send")))
            ])),
    ])

    private func openCard() async throws -> (HeadlessApp, CardID) {
        let app = try await HeadlessApp(size: Size(columns: 80, rows: 24))
        let id = try await app.publish(Self.card)
        await app.connect()
        #expect(app.shows("Choose a picture"))
        app.press("tab")
        app.loop.terminal.feed(.paste("'\(folder)/lunch.png'"))
        app.loop.receiveInput()
        #expect(app.shows("PNG · 1200 × 800 · 24 bytes"))
        return (app, id)
    }

    @Test func `a dropped file is sent with the submit`() async throws {
        let (app, id) = try await openCard()
        app.press("1")
        #expect(app.hides("Expenses"))
        let deadline = Date.now.addingTimeInterval(10)
        var outcome = try await app.server.outcome(of: id, environment: app.keys.environment)
        while outcome.status != .completed, Date.now < deadline {
            outcome = try await app.server.outcome(of: id, environment: app.keys.environment)
        }
        guard case .submit("send", let values)? = outcome.responses.first?.response else {
            Issue.record("not submitted")
            return
        }
        let photo = try #require(values["photo"])
        #expect(photo["filename"]?.string == "lunch.png" && photo["size"]?.int == FileFinderTests.png.count)
        #expect(photo["type"]?.string == "image/png" && photo["id"]?.string?.isEmpty == false)
        await app.close()
    }

    @Test func `a file that has changed is named and nothing is sent`() async throws {
        let (app, id) = try await openCard()
        try Data(FileFinderTests.png + [0]).write(to: URL(filePath: folder + "/lunch.png"))
        app.press("1")
        #expect(app.shows("lunch.png has changed since it was chosen"))
        #expect(try await app.server.outcome(of: id, environment: app.keys.environment).responses.isEmpty)
        await app.close()
    }

    @Test func `without a connection the form stays and nothing is queued`() async throws {
        let (app, id) = try await openCard()
        var client = app.client
        client.upload = { _, _, _ throws(FeedError) in throw .noNetwork("none") }
        await app.connect(client)
        app.press("1")
        #expect(app.shows("Couldn't upload file(s): no internet connection"))
        #expect(app.loop.state.forms[id]?.values["photo"] != nil)
        #expect(app.loop.state.overlays.isEmpty)
        #expect(try app.session.window(FeedQuery(streamID: HeadlessApp.stream)).items.map(\.delivery) == [.none])
        await app.close()
    }

    @Test func `a file on its way can be stopped, and then nothing is submitted`() async throws {
        let (app, id) = try await openCard()
        var client = app.client
        client.upload = { _, file, onProgress throws(FeedError) in
            onProgress(file.size / 2)
            // Until it is cancelled.
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        await app.connect(client)
        app.press("1")
        #expect(app.shows("Sending, please wait..."))
        #expect(app.shows("50 % · 12 bytes of 24 bytes"))
        app.press("escape")
        #expect(app.hides("Sending, please wait..."), "\(app.screen)")
        #expect(app.loop.state.forms[id]?.values["photo"] != nil)
        #expect(try await app.server.outcome(of: id, environment: app.keys.environment).responses.isEmpty)
        await app.close()
    }

    @Test func `the folder is browsed and a file chosen`() async throws {
        let (app, _) = try await openCard()
        app.press("delete")
        #expect(app.shows("Choose a picture"))
        app.press("enter")
        app.loop.terminal.feed(.paste(folder))
        app.loop.receiveInput()
        #expect(app.shows("PNG 24 bytes"))
        app.press("enter")
        #expect(app.shows("PNG · 1200 × 800 · 24 bytes"))
        await app.close()
    }
}
