import Foundation
import Support
import Testing

/// A file from the user's disk to the publisher's, through the real program.
@Suite(.serialized)
struct UploadTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private let card = """
        {"content":[{"type":"headline","text":"Expenses"},
        {"type":"fileUpload","name":"photo","label":"Photo","bucketId":"receipts","allowedTypes":"static-image",
        "validation":["required"]},
        {"type":"buttons","buttons":[{"text":"Send","action":{"type":"submit","name":"send"}}]}]}
        """

    /// A PNG file of this size: a valid header, followed by arbitrary bytes.
    private func picture(_ size: Int) -> Data {
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 4, 0xB0, 0, 0, 3,
            0x20,
        ]
        var file = Data(header)
        file.append(Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
        file.append(Data(count: size - file.count))
        return file
    }

    private func outcome(_ id: String, _ server: Server, _ more: [String] = []) throws -> String {
        try Command.run(
            Command.cardstream, ["outcome", id] + more, environment: server.environment().merging(Server.bare) { $1 })
    }

    @Test func `a script finds files at home, as the viewer does`() throws {
        let home = directory.url.appending(path: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try picture(2000).write(to: home.appending(path: "lunch.png"))
        let cards = directory.url.appending(path: "cards.jsonl")
        try Data(card.replacing("\n", with: " ").utf8).write(to: cards)
        let steps = "wait-for Choose an image\npress 1 enter\ntype ~/\npress enter\nwait-for lunch.png\n"
        let result = try Command.finish(
            Command.cardstream, ["view", "--script", "-", "--cards", cards.path], input: steps,
            environment: ["HOME": home.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"])
        #expect(result.status == 0, "\(result.error)")
    }

    @Test func `a picture is browsed, sent and read by the publisher, byte for byte`() throws {
        let bytes = picture(3_000_000)
        let pictures = directory.url.appending(path: "Pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        try bytes.write(to: pictures.appending(path: "lunch.png"))
        try Data("no picture".utf8).write(to: pictures.appending(path: "evil\u{1B}[31m.txt"))

        let server = try Server(directory: directory.url.appending(path: "server"))
        let id = try server.publish(card: card)
        let tmux = try Tmux(directory: directory.url, columns: 100, rows: 30, environment: server.environment())
        try tmux.run("cd && \(Command.cardstream)")
        try tmux.wait("the card, live") { $0.contains("Choose an image") && $0.contains("live") }
        try tmux.press("1")
        try tmux.wait("that it is required") { $0.contains("Photo is required") }
        try tmux.press("Enter")
        try tmux.wait("the folder") { $0.contains("Pictures/") }
        try tmux.press("-l", "pict")
        try tmux.press("Enter")
        try tmux.wait("the files") { $0.contains("lunch.png") && $0.contains("evil") }
        try tmux.press("-l", "lun")
        try tmux.wait("the facts of the file") { $0.contains("1200 × 800") && !$0.contains("evil") }
        try tmux.press("Enter")
        try tmux.wait("the chosen file") { screen in
            screen.contains("PNG · 1200 × 800 · 3 MB") && !screen.contains("required") && screen.contains("tab next")
        }

        // The server stops: nothing is sent, and the form stays.
        server.stop()
        try tmux.press("Tab", "1")
        try tmux.wait("the failure") { $0.contains("Couldn't upload file(s)") && $0.contains("lunch.png") }
        try server.start()
        // Without a key press, the viewer reconnects within 45 seconds, because the clients of a restarted server
        // spread their connections.
        try tmux.press("r")
        try tmux.wait("the way back", seconds: 20) { $0.contains("live") && !$0.contains("Couldn't upload") }
        try tmux.press("1")
        try tmux.wait("the card to go") { !$0.contains("Expenses") }

        let deadline = Date.now.addingTimeInterval(20)
        var answer = ""
        repeat { answer = try outcome(id, server) } while !answer.contains("completed") && Date.now < deadline
        #expect(answer.contains(#""filename":"lunch.png""#) && answer.contains(#""bucketId":"receipts""#))
        #expect(answer.components(separatedBy: #""action":"submit""#).count == 2)
        let files = directory.url.appending(path: "answers")
        _ = try outcome(id, server, ["--files", files.path])
        let stored = try FileManager.default.contentsOfDirectory(at: files, includingPropertiesForKeys: nil)
        #expect(stored.count == 1 && stored[0].pathExtension == "png")
        #expect(try Data(contentsOf: stored[0]) == bytes)
    }

    @Test func `an upload can be cancelled`() throws {
        try picture(19_000_000).write(to: directory.url.appending(path: "large.png"))
        let server = try Server(directory: directory.url.appending(path: "server"))
        let id = try server.publish(card: card)
        // The connection is so slow that the upload cannot finish before the key.
        let proxy = try FaultProxy(to: server.port)
        defer { proxy.stop() }
        proxy.set(.slow)
        let tmux = try Tmux(
            directory: directory.url, columns: 60, rows: 20, environment: server.environment(through: proxy.port))
        try tmux.run("cd && \(Command.cardstream)")
        try tmux.wait("the card, live") { $0.contains("Choose an image") && $0.contains("live") }
        try tmux.press("Tab", "Enter")
        try tmux.press("-l", "~/lar")
        try tmux.press("Tab")
        try tmux.wait("the completed path") { $0.contains("~/large.png") }
        try tmux.press("Enter")
        try tmux.wait("the chosen file") { $0.contains("PNG · 1200 × 800 · 19 MB") && $0.contains("tab next") }
        try tmux.press("Tab", "1")
        try tmux.wait("the progress") { $0.contains("Sending, please wait...") && $0.contains(" of 19 MB") }
        try tmux.press("Escape")
        try tmux.wait("the card as it was") { !$0.contains("Sending,") && $0.contains("large.png") }
        #expect(try outcome(id, server).contains(#""status":"active""#))
    }

    @Test func `a viewer that is killed during an upload has submitted nothing, and keeps the form`() throws {
        try picture(19_000_000).write(to: directory.url.appending(path: "large.png"))
        let server = try Server(directory: directory.url.appending(path: "server"))
        let id = try server.publish(card: card)
        let proxy = try FaultProxy(to: server.port)
        defer { proxy.stop() }
        proxy.set(.slow)
        let tmux = try Tmux(
            directory: directory.url, columns: 60, rows: 20, environment: server.environment(through: proxy.port))
        try tmux.run("cd && \(Command.cardstream)")
        try tmux.wait("the card, live") { $0.contains("Choose an image") && $0.contains("live") }
        try tmux.press("Tab", "Enter")
        try tmux.press("-l", "~/large.png")
        try tmux.wait("the file") { $0.contains("PNG 19 MB") }
        try tmux.press("Enter")
        try tmux.wait("the chosen file") { $0.contains("PNG · 1200 × 800 · 19 MB") && $0.contains("tab next") }
        try tmux.press("Tab", "1")
        try tmux.wait("the progress") { $0.contains("Sending, please wait...") && $0.contains(" of 19 MB") }
        try tmux.signalProgram("KILL")
        try tmux.wait("the shell") { $0.contains("Killed") }
        proxy.set(.open)
        // The terminal is still in the viewer's mode, in which a line feed ends a line.
        try tmux.press("-l", "stty sane; \(Command.cardstream)")
        try tmux.press("C-j")
        try tmux.wait("the draft") { $0.contains("PNG · 1200 × 800 · 19 MB") && $0.contains("live") }
        #expect(try outcome(id, server).contains(#""status":"active""#))
        try tmux.press("1")
        try tmux.wait("the card to go", seconds: 30) { !$0.contains("Expenses") && !$0.contains("Sending,") }
        let deadline = Date.now.addingTimeInterval(20)
        var answer = ""
        repeat { answer = try outcome(id, server) } while !answer.contains("completed") && Date.now < deadline
        #expect(answer.components(separatedBy: #""action":"submit""#).count == 2)
        #expect(answer.contains(#""filename":"large.png""#))
    }
}
