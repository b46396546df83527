import Foundation
import Support
import Testing

/// What makes an answer reliable: its digest, its signatures, and the audit record.
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

    /// Answers the only card.
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
        #expect(confirmed.output.contains("\nquestion: "), "\(confirmed)")
        #expect(try run("verify", "-", input: settled.output).status == 0, "with the feed's own key")
        let changed = try run(
            "verify", "-", "--key", key.path,
            input: settled.output.replacing(#""button":"yes""#, with: #""button":"no""#))
        #expect(
            changed.status == 1 && changed.error.contains("changed after it was signed: button, votes"), "\(changed)")
        try Data(#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#.utf8).write(
            to: key)
        let other = try run("verify", "-", "--key", key.path, input: settled.output)
        #expect(other.status == 1 && other.error.contains("a different key"), "\(other)")
        #expect(try run("verify", "-", input: "{}").status == 2)
        // A missing file is not the same as a changed answer.
        let missing = directory.url.appending(path: "none").path
        #expect(try run("verify", "-", "--key", missing, input: settled.output).status == 2)
        #expect(try run("verify", "-", "--allowed-signers", missing, input: settled.output).status == 2)
    }

    // MARK: Signed by the user

    private static let hasKeygen = FileManager.default.isExecutableFile(atPath: "/usr/bin/ssh-keygen")

    /// A key pair without a passphrase, and a file that allows it for the profile's user.
    private func makeKey(_ name: String) throws -> (key: String, signers: String) {
        let key = directory.url.appending(path: name).path
        try Command.run("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key])
        let signers = directory.url.appending(path: "\(name)-signers").path
        try Data("me \(try String(contentsOfFile: key + ".pub", encoding: .utf8))".utf8).write(
            to: URL(filePath: signers))
        return (key, signers)
    }

    private func configure(_ lines: String) throws {
        let folder = directory.url.appending(path: "config/cardstream")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(lines.utf8).write(to: folder.appending(path: "config.toml"))
    }

    @Test(.enabled(if: hasKeygen, "needs ssh-keygen"))
    func `an answer that the user signs is confirmed by the asker, and by nobody else's key`() throws {
        let (own, other) = (try makeKey("own"), try makeKey("other"))
        let id = try ask("Open the vault?", "--signed", "--allowed-signers", own.signers)
        let unsigned = try answer("yes")
        #expect(unsigned.status == 1 && unsigned.error.contains("set signing_key"), "\(unsigned)")
        #expect(try run("cards").output.contains("Open the vault?"), "nothing is lost")
        try configure("signing_key = \"\(directory.url.path)/nothing\"\n")
        let missing = try answer("yes")
        #expect(missing.status == 1 && missing.error.contains("signing failed"), "\(missing)")
        try configure("signing_key = \"\(own.key)\"\n")
        let signed = try answer("yes")
        #expect(signed.status == 0, "\(signed)")
        let confirmed = try run("ask", "wait", id, "--json", "--allowed-signers", own.signers)
        #expect(confirmed.status == 0 && confirmed.error.contains("signed by me"), "\(confirmed)")
        #expect(confirmed.output.contains("BEGIN SSH SIGNATURE"))
        let refused = try run("ask", "wait", id, "--allowed-signers", other.signers)
        #expect(refused.status == 70 && refused.output.isEmpty, "\(refused)")
        #expect(refused.error.contains("the signature of me is not confirmed"), "\(refused)")
        let missingFile = try run("ask", "wait", id)
        #expect(missingFile.status == 2 && missingFile.error.contains("allowed_signers"), "\(missingFile)")
        let verified = try run("verify", "-", "--allowed-signers", own.signers, input: confirmed.output)
        #expect(verified.status == 0 && verified.output.contains("\nsigned by "))
        #expect(try run("verify", "\(directory.url.path)/nothing").status == 2)
        #expect(try run("verify", "-", "--allowed-signers", other.signers, input: confirmed.output).status == 1)
    }

    @Test(.enabled(if: hasKeygen, "needs ssh-keygen"))
    func `a key whose passphrase cannot be asked for is reported, without a prompt at the terminal`() throws {
        let key = try makeKey("locked")
        try Command.run("/usr/bin/ssh-keygen", ["-q", "-p", "-P", "", "-N", "secret", "-f", key.key])
        try configure("signing_key = \"\(key.key)\"\n")
        _ = try ask("Open the vault?", "--signed", "--allowed-signers", key.signers)
        let failed = try answer("yes")
        #expect(failed.status == 1 && failed.error.contains("signing failed"), "\(failed)")
        #expect(try run("cards").output.contains("Open the vault?"))
    }

    // MARK: The audit record

    @Test func `the record says what happened, and its check finds what was changed`() throws {
        let id = try ask("Release 4.12.7?")
        #expect(try answer("no").status == 0)
        let listed = try run("admin", "audit", "--ask", id, "--json")
        let events = listed.output.matches(of: /"event":"([a-z-]+)"/).map { String($0.1) }
        #expect(events == ["asked", "told", "answered", "settled"], "\(listed)")
        // All viewers and commands of a profile are one device.
        let ids = listed.output.matches(of: /"device":\{"id":"([0-9a-f]{32})","name":"[^"]+"\}/).map { $0.1 }
        #expect(ids.count == 2 && Set(ids).count == 1, "\(listed)")
        for line in listed.output.split(separator: "\n") {
            #expect(try JSONSchema(of: "admin-audit").problems(of: String(line)) == [])
        }
        #expect(try run("admin", "audit", "--since", "1h").output.contains("answered"))
        #expect(try run("admin", "audit", "--since", "2099-01-01T00:00:00Z").status == 3)
        let checked = try run("admin", "audit", "--verify")
        #expect(checked.status == 0 && checked.error.contains("4 rows are unchanged"), "\(checked)")
        let hash = checked.output.trimmingCharacters(in: .newlines)
        #expect(try run("admin", "audit", "--verify", "--expect", hash).status == 0)
        let other = String(repeating: "a", count: 64)
        let cut = try run("admin", "audit", "--verify", "--expect", other)
        #expect(cut.status == 1 && cut.error.contains("removed from the end"), "\(cut)")
        #expect(try run("admin", "audit", "--verify", "--since", "1h").status == 2)
        let file = directory.url.appending(path: "data/cardstream/default/server/feed.sqlite").path
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else { return }
        try Command.run(
            "/usr/bin/sqlite3",
            [
                file,
                "DROP TRIGGER auditChange; UPDATE audit SET detail = replace(detail, 'no', 'yes') WHERE number = 3;",
            ])
        try Command.run(
            "/usr/bin/sqlite3",
            [file, "CREATE TRIGGER auditChange BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'x'); END;"])
        let changed = try run("admin", "audit", "--verify")
        #expect(changed.status == 1 && changed.error.contains("row 3 does not match its hash"), "\(changed)")
    }
}
