import Basics
import ComapiEmulator
import ComapiEmulatorServer
import EmulatorHTTP
import Foundation
import Support
import Testing

/// `say` with a service that becomes unreachable, with files, and without the feed's server.
@Suite struct SayTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ test: (ConversationService) async throws -> Void) async throws {
        try await ConversationService.run(in: directory.url) { service in
            for user in ["ana", "ben"] { try service.configure(user) }
            #expect(try await service.run(as: "ben", "profile").status == 0)
            let made = try await service.run(
                as: "ana", "conversation", "create", "Release", "--id", "release", "--with", "ben")
            #expect(made.status == 0, "\(made)")
            try await test(service)
        }
    }

    private func texts(_ service: ConversationService) async throws -> [String] {
        try await Blocking.run { Result { try service.texts(of: "release", as: "ben") } }.get()
    }

    /// The name and bytes of the only file of a conversation.
    private func file(_ service: ConversationService) async throws -> (name: String, bytes: [UInt8]) {
        let lines = try await service.run(as: "ben", "messages", "release", "--json").output.split(separator: "\n")
        let files = try lines.flatMap { line in
            let message = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return message?["files"] as? [[String: Any]] ?? []
        }
        try #require(files.count == 1, "\(lines)")
        let address = try #require((files[0]["url"] as? String).flatMap { URL(string: $0) })
        let answer = await service.server.emulator.respond(to: EmulatorRequest("GET", address.path))
        return (files[0]["name"] as? String ?? "", answer.body)
    }

    @Test func `say does not need the server of the feed`() async throws {
        try await run { service in
            let away = [
                "CARDSTREAM_SERVER": "http://127.0.0.1:1", "CARDSTREAM_TOKEN": "a.b.c", "CARDSTREAM_VIEWER_KEY": "key",
            ]
            let said = try await service.run(as: "ana", "say", "release", "On my way", environment: away)
            #expect(said.status == 0 && said.output == "sent a message to release\n", "\(said)")
            #expect(try await texts(service) == ["On my way"])
        }
    }

    @Test func `a file is uploaded, and the message names it`() async throws {
        try await run { service in
            let plan = directory.url.appending(path: "plan.pdf")
            let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
            try Data(bytes).write(to: plan)
            let said = try await service.run(as: "ana", "say", "release", "The plan", "--file", plan.path, "--json")
            #expect(said.status == 0, "\(said)")
            #expect(try await texts(service) == ["The plan"])
            let sent = try await file(service)
            #expect(sent.name == "plan.pdf" && sent.bytes == bytes)
            let nothing = try await service.run(as: "ana", "say", "release", "x", "--file", plan.path + "x")
            #expect(nothing.status == 1 && nothing.error.contains("plan.pdfx"), "\(nothing)")
            let folder = try await service.run(as: "ana", "say", "release", "--file", directory.url.path)
            #expect(folder.status == 2, "\(folder)")
            #expect(try await service.run(as: "ana", "say", "release").status == 2)
        }
    }

    @Test func `while the service is away messages and files are stored, and later sent once`() async throws {
        try await run { service in
            let plan = directory.url.appending(path: "plan.txt")
            try Data("The plan".utf8).write(to: plan)
            service.setAway(true, from: "ana")
            let unknown = try await service.run(as: "ana", "say", "release", "Zero")
            #expect(unknown.status == 5 && unknown.error.contains("the message is not stored"), "\(unknown)")
            service.setAway(false, from: "ana")
            #expect(try await service.run(as: "ana", "say", "release", "One").status == 0)
            service.setAway(true, from: "ana")
            let kept = try await service.run(as: "ana", "say", "release", "Two", "--file", plan.path)
            #expect(kept.status == 7 && kept.error.contains("the message is stored"), "\(kept)")
            #expect(kept.output.isEmpty)
            #expect(try await service.run(as: "ana", "say", "release", "Three").status == 7)
            // The original file may have been deleted in the meantime.
            try FileManager.default.removeItem(at: plan)
            service.setAway(false, from: "ana")
            #expect(try await service.run(as: "ana", "say", "release", "Four").status == 0)
            #expect(try await texts(service) == ["One", "Two", "Three", "Four"])
            let sent = try await file(service)
            #expect(sent.name == "plan.txt" && sent.bytes == Array("The plan".utf8))
            let outgoing = service.folder(of: "ana").appending(path: "state")
            let left = FileManager.default.enumerator(atPath: outgoing.path)?.compactMap { $0 as? String }
                .filter { $0.contains("outgoing/") }
            #expect(left == [])
        }
    }
}
