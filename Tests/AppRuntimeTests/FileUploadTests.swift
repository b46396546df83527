import AppCore
import Basics
import Canvas
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Synchronization
import Testing

@testable import AppRuntime

/// The whole way of a file: dropped on the card, uploaded, submitted, and read by the publisher.
final class FileUploadTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "upload-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(FileFinderTests.png).write(to: URL(filePath: folder + "/lunch.png"))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static let card = CardBody(components: [
        .headline(Card.Headline(text: "Expenses")),
        .input(
            Card.Input(
                name: "photo", label: "Photo", kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage),
                validation: [.init(.required)])),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send")))
            ])),
    ])

    private func openCard() async throws -> (HeadlessApp, CardID) {
        let app = try await HeadlessApp(size: Size(columns: 80, rows: 24))
        let id = try await app.publish(Self.card)
        await app.connect()
        #expect(app.shows("Choose an image"))
        app.press("tab")
        app.loop.terminal.feed(.paste("'\(folder)/lunch.png'"))
        app.loop.receiveInput()
        #expect(app.shows("PNG · 1200 × 800 · 24 bytes"))
        return (app, id)
    }

    /// The upload events that an observer of a session receives.
    private func uploads(of app: HeadlessApp) -> Lock<[SDKEvent]> {
        let events = Lock<[SDKEvent]>([])
        app.session.observeEvents { event in
            if event.name.hasPrefix("user-file-uploads") { events.withLock { $0.append(event) } }
        }
        return events
    }

    /// Symbols: event-userFileUploadsStarted, event-userFileUploadsCompleted, event-userFileUploadsFailed
    @Test(arguments: [true, false])
    func `uploads and their results are events`(arrives: Bool) async throws {
        let (app, id) = try await openCard()
        let events = uploads(of: app)
        if !arrives { try Data([1, 2, 3]).write(to: URL(filePath: folder + "/lunch.png")) }
        app.press("esc", "1")
        #expect(app.player.wait { _ in events.withLock { $0.count } == 2 })
        let files = [SDKEvent.UploadedFile(filename: "lunch.png", bucketID: "receipts")]
        let found = events.withLock { $0 }
        #expect(
            found.map(\.detail) == [
                .userFileUploadsStarted(files),
                arrives ? .userFileUploadsCompleted(files) : .userFileUploadsFailed(files),
            ])
        #expect(found.allSatisfy { $0.cardID == id && $0.streamID == HeadlessApp.stream })
        await app.close()
    }

    @Test func `a dropped file is sent with the submit`() async throws {
        let (app, id) = try await openCard()
        app.press("esc", "1")
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
        app.press("esc", "1")
        #expect(app.shows("lunch.png has changed"))
        #expect(try await app.server.outcome(of: id, environment: app.keys.environment).responses.isEmpty)
        await app.close()
    }

    @Test func `without a connection the form stays and nothing is queued`() async throws {
        let (app, id) = try await openCard()
        var client = app.client
        client.upload = { _, _, _ throws(FeedError) in throw .noNetwork("none") }
        await app.connect(client)
        app.press("esc", "1")
        #expect(app.shows("Couldn't upload file(s): no internet connection"))
        #expect(app.loop.state.forms[id]?.values["photo"] != nil)
        #expect(app.loop.state.overlays.isEmpty)
        #expect(try app.session.window(FeedQuery(streamID: HeadlessApp.stream)).items.map(\.delivery) == [.none])
        await app.close()
    }

    @Test func `an upload can be cancelled, and then nothing is submitted`() async throws {
        let (app, id) = try await openCard()
        var client = app.client
        client.upload = { _, file, onProgress throws(FeedError) in
            onProgress(file.size / 2)
            // Waits until the upload is cancelled.
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        await app.connect(client)
        app.press("esc")
        // Does not wait for the upload, because it ends only when it is cancelled.
        app.typeAtOnce("1")
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
        #expect(app.shows("Choose an image"))
        app.press("enter")
        app.loop.terminal.feed(.paste(folder))
        app.loop.receiveInput()
        #expect(app.shows("PNG 24 bytes"))
        app.press("enter")
        #expect(app.shows("PNG · 1200 × 800 · 24 bytes"))
        await app.close()
    }

    /// The values of the submit, once the server has received it. Empty after ten seconds.
    private func submitted(_ app: HeadlessApp, _ id: CardID) async throws -> JSONObject {
        let deadline = Date.now.addingTimeInterval(10)
        while Date.now < deadline {
            let outcome = try await app.server.outcome(of: id, environment: app.keys.environment)
            if case .submit(_, let values)? = outcome.responses.first?.response { return values }
        }
        return [:]
    }

    @Test func `a token that expires during an upload is renewed, and the upload is repeated`() async throws {
        let (app, id) = try await openCard()
        let counts = Mutex((uploads: 0, tokens: 0))
        var client = app.client
        let upload = client.upload
        client.upload = { target, file, onProgress throws(FeedError) in
            let isFirst = counts.withLock {
                $0.uploads += 1
                return $0.uploads == 1
            }
            guard isFirst else { return try await upload(target, file, onProgress) }
            onProgress(file.size / 2)
            throw .server(Problem(.tokenExpired), retryAfter: nil)
        }
        await app.connect(
            client,
            token: .custom {
                counts.withLock {
                    $0.tokens += 1
                    return "token-\($0.tokens)"
                }
            })
        let before = counts.withLock { $0.tokens }
        app.press("esc", "1")
        #expect(app.hides("Expenses"), "\(app.screen)")
        #expect(try await submitted(app, id)["photo"]?["filename"]?.string == "lunch.png")
        // At most one token for the first attempt, and one more.
        #expect(counts.withLock { $0.uploads } == 2 && counts.withLock { $0.tokens } <= before + 2)
        await app.close()
    }

    @Test func `a token that cannot be renewed ends the upload and keeps the form`() async throws {
        let (app, id) = try await openCard()
        let uploads = Mutex(0)
        var client = app.client
        client.upload = { _, _, _ throws(FeedError) in
            uploads.withLock { $0 += 1 }
            throw .server(Problem(.tokenExpired), retryAfter: nil)
        }
        await app.connect(client, token: .value("old", name: "test"))
        app.press("esc", "1")
        #expect(app.shows("Couldn't upload file(s)"))
        #expect(uploads.withLock { $0 } == 1)
        #expect(app.loop.state.forms[id]?.values["photo"] != nil && app.loop.state.overlays.isEmpty)
        #expect(try await app.server.outcome(of: id, environment: app.keys.environment).responses.isEmpty)
        await app.close()
    }

    @Test func `if one of several files fails, nothing is submitted, and a retry sends the same files`() async throws {
        var body = Self.card
        body.components.insert(
            .input(
                Card.Input(
                    name: "bill", label: "Bill", kind: .fileUpload(bucketID: "bills", allowedTypes: .staticImage))),
            at: 2)
        try Data(FileFinderTests.png + [1]).write(to: URL(filePath: folder + "/bill.png"))
        let app = try await HeadlessApp(size: Size(columns: 80, rows: 24))
        let id = try await app.publish(body)
        let keys = Mutex<[String: [ActionKey]]>([:])
        let isBroken = Mutex(true)
        var client = app.client
        let upload = client.upload
        client.upload = { target, file, onProgress throws(FeedError) in
            keys.withLock { $0[file.filename, default: []].append(target.key) }
            if file.filename == "bill.png", isBroken.withLock({ $0 }) {
                throw .server(Problem(.storageFull, detail: "The disk is full."), retryAfter: nil)
            }
            return try await upload(target, file, onProgress)
        }
        await app.connect(client)
        #expect(app.shows("Choose an image"))
        for name in ["lunch.png", "bill.png"] {
            app.press("tab")
            app.loop.terminal.feed(.paste("\(folder)/\(name)"))
            app.loop.receiveInput()
            #expect(app.shows(name))
        }
        app.press("esc", "1")
        #expect(app.shows("The disk is full."), "\(app.screen)")
        #expect(app.loop.state.forms[id]?.values.count == 2 && app.loop.state.overlays.isEmpty)
        #expect(try await app.server.outcome(of: id, environment: app.keys.environment).responses.isEmpty)
        isBroken.withLock { $0 = false }
        app.press("1")
        #expect(app.hides("Expenses"))
        let values = try await submitted(app, id)
        #expect(
            values["photo"]?["filename"]?.string == "lunch.png" && values["bill"]?["filename"]?.string == "bill.png")
        let used = keys.withLock { $0 }
        #expect(used.values.map(\.count) == [2, 2] && used.values.allSatisfy { Set($0).count == 1 })
        #expect(Set(used.values.joined()).count == 2)
        await app.close()
    }

    @Test func `a converted picture is never visible in the file system`() async throws {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40'/></svg>"
        try Data(svg.utf8).write(to: URL(filePath: folder + "/plan.svg"))
        let app = try await HeadlessApp(size: Size(columns: 80, rows: 24), environment: ["PATH": "/usr/bin:/bin"])
        let id = try await app.publish(Self.card)
        let seen = Mutex<[String]>([])
        var client = app.client
        let upload = client.upload
        client.upload = { target, file, onProgress throws(FeedError) in
            seen.withLock { seen in
                seen.append((try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) ?? file.path)
            }
            return try await upload(target, file, onProgress)
        }
        await app.connect(client)
        #expect(app.shows("Choose an image"))
        app.press("tab")
        app.loop.terminal.feed(.paste("\(folder)/plan.svg"))
        app.loop.receiveInput()
        #expect(app.shows("will be sent as JPEG"))
        app.press("esc", "1")
        #expect(app.hides("Expenses"), "\(app.screen)")
        #expect(try await submitted(app, id)["photo"]?["type"]?.string == "image/jpeg")
        let paths = seen.withLock { $0 }
        #expect(paths.count == 1 && paths[0].hasPrefix("/memfd:"), "\(paths)")
        // The memory file is closed when the attempt ends.
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))?.hasPrefix("/memfd:")
                == true
        }
        #expect(files.isEmpty)
        await app.close()
    }
}
