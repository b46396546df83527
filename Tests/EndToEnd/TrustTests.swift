import Foundation
import Testing

/// What makes an answer something to rely on: its digest, its signatures and the record of what happened.
@Suite(.serialized)
struct TrustTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var environment: [String: String] {
        let places = ["config", "data", "state", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        let own = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8", "TZ": "UTC"]
        return own.merging(places) { $1 }
    }

    @discardableResult
    private func run(_ words: String..., input: String? = nil) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, input: input, environment: environment)
    }

    private func ask(_ words: String...) throws -> String {
        let asked = try Command.finish(
            Command.cardstream, ["ask"] + words + ["--detach"], environment: environment)
        try #require(asked.status == 0, "\(asked)")
        return asked.output.trimmingCharacters(in: .newlines)
    }

    /// Answers the only card there is.
    private func answer(_ button: String) throws -> Command.Result {
        let cards = try run("cards", "--json")
        let card = try #require(cards.output.firstMatch(of: /"id":"([^"]+)"/), "\(cards)").1.description
        return try run("act", "submit", card, "--button", button)
    }

    @Test func `an answer is confirmed by the key of the feed, and a changed one is not`() throws {
        let id = try ask("Release 4.12.7?")
        #expect(try answer("yes").status == 0)
        let settled = try run("ask", "wait", id, "--json")
        #expect(settled.status == 0, "\(settled)")
        #expect(try JSONSchema(of: "ask").problems(of: settled.output.trimmingCharacters(in: .newlines)) == [])
        let digests = settled.output.matches(of: /"digest":"(sha256:[0-9a-f]{64})"/).map { $0.1 }
        #expect(digests.count == 2 && Set(digests).count == 1, "of the ask and of the vote: \(settled)")
        let key = directory.url.appending(path: "key.pem")
        let printed = try run("admin", "signing-key")
        #expect(printed.output.hasPrefix("-----BEGIN PUBLIC KEY-----\n"), "\(printed)")
        try Data(printed.output.utf8).write(to: key)
        let jwk = try run("admin", "signing-key", "--json")
        #expect(jwk.output.contains(#""crv":"Ed25519""#), "\(jwk)")
        let confirmed = try run("verify", "-", "--key", key.path, input: settled.output)
        #expect(confirmed.status == 0 && confirmed.output.contains("yes: "), "\(confirmed)")
        #expect(try run("verify", "-", input: settled.output).status == 0, "with the feed's own key")
        let changed = try run(
            "verify", "-", "--key", key.path,
            input: settled.output.replacing(#""button":"yes""#, with: #""button":"no""#))
        #expect(
            changed.status == 1 && changed.error.contains("changed after it was signed: button, votes"), "\(changed)")
        try Data(#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#.utf8).write(
            to: key)
        let other = try run("verify", "-", "--key", key.path, input: settled.output)
        #expect(other.status == 1 && other.error.contains("another key"), "\(other)")
        #expect(try run("verify", "-", input: "{}").status == 2)
    }
}
