import Basics
import Cards
import FeedAPI
import FeedServer
import FeedSync
import Foundation
import Synchronization
import Testing

@testable import CardSession

/// Sending a file, and what the server stores after several attempts.
struct FileSenderTests {
    /// A server that refuses this many uploads, and a provider that returns the given tokens in order and then repeats
    /// the last one.
    private final class Rig: Sendable {
        private struct State {
            var refusals: Int
            var tokens: [String]
            var uploads = 0
            var asked = 0
        }
        private let state: Mutex<State>

        init(refusals: Int, tokens: [String]) { state = Mutex(State(refusals: refusals, tokens: tokens)) }

        var counts: [Int] { state.withLock { [$0.uploads, $0.asked] } }

        func keeper() -> TokenCache {
            let provider = TokenProvider(name: "test") { () throws(SourceError) in
                self.state.withLock {
                    $0.asked += 1
                    return $0.tokens.count > 1 ? $0.tokens.removeFirst() : $0.tokens[0]
                }
            }
            return TokenCache(provider: provider, clock: .live)
        }

        @Sendable func upload(
            _ target: UploadTarget, _ file: UploadFile, _ onProgress: @Sendable (Int) -> Void
        ) async throws(SourceError) -> UploadReceipt {
            let isRefused = state.withLock {
                $0.uploads += 1
                $0.refusals -= 1
                return $0.refusals >= 0
            }
            onProgress(file.size / 2)
            if isRefused { throw .refused(SourceRefusal(.unauthorized)) }
            return UploadReceipt(
                id: UploadID("u"), bucketID: target.bucketID, filename: file.filename, format: file.format,
                size: file.size)
        }
    }

    private static let file = UploadFile(path: "/a.png", filename: "a.png", format: .png, size: 10)
    private static let target = UploadTarget(key: ActionKey(UUID()), streamID: "s", cardID: "c", bucketID: "b")

    private func send(_ rig: Rig, _ tokens: TokenCache?) async -> UploadReceipt? {
        try? await FileSender(upload: rig.upload, tokens: tokens).send(Self.file, to: Self.target) { _ in }
    }

    @Test func `a token that is refused during an upload is renewed once, and the upload is repeated`() async {
        let rig = Rig(refusals: 1, tokens: ["old", "new"])
        #expect(await send(rig, rig.keeper()) != nil)
        #expect(rig.counts == [2, 2])
    }

    @Test func `without a new token, the upload is not repeated`() async {
        let rig = Rig(refusals: 1, tokens: ["old"])
        #expect(await send(rig, rig.keeper()) == nil)
        #expect(rig.counts == [1, 2])
        let tokenless = Rig(refusals: 1, tokens: ["old"])
        #expect(await send(tokenless, nil) == nil)
        #expect(tokenless.counts == [1, 0])
    }

    @Test func `a second refused token ends the upload`() async {
        let rig = Rig(refusals: 9, tokens: ["old", "new", "newer"])
        #expect(await send(rig, rig.keeper()) == nil)
        #expect(rig.counts == [2, 2])
    }

    @Test func `a token that was renewed in the meantime is used without asking again`() async {
        let rig = Rig(refusals: 0, tokens: ["old", "new", "newer"])
        let keeper = rig.keeper()
        let old = try? await keeper.token()
        await keeper.invalidate()
        _ = try? await keeper.token()
        #expect(await keeper.replace(old))
        #expect(rig.counts == [0, 2])
        #expect(await keeper.replace("new"))
        #expect(rig.counts == [0, 3])
    }

    // MARK: Several attempts

    private func write(_ bytes: [UInt8]) throws -> String {
        let path = NSTemporaryDirectory() + "attempt-\(UUID().uuidString).png"
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes).write(to: URL(filePath: path))
        return path
    }

    /// Symbols: file-upload
    @Test func `attempts of one upload share a key, and other uploads have other keys`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        var config = keys.config
        config.limits.uploadsPerUser = 2
        let server = try await FeedServer(config)
        let body = CardBody(components: [
            .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "b", allowedTypes: .staticImage)))
        ])
        let request = PublishRequest(streamID: "inbox", users: ["ana"], body: body.encoded())
        let receipt = try await server.publish([request], environment: keys.environment)
        let card = try #require(receipt.cards.first?.id)
        let path = try write([1])
        defer { unlink(path) }
        func attempt(_ identity: String?) async throws -> JSONValue? {
            // Another session each time, as after a restart.
            let session = try CardSession(.memory)
            await session.connect(
                FeedSource(.inProcess(server, environment: keys.environment, user: "ana")), streams: ["inbox"],
                delivery: .push(fallbackInterval: .seconds(1))
            ) { _ in }
            let file = OutgoingFile(
                cardID: card, streamID: "inbox", bucketID: "b", path: path, filename: "a.png", format: .png, size: 9,
                identity: identity)
            let result: Result<JSONValue, any Error>
            do {
                result = .success(try await session.send(file) { _ in })
            } catch { result = .failure(error) }
            // In every case, because the server must not stop before the session is closed.
            await session.close()
            return try result.get()["id"]
        }
        let first = try await attempt("photo\0a.png\01")
        for _ in 0..<3 { #expect(try await attempt("photo\0a.png\01") == first) }
        // Other content of the same size with the same identity is uploaded as a separate file, and never replaced by
        // the earlier one.
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 2]).write(to: URL(filePath: path))
        #expect(try await attempt("photo\0a.png\01") != first)
        await #expect(throws: FileSendingError.self) { try await attempt("other") }
        await #expect(throws: FileSendingError.self) { try await attempt(nil) }
        await server.stop(within: .seconds(1))
    }
}
