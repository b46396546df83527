import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct CrashTests {
    private var program: URL {
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            .appending(path: "store-crash")
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "store-crash")
    }

    @Test func `no acknowledged action or event is lost to kill -9`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var random = SeededGenerator(seed: 9)
        var promised: [String] = []
        for round in 0..<12 {
            let process = Process()
            process.executableURL = program
            process.arguments = [path, String(round * 1_000_000)]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            var output = Data()
            let wanted = Int.random(in: 1...4000, using: &random)
            while output.count < wanted {
                let chunk = pipe.fileHandleForReading.availableData
                try #require(!chunk.isEmpty, "the writer ended by itself")
                output += chunk
            }
            #expect(kill(process.processIdentifier, SIGKILL) == 0)
            output += pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            // The last piece is an incomplete line, or empty.
            promised += lines.dropLast().map(String.init)

            let database = try CardDatabase.open(path: path, at: Date())
            let stored = Set(try await database.outboxWork(at: Date(), limit: 1_000_000).due.map(\.key.rawValue))
            #expect(promised.allSatisfy(stored.contains))
            let events = Set(try await database.queuedRecords(limit: 1_000_000).map(\.id))
            #expect(promised.allSatisfy(events.contains))
            // Each action also removed its card from the window, in the same transaction.
            let window = try database.window(FeedQuery(streamID: StreamID("crash")))
            #expect(window.totalCount <= round + 1)
            try await database.check()
            database.close()
        }
        #expect(promised.count > 12)
    }
}
