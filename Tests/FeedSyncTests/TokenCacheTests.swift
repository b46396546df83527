import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// An unsigned token in the form of a JWT.
func makeToken(_ claims: String) -> String {
    let payload = Data(claims.utf8).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
    return "eyJhbGciOiJFUzI1NiJ9.\(payload).c2lnbmF0dXJl"
}

@Suite(.timeLimit(.minutes(1))) struct TokenCacheTests {
    /// A provider that is controlled by the test.
    private actor Source {
        enum Answer { case token(String), fail, hang }

        private(set) var count = 0
        private var answer: Answer
        private var hanging: [CheckedContinuation<Void, Never>] = []

        init(_ answer: Answer) { self.answer = answer }

        func set(_ answer: Answer) { self.answer = answer }
        func release() {
            for continuation in hanging { continuation.resume() }
            hanging = []
        }

        func ask() async throws(SourceError) -> String {
            count += 1
            switch answer {
            case .token(let token): return token
            case .fail: throw .noToken("source: broken")
            case .hang:
                await withCheckedContinuation { hanging.append($0) }
                return "late"
            }
        }

        nonisolated var provider: TokenProvider {
            TokenProvider(name: "source") { () throws(SourceError) in try await self.ask() }
        }
    }

    private let clock = TestClock()

    private func keeper(_ source: Source, _ settings: TokenCache.Settings = .init()) -> TokenCache {
        TokenCache(provider: source.provider, settings: settings, clock: clock.sync)
    }

    private func token(expiringIn seconds: Double, _ name: String = "ana") -> String {
        makeToken(#"{"sub":"\#(name)","exp":\#(Int(clock.now.timeIntervalSince1970 + seconds))}"#)
    }

    @Test func `a token that never expires is requested once`() async throws {
        let source = Source(.token("opaque"))
        let keeper = keeper(source)
        for _ in 0..<3 {
            #expect(try await keeper.token() == "opaque")
            clock.advance(by: 86400)
        }
        #expect(await source.count == 1)
    }

    /// Symbols: token-expiry
    @Test(arguments: [60.0, 300]) func `a new token is requested before the old one expires`(margin: Double)
        async throws
    {
        let source = Source(.token(token(expiringIn: 3600)))
        let keeper = keeper(source, .init(refreshBefore: margin))
        let first = try await keeper.token()
        clock.advance(by: 3600 - margin - 1)
        #expect(try await keeper.token() == first)
        #expect(await source.count == 1)
        await source.set(.token(token(expiringIn: 3600)))
        clock.advance(by: 1)
        #expect(try await keeper.token() != first)
        #expect(await source.count == 2)
    }

    /// Symbols: token-expiry
    @Test func `a long retry interval does not delay the renewal of a token`() async throws {
        let first = token(expiringIn: 600)
        let source = Source(.token(first))
        // With the limit of 5 seconds, a request in progress would look like the pause before the next one.
        let keeper = keeper(source, .init(refreshBefore: 60, retryInterval: 3600, limit: 30))
        #expect(try await keeper.token() == first)
        let renewal = Task { await keeper.hasSuccessor() }
        try await eventually("waits for the margin") { clock.wakeTimes == [540] }
        clock.advance(by: 540)
        // The provider works, but has no other token yet.
        try await eventually("asks again soon") { clock.wakeTimes == [545] }
        let next = token(expiringIn: 3600)
        await source.set(.token(next))
        clock.advance(by: 5)
        #expect(await renewal.value)
        #expect(try await keeper.token() == next)
    }

    @Test func `concurrent callers share one request for a token`() async throws {
        let source = Source(.hang)
        let keeper = keeper(source)
        let calls = (0..<8).map { _ in Task { try await keeper.token() } }
        try await eventually("asked") { await source.count == 1 }
        for _ in 0..<100 { await Task.yield() }
        await source.release()
        for call in calls { #expect(try await call.value == "late") }
        #expect(await source.count == 1)
    }

    /// Symbols: token-late
    @Test func `a provider that hangs fails after 5 s`() async throws {
        let source = Source(.hang)
        let keeper = keeper(source)
        let call = Task { try await keeper.token() }
        try await eventually("the limit is set") { clock.wakeTimes == [5] }
        clock.advance(by: 5)
        await #expect(throws: SourceError.noToken("source: no response in time")) { try await call.value }
        await source.release()
    }

    /// Symbols: token-retry
    @Test func `a provider that fails is not asked again for a while`() async throws {
        let source = Source(.fail)
        let keeper = keeper(source)
        for _ in 0..<5 {
            await #expect(throws: SourceError.noToken("source: broken")) { try await keeper.token() }
        }
        #expect(await source.count == 1)
        await source.set(.token("good"))
        clock.advance(by: 4.9)
        await #expect(throws: SourceError.self) { try await keeper.token() }
        clock.advance(by: 0.2)
        #expect(try await keeper.token() == "good")
        #expect(await source.count == 2)
    }

    @Test func `the old token is used until it has expired`() async throws {
        let source = Source(.token(token(expiringIn: 100)))
        let keeper = keeper(source)
        let first = try await keeper.token()
        await source.set(.fail)
        clock.advance(by: 50)
        #expect(try await keeper.token() == first)
        #expect(await source.count == 2)
        clock.advance(by: 51)
        await #expect(throws: SourceError.noToken("source: broken")) { try await keeper.token() }
    }

    @Test func `a token with a short lifetime is not requested at every call`() async throws {
        // The second case is that of a client whose clock is an hour ahead.
        for life in [20.0, -3600] {
            let source = Source(.token(token(expiringIn: life)))
            let keeper = keeper(source)
            for _ in 0..<50 { _ = try await keeper.token() }
            #expect(await source.count == 1)
            clock.advance(by: 5)
            _ = try await keeper.token()
            #expect(await source.count == 2)
        }
    }

    @Test func `after a refusal, a new token is requested immediately`() async throws {
        let source = Source(.token("one"))
        let keeper = keeper(source)
        _ = try await keeper.token()
        await keeper.invalidate()
        #expect(await keeper.hasNewToken() == false)
        await source.set(.token("two"))
        #expect(await keeper.hasNewToken())
        #expect(try await keeper.token() == "two")
    }

    @Test func `a token that was requested before a refusal is dropped`() async throws {
        let source = Source(.hang)
        let keeper = keeper(source)
        let early = Task { try await keeper.token() }
        try await eventually("asked") { await source.count == 1 }
        await keeper.invalidate()
        let late = (0..<4).map { _ in Task { try await keeper.token() } }
        await source.set(.token("new"))
        await source.release()
        #expect(try await early.value == "new")
        for call in late { #expect(try await call.value == "new") }
        #expect(try await keeper.token() == "new")
        #expect(await source.count == 2)
    }

    /// Symbols: token-user
    @Test(
        arguments: [
            (#"{"id":"d","sub":"c","atomic_id":"b","atomic_sub":"a"}"#, nil, "a"),
            (#"{"id":"d","sub":"c","atomic_id":"b"}"#, nil, "b"), (#"{"id":"d","sub":"c"}"#, nil, "c"),
            (#"{"id":"d"}"#, nil, "d"), (#"{"id":42}"#, nil, "42"), (#"{"sub":"","id":"d"}"#, nil, "d"),
            (#"{"name":"x"}"#, nil, nil), (#"{"sub":"c","email":"ana@example.com"}"#, "email", "ana@example.com"),
            (#"{"sub":"c"}"#, "email", nil), (#"{"sub":["c"]}"#, nil, nil), ("[]", nil, nil), ("nonsense", nil, nil),
        ] as [(String, String?, String?)])
    func `the user's id is the first claim present`(claims: String, named: String?, user: String?) async throws {
        let source = Source(.token(makeToken(claims)))
        #expect(try await keeper(source, .init(userClaim: named)).userID() == user)
    }

    @Test(arguments: ["", "a.b", "a.!!.c", "..", "a.b.c.d"]) func `a token that is not a JWT has no claims`(
        text: String
    ) {
        #expect(JWTClaims(token: text) == nil)
    }
}

@Suite(.timeLimit(.minutes(1))) struct TokenProviderTests {
    /// Reads once. Returns the token or the error.
    private func read(_ provider: TokenProvider) async -> Result<String, SourceError> {
        do throws(SourceError) { return .success(try await provider.fetch()) } catch { return .failure(error) }
    }

    private func withFile(
        _ content: String, mode: mode_t = 0o600, _ body: (String) async throws -> Void
    ) async throws {
        let path = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(chmod(path, mode) == 0)
        try await body(path)
    }

    @Test(arguments: ["abc.def", "abc.def\n", "  abc.def\r\n\n", "\tabc.def "])
    func `a file's token is trimmed`(content: String) async throws {
        try await withFile(content) { path in #expect(await read(.file(path)) == .success("abc.def")) }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o644, 0o666, 0o611] as [mode_t])
    func `a token file that others can access is refused with a remedy`(mode: mode_t) async throws {
        try await withFile("secret", mode: mode) { path in
            #expect(
                await read(.file(path))
                    == .failure(.noToken("\(path): other users can read it; run chmod 600 \(path)")))
        }
    }

    @Test(arguments: ["", "\n", "one\ntwo", "one two", "caf\u{e9}", "a\u{1b}[2J", "a\u{0}b"])
    func `a file that does not contain one token is refused, and not quoted`(content: String) async throws {
        try await withFile(content) { path in
            guard case .failure(.noToken(let text)) = await read(.file(path)) else {
                Issue.record("accepted")
                return
            }
            #expect(text.hasPrefix(path))
            #expect(!text.contains("two") && !text.contains("caf") && !text.contains("\u{1b}"))
        }
    }

    @Test func `a file too long for a token is refused`() async throws {
        try await withFile(String(repeating: "a", count: 100_000)) { path in
            #expect(await read(.file(path)) == .failure(.noToken("\(path): too long for a token")))
        }
    }

    @Test func `a missing file, or one that is not a regular file, is reported`() async throws {
        let path = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        #expect(await read(.file(path)) == .failure(.noToken("\(path): No such file or directory")))
        #expect(await read(.file("/")) == .failure(.noToken("/: not a file")))
        // Opening a pipe without a writer must not block.
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect(await read(.file(path)) == .failure(.noToken("\(path): not a file")))
    }

    @Test func `a replaced file is read again`() async throws {
        try await withFile("one") { path in
            let provider = TokenProvider.file(path)
            #expect(await read(provider) == .success("one"))
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.write(contentsOf: Data("two".utf8))
            #expect(await read(provider) == .success("two"))
        }
    }

    @Test(
        arguments: [
            ("echo abc", .success("abc")), ("printf ' abc\\r\\n'", .success("abc")),
            ("echo abc | tr a x", .success("xbc")),
            ("echo abc; echo oops >&2", .success("abc")), ("cat; echo abc", .success("abc")),
            ("true", .failure(.noToken("token_command: empty; expected a token"))),
            ("echo abc; exit 3", .failure(.noToken("token_command: exit code 3"))),
            ("kill -9 $$", .failure(.noToken("token_command: signal 9"))),
            ("echo Log in first >&2; exit 4", .failure(.noToken("token_command: exit code 4: Log in first"))),
            (
                "echo one; echo two",
                .failure(.noToken("token_command: expected one token, without spaces or other text"))
            ),
            ("yes", .failure(.noToken("token_command: printed more than 65 kB"))),
            ("head -c 1000000 /dev/zero", .failure(.noToken("token_command: printed more than 65 kB"))),
        ] as [(String, Result<String, SourceError>)])
    func `a command's token is its output`(line: String, result: Result<String, SourceError>) async {
        #expect(await read(.command(line)) == result)
    }

    @Test(arguments: [
        "sleep 60", "sleep 60 | cat", "echo abc; sleep 60", "trap '' TERM; sleep 60",
        // The command closes its output and continues: there is a token, but no exit.
        "echo abc; exec >&-; sleep 60",
    ]) func `a command that hangs is ended with its children`(line: String) async {
        let start = ContinuousClock.now
        let result = await read(.command(line, limit: 0.3))
        #expect(result == .failure(.noToken("token_command: printed no token within 1 s")))
        #expect(ContinuousClock.now - start < .seconds(20), "waited for the command's own end")
    }

    @Test func `an environment variable is a token, or reported if invalid`() async {
        let environment = ["GOOD": "abc\n", "EMPTY": "", "BAD": "abc\r\nX-Evil: 1"]
        #expect(await read(.environment("GOOD", in: environment)) == .success("abc"))
        #expect(await read(.environment("EMPTY", in: environment)) == .failure(.noToken("EMPTY is not set")))
        #expect(await read(.environment("NONE", in: environment)) == .failure(.noToken("NONE is not set")))
        guard case .failure(.noToken(let text)) = await read(.environment("BAD", in: environment)) else {
            Issue.record("a line break in a token ends the header it is sent in")
            return
        }
        #expect(!text.contains("abc") && !text.contains("Evil"))
    }

    @Test func `no failure quotes a token`() async throws {
        for line in ["echo s3cret; exit 1", "echo s3cret; echo s3cret", "echo s3cret; exec >&-; sleep 60"] {
            #expect(!"\(await read(.command(line, limit: 0.3)))".contains("s3cret"), "\(line)")
        }
    }
}
