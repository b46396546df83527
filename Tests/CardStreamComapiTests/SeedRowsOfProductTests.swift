import Basics
import CardSession
import CardStreamComapi
import Cards
import ComapiSupport
import Foundation
import Logging
import Testing

/// The rows of the vendor's guide about the package as a whole, and a check of the list of all rows.
@Suite(.timeLimit(.minutes(1))) struct SeedRowsOfProductTests {
    private func text(_ path: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test func `every row M-1 to M-36 has a test`() throws {
        var rows: Set<Int> = []
        for file in ["SeedRowsTests.swift", "SeedRowsOfProductTests.swift"] {
            for match in try text(file).matches(of: #/func `M-(\d+) /#) { rows.insert(Int(match.1) ?? 0) }
        }
        #expect(rows.sorted() == Array(1...36))
    }

    @Test func `M-1 the library is installed as a product of the package`() throws {
        let manifest = try text("../../Package.swift")
        #expect(manifest.contains(#".library(name: "CardStreamComapi", targets: ["CardStreamComapi"])"#))
        // This file imports the module as any program does, without its internals.
        let space = ComapiSpace(
            id: "space", authenticator: HS256Authenticator(profileID: "ana", secret: "s", issuer: "i", audience: "a"))
        let states = ComapiClient(space).sessions.states()
        #expect(type(of: states) == AsyncStream<SessionState>.self && space.baseURL == ComapiSpace.defaultBaseURL)
    }

    @Test(arguments: DebugLevel.allCases)
    func `M-9 the program chooses how much is logged, and where`(level: DebugLevel) async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let lines = Lock<[String]>([])
            var logger = Logger(label: "test") { _ in LineHandler(lines: lines) }
            logger.logLevel = .trace
            let session = try CardSession(.memory)
            session.setDebugLevel(level, logger: logger)
            let ana = space.client("ana")
            try await ana.conversations.create(NewConversation(id: "c", name: "Secret name"))
            let source = ComapiSource(ana)
            try await session.attach(source, named: "team", streams: [ComapiSource.defaultStream])
            for await update in try session.observeStream(id: ComapiSource.defaultStream) {
                if try !update.get().isEmpty { break }
            }
            try await session.perform(
                .reply("c", in: ComapiSource.defaultStream, buttonName: "send", values: ["reply": "Secret text"]))
            await session.close()
            let text = lines.withLock { $0 }.joined(separator: "\n")
            #expect(text.isEmpty == (level == .off))
            #expect(text.contains("acting") == (level >= .operations))
            #expect(text.contains("observing") == (level >= .details))
            #expect(!text.contains("Secret"))
        }
    }
}

private struct LineHandler: LogHandler {
    let lines: Lock<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
}
