import CardStreamComapi
import Cards
import Foundation
import Testing

@testable import AppRuntime

/// What a conversation source stores on this machine, and the command that makes its tokens.
struct ComapiFilesTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID().uuidString)").path

    private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int
    }

    @Test func `a session is stored for its space, readable only by the user`() async throws {
        defer { removeFolder() }
        let files = ComapiFiles(folder: "\(folder)/team")
        #expect(await files.session(ofSpace: "5d1") == nil)
        let session = try #require(
            ComapiSession(["id": "s1", "profileId": "ana", "expiresOn": "2030-01-01T00:00:00.000Z"]))
        let stored = StoredSession(session: session, token: "secret")
        await files.store(stored, ofSpace: "5d1")
        #expect(try mode("team/session.json") == 0o600)
        #expect(await ComapiFiles(folder: "\(folder)/team").session(ofSpace: "5d1") == stored)
        #expect(await files.session(ofSpace: "other") == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/team/session.json")
        #expect(await files.session(ofSpace: "5d1") == nil)
        await files.store(nil, ofSpace: "5d1")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/team/session.json"))
    }

    @Test func `dismissed conversations and the id of the installation are stored`() async throws {
        defer { removeFolder() }
        let files = ComapiFiles(folder: folder)
        #expect(try await files.load() == nil)
        try await files.save(Array("{}".utf8))
        #expect(try await ComapiFiles(folder: folder).load() == Array("{}".utf8))
        let id = ComapiFiles.deviceID(in: folder)
        #expect(ComapiFiles.deviceID(in: folder) == id && UUID(uuidString: id) != nil)
        #expect(ComapiFiles.deviceID(in: "\(folder)/other") != id)
    }

    @Test func `a file is kept until it is sent, and only by its own name`() async throws {
        defer { removeFolder() }
        let files = ComapiFiles(folder: folder)
        let name = try files.keep([1, 0, 255])
        #expect(try mode("outgoing/\(name)") == 0o600)
        #expect(try await files.file(named: name) == [1, 0, 255])
        #expect(try await files.file(named: UUID().uuidString) == nil)
        try await files.save(Array("{}".utf8))
        #expect(try await files.file(named: "../conversations.json") == nil)
        await files.removeFile(named: name)
        #expect(try await files.file(named: name) == nil)
    }

    @Test func `the command reads the challenge and prints the token`() async throws {
        let challenge = AuthenticationChallenge(authenticationID: "a", provider: "jsonWebToken", nonce: "n1")
        let echo = CommandAuthenticator(command: "cat", profileClaim: "id")
        let printed = try #require(try await echo.token(for: challenge))
        #expect(
            try JSONValue(parsing: Array(printed.utf8))
                == ["nonce": "n1", "provider": "jsonWebToken", "profileClaim": "id"])
        for (command, words) in [
            ("exit 3", "token_command: exit code 3"),
            ("echo 'no key' >&2; exit 3", "token_command: exit code 3: no key"),
            ("true", "token_command printed no token"),
        ] {
            let authenticator = CommandAuthenticator(command: command, profileClaim: "sub")
            await #expect { try await authenticator.token(for: challenge) } throws: { "\($0)" == words }
        }
    }
}
