import Foundation
import Support
import Testing

/// Tokens and keys never appear in output or logs, in files that others can read, or in the list of processes.
@Suite(.serialized)
struct SecretTests {
    private let directory: TemporaryDirectory
    private let server: Server
    private let secrets: [String]

    init() throws {
        directory = try TemporaryDirectory()
        let folder = directory.url.appending(path: "server")
        server = try Server(directory: folder)
        secrets = try ["token", "viewer.key", "publisher.key"].map { name in
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        for secret in secrets { try #require(secret.utf8.count > 10) }
    }

    private func holdsSecret(_ text: String) -> Bool { secrets.contains { text.contains($0) } }

    /// The files below the directory that contain a secret, with their permissions.
    private func filesWithSecrets() -> [(path: String, permissions: Int)] {
        let files = FileManager.default
        let paths = files.enumerator(atPath: directory.url.path)?.compactMap { $0 as? String } ?? []
        return paths.compactMap { name in
            let path = directory.url.appending(path: name).path
            // The store's write-ahead log may be removed during the search.
            guard let attributes = try? files.attributesOfItem(atPath: path),
                attributes[.type] as? FileAttributeType == .typeRegular, let content = files.contents(atPath: path),
                holdsSecret(String(decoding: content, as: UTF8.self))
            else { return nil }
            return (name, attributes[.posixPermissions] as? Int ?? 0)
        }
    }

    /// The arguments of all processes of this machine that this user can read.
    private func processArguments() -> [String] {
        let files = FileManager.default
        return ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).filter { $0.allSatisfy(\.isNumber) }.compactMap
        {
            files.contents(atPath: "/proc/\($0)/cmdline").map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        [
            server.environment(), Server.bare, ["HOME": directory.url.path, "CARDSTREAM_LOG_LEVEL": "debug"], more,
        ].reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    @Test func `a viewer with the most verbose log writes no secret`() throws {
        let card = try server.publish("Sign the lease")
        let variables = server.environment().merging(["CARDSTREAM_LOG_LEVEL": "debug"]) { $1 }
        let tmux = try Tmux(directory: directory.url, environment: variables)
        try tmux.run(Command.cardstream)
        try tmux.wait("the card, live") { $0.contains("Sign the lease") && $0.contains("live") }
        #expect(!processArguments().contains { holdsSecret($0) })
        try tmux.press("d")
        try tmux.wait("the toast") { $0.contains("Card dismissed") }
        server.stop()
        try tmux.wait("the lost server") { $0.contains("offline") }
        #expect(!holdsSecret(try tmux.screen()))
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") }
        let logFile = directory.url.appending(path: "state/cardstream/cardstream.log")
        let log = try String(contentsOf: logFile, encoding: .utf8)
        #expect(log.contains(card), "the log is not what was to be looked at: \(log)")
        #expect(!holdsSecret(log))
        let files = filesWithSecrets()
        #expect(files.count >= 3, "the secrets' own files are not among those looked at: \(files)")
        for file in files { #expect(file.permissions & 0o077 == 0, "\(file.path) can be read by others") }
    }

    @Test func `no command prints a secret, whatever the error`() throws {
        let commands = [
            ["doctor"], ["config"], ["publish", "-"], ["outcome", "no-such-card"], ["cancel", "no-such-card"],
            ["invite", "ana"], ["login", "--code", "-"],
        ]
        let input = #"{"content":[{"type":"text","text":"Hello"}]}"#
        // Valid keys; swapped keys, which the server does not know; and a server that is not running.
        let swapped = [
            "CARDSTREAM_PUBLISHER_KEY_FILE": server.environment()["CARDSTREAM_VIEWER_KEY_FILE"] ?? "",
            "CARDSTREAM_VIEWER_KEY_FILE": server.environment()["CARDSTREAM_PUBLISHER_KEY_FILE"] ?? "",
        ]
        let inEnvironment = [
            "CARDSTREAM_TOKEN": secrets[0], "CARDSTREAM_VIEWER_KEY": secrets[1], "CARDSTREAM_PUBLISHER_KEY": secrets[2],
        ]
        for more in [[:], swapped, ["CARDSTREAM_SERVER": "http://127.0.0.1:1"], inEnvironment] {
            for words in commands {
                let result = try Command.finish(
                    Command.cardstream, words, input: input, environment: environment(more))
                #expect(!(result.output + result.error).isEmpty, "\(words)")
                #expect(!holdsSecret(result.output + result.error), "\(words): \(result.output)\(result.error)")
            }
        }
    }

    @Test func `no command prints the password in an address`() throws {
        let commands = [
            ["doctor"], ["doctor", "--json"], ["config"], ["status"], ["cards"], ["count"], ["metrics"], ["user"],
            ["events"], ["publish", "-"], ["outcome", "no-such-card"], ["cancel", "no-such-card"],
            ["admin", "streams"],
            ["logout"], ["act", "dismiss", "no-such-card"], ["view", "--script", "/dev/null"], ["invite", "ana"],
            ["login", "--code", "-"],
        ]
        let addresses = ["http://ana:geheim@127.0.0.1:1", "https://ana:ge/geheim@127.0.0.1:1", "ftp://ana:geheim@host"]
        for address in addresses {
            for words in commands {
                let result = try Command.finish(
                    Command.cardstream, words, input: #"{"content":[{"type":"text","text":"Hello"}]}"#,
                    environment: environment(["CARDSTREAM_SERVER": address]))
                #expect(!(result.output + result.error).contains("geheim"), "\(words): \(result.output)\(result.error)")
            }
        }
        let logFile = directory.url.appending(path: "state/cardstream/cardstream.log")
        let log = (try? String(contentsOf: logFile, encoding: .utf8)) ?? ""
        #expect(!log.contains("geheim"))
    }

    @Test func `a token file that others can read is reported without its content`() throws {
        let path = directory.url.appending(path: "server/token").path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let result = try Command.finish(Command.cardstream, ["doctor"], environment: environment())
        #expect(result.status != 0)
        #expect((result.output + result.error).contains("chmod 600"), "\(result.output)\(result.error)")
        #expect(!holdsSecret(result.output + result.error))
    }
}
