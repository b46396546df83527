import Cards
import FeedAPI
import FeedEngine
import FeedServer
import Foundation
import Support
import Testing

/// The server's signatures of settled asks.
@Suite struct SigningTests {
    private let card = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))])),
    ])

    private func settled(_ test: TestServer) async throws -> Ask {
        let request = AskRequest(streamID: "ops", users: ["ana"], body: card.encoded(), timeout: 600)
        let made = try await call(.makeAsk, test, FeedCoder.encode(request))
        let ask = try FeedCoder.decodeAsk(made)
        _ = try await test.act(.submit(buttonName: "yes", values: ["n": 1.50]), on: ask.cards[0].id)
        return try FeedCoder.decodeAsk(try await call(.ask(ask.id), test))
    }

    private func call(_ route: FeedRoute, _ test: TestServer, _ body: [UInt8] = []) async throws -> [UInt8] {
        let credentials = test.keys.publisherCredentials
        let answer = await test.server.respond(
            to: route.method, route.target,
            headers: [(FeedHeader.environment, credentials.environment), (FeedHeader.apiKey, credentials.apiKey)],
            body: body, mostBytes: 1 << 20)
        try #require(answer.status < 300, "\(String(decoding: answer.body, as: UTF8.self))")
        return answer.body
    }

    @Test func `the signature of a settled ask is verified with the server's keys, in every encoding`() async throws {
        let test = try await TestServer()
        let ask = try await settled(test)
        let keys = PublicSigningKey.parse(try await call(.keys, test))
        #expect(try check(ask, keys) == test.keys.environment.rawValue)
        let key = try #require(keys.first)
        for text in [Array(key.pem.utf8), key.jwk.encoded(), PublicSigningKey.set(keys)] {
            #expect(PublicSigningKey.parse(text) == keys)
        }
        // The same JSON in another layout, as another program may print it.
        let printed = try JSONValue(parsing: FeedCoder.encode(ask)).encoded(isPretty: true)
        let object = try #require(try JSONParser.parse(printed).object)
        try AskSignature.check(try FeedCoder.decodeAsk(printed), printed: object, keys: keys)
    }

    @discardableResult
    private func check(_ ask: Ask, _ keys: [PublicSigningKey]) throws(AskSignature.Refusal) -> String {
        let printed = (try? JSONParser.parse(FeedCoder.encode(ask)).object) ?? [:]
        return try AskSignature.check(ask, printed: printed, keys: keys)["env"]?.string ?? ""
    }

    /// Members that repeat parts of the vote, because programs read those instead.
    @Test(
        arguments: [
            ("button", "no"), ("values", ["n": 2]), ("at", "2026-01-15T09:00:00Z"),
            ("receivedAt", "2026-01-15T09:00:00Z"),
            ("title", "Launch?"), ("by", "bo"), ("button", nil), ("values", nil), ("new", true),
        ] as [(String, JSONValue?)])
    func `a changed redundant member is detected`(name: String, value: JSONValue?) async throws {
        let test = try await TestServer()
        let ask = try await settled(test)
        let keys = PublicSigningKey.parse(try await call(.keys, test))
        var printed = try #require(try JSONParser.parse(FeedCoder.encode(ask)).object)
        printed[name] = value
        #expect(throws: AskSignature.Refusal.otherContent([name])) {
            try AskSignature.check(ask, printed: printed, keys: keys)
        }
    }

    @Test func `any change is detected`() async throws {
        let test = try await TestServer()
        let ask = try await settled(test)
        let keys = PublicSigningKey.parse(try await call(.keys, test))
        func refusal(_ change: (inout Ask) -> Void) -> AskSignature.Refusal? {
            var changed = ask
            change(&changed)
            do throws(AskSignature.Refusal) {
                try check(changed, keys)
                return nil
            } catch { return error }
        }
        #expect(refusal { $0.settlement?.outcome = .decline } == .otherContent(["outcome"]))
        #expect(refusal { $0.digest = nil } == .otherContent(["digest"]))
        #expect(refusal { $0.id = "b" } == .otherContent(["ask"]))
        #expect(refusal { $0.votes[0].values["n"] = 2 } == .otherContent(["votes"]))
        #expect(refusal { $0.votes[0].proof = AnswerProof(digest: CardDigest(of: [:])) } == .otherContent(["votes"]))
        #expect(refusal { $0.signature = nil } == .missing)
        #expect(refusal { $0.signature = "a.b" } == .malformed)
        #expect(refusal { $0.settlement = nil } == .open)
        let parts = try #require(ask.signature).split(separator: ".").map(String.init)
        #expect(refusal { $0.signature = parts[0] + "." + parts[1].dropLast(4) + "AAAA." + parts[2] } == .malformed)
        let other = try #require(SigningKey.ephemeral().sign(Array("{}".utf8)))
        #expect(refusal { $0.signature = other }.map { if case .unknownKey = $0 { true } else { false } } == true)
        let foreign = other.split(separator: ".").map(String.init)
        #expect(refusal { $0.signature = parts[0] + "." + foreign[1] + "." + foreign[2] } == .wrong)
    }

    @Test func `the signing key of a directory is created once, and is private`() throws {
        let directory = temporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/" + SigningKey.fileName
        let key = try SigningKey.load(from: directory)
        #expect(try SigningKey.load(from: directory).publicKey == key.publicKey)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: FeedServerError.exposedKeys(path: path)) { try SigningKey.load(from: directory) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try Data("nothing".utf8).write(to: URL(filePath: path))
        #expect(throws: FeedServerError.badSigningKey(path: path)) { try SigningKey.load(from: directory) }
    }

    @Test func `a listening server has its signing key, and loads another one on reload`() async throws {
        let directories = [temporaryDirectory(), temporaryDirectory()]
        for path in directories {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        defer { for path in directories { try? FileManager.default.removeItem(atPath: path) } }
        let file = URL(filePath: directories[0] + "/" + SigningKey.fileName)
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config, directory: directories[0])
        try await server.start(listen: .ephemeralLoopback)
        func shown() async throws -> [PublicSigningKey] {
            let credentials = keys.publisherCredentials
            let answer = await server.respond(
                to: FeedRoute.keys.method, FeedRoute.keys.target,
                headers: [(FeedHeader.environment, credentials.environment), (FeedHeader.apiKey, credentials.apiKey)],
                body: [], mostBytes: 1 << 20)
            return PublicSigningKey.parse(answer.body)
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try await shown() == [SigningKey.load(from: directories[0]).publicKey])
        // The key of another server, as copied by an administrator.
        let other = try SigningKey.load(from: directories[1]).publicKey
        try Data(contentsOf: URL(filePath: directories[1] + "/" + SigningKey.fileName)).write(to: file)
        try await server.reload(keys.config)
        #expect(try await shown() == [other])
        try Data("nothing".utf8).write(to: file)
        await #expect(throws: FeedServerError.badSigningKey(path: file.path)) { try await server.reload(keys.config) }
        // No key is created in place of one that is in use, either.
        try FileManager.default.removeItem(at: file)
        await #expect(throws: FeedServerError.self) { try await server.reload(keys.config) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try await shown() == [other])
        await server.stop()
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "needs openssl"))
    func `openssl reads the key and confirms a signature`() throws {
        let directory = temporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let key = try SigningKey.load(from: directory)
        let parts = try #require(key.sign(Array("{}".utf8))).split(separator: ".").map(String.init)
        var signature = parts[2].replacing("-", with: "+").replacing("_", with: "/")
        signature += String(repeating: "=", count: (4 - signature.count % 4) % 4)
        let files = [
            "public.pem": Data(key.publicKey.pem.utf8), "input": Data("\(parts[0]).\(parts[1])".utf8),
            "signature": try #require(Data(base64Encoded: signature)),
        ]
        for (name, data) in files { try data.write(to: URL(filePath: directory + "/" + name)) }
        func openssl(_ words: String...) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments = words
            process.currentDirectoryURL = URL(filePath: directory)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        #expect(try openssl("pkey", "-in", SigningKey.fileName, "-noout") == 0)
        #expect(
            try openssl(
                "pkeyutl", "-verify", "-pubin", "-inkey", "public.pem", "-rawin", "-in", "input", "-sigfile",
                "signature") == 0)
    }
}
