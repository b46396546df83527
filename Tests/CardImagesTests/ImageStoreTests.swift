import Canvas
import Cards
import CurlTransport
import Foundation
import Support
import Synchronization
import Testing

@testable import CardImages

struct ImageStoreTests {
    /// A web server that responds when it is told to.
    private final class StubServer: Sendable {
        private struct State {
            var waiting: [(url: String, answer: CheckedContinuation<Void, Never>)] = []
            var asked: [String] = []
            var isOpen = false
            var cancelled: Set<String> = []
        }
        private let state = Mutex(State())
        let body: [UInt8]

        init(isOpen: Bool = false, body: [UInt8] = Fixture.png) {
            self.body = body
            state.withLock { $0.isOpen = isOpen }
        }

        var asked: [String] { state.withLock { $0.asked } }
        var waiting: Set<String> { state.withLock { Set($0.waiting.map(\.url)) } }
        var cancelled: Set<String> { state.withLock { $0.cancelled } }

        func respond(to url: String? = nil) {
            let ready = state.withLock { state in
                let ready = state.waiting.filter { url == nil || $0.url == url }
                state.waiting.removeAll { url == nil || $0.url == url }
                if url == nil { state.isOpen = true }
                return ready
            }
            for request in ready { request.answer.resume() }
        }

        @Sendable func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let url = request.url
            await withTaskCancellationHandler {
                await withCheckedContinuation { answer in
                    let isReady = state.withLock { state in
                        state.asked.append(url)
                        if state.isOpen || state.cancelled.contains(url) { return true }
                        state.waiting.append((url, answer))
                        return false
                    }
                    if isReady { answer.resume() }
                }
            } onCancel: {
                _ = state.withLock { $0.cancelled.insert(url) }
                self.respond(to: url)
            }
            if Task.isCancelled { throw .cancelled }
            return HTTPResponse(status: 200, headers: [HTTPHeader("ETag", "\"1\"")], body: body)
        }
    }

    private final class ResultLog: Sendable {
        private let results = Mutex<[(PictureRequest, Result<Picture, ImageProblem>)]>([])
        @Sendable func record(_ request: PictureRequest, _ result: Result<Picture, ImageProblem>) {
            results.withLock { $0.append((request, result)) }
        }
        var ready: [PictureRequest] {
            results.withLock { $0.compactMap { if case .success = $0.1 { $0.0 } else { nil } } }
        }
        var problems: [ImageProblem] {
            results.withLock { $0.compactMap { if case .failure(let problem) = $0.1 { problem } else { nil } } }
        }
    }

    private let box = ResultLog()

    private func makeStore(
        _ server: StubServer, decoder: ImageDecoder = ImageDecoder(path: "/usr/local/bin:/usr/bin:/bin"),
        cache: ImageCache? = nil
    ) -> ImageStore {
        ImageStore(
            decoder: decoder, colors: .none, fetcher: ImageFetcher(send: server.send), cache: cache,
            deliver: box.record)
    }

    private func request(_ name: String, columns: Int = 4) -> PictureRequest {
        PictureRequest(address: "https://a/\(name)", box: Size(columns: columns, rows: 2))
    }

    @Test func `equal addresses are downloaded once, and every size is decoded`() async {
        let server = StubServer()
        let store = makeStore(server)
        await store.want([request("x"), request("x", columns: 2), request("x")])
        #expect(await eventually { server.waiting.count == 1 })
        server.respond()
        #expect(await eventually { box.ready.count == 2 })
        #expect(Set(box.ready) == [request("x"), request("x", columns: 2)])
        #expect(server.asked.count == 1)
    }

    @Test func `a selected file is read from the disk, and a card that names one gets nothing`() async throws {
        let path = NSTemporaryDirectory() + "picture-\(UUID().uuidString)"
        try Data(Fixture.png).write(to: URL(filePath: path))
        mkfifo(path + ".pipe", 0o600)
        defer { for end in ["", ".pipe"] { unlink(path + end) } }
        let server = StubServer(isOpen: true)
        let store = makeStore(server)
        func ask(_ path: String) -> PictureRequest {
            PictureRequest(source: .file(path: path, modified: 1), box: Size(columns: 4, rows: 2))
        }
        await store.want([ask(path)])
        #expect(await eventually { box.ready == [ask(path)] })
        await store.want([ask(path + ".pipe"), ask(path + ".gone")])
        #expect(await eventually { Set(box.problems) == [.wrongType, .notReadable(code: ENOENT)] })
        await store.want(
            [path, "file://" + path].map { PictureRequest(address: $0, box: Size(columns: 4, rows: 2)) })
        #expect(await eventually { box.problems.suffix(2) == [.badAddress, .badAddress] })
        #expect(box.ready == [ask(path)] && server.asked.isEmpty)
    }

    @Test func `at most four downloads run at once, and then the newest requests from the top`() async {
        let server = StubServer()
        let store = makeStore(server)
        let old = (0..<6).map { request("old\($0)") }
        await store.want(old)
        #expect(await eventually { server.waiting.count == 4 })
        await store.want(old + [request("new0"), request("new1")])
        // The download tasks must have reached the queue before a place becomes free.
        #expect(await eventually { await store.waitingDownloads == 4 })
        #expect(server.waiting.count == 4)
        server.respond(to: server.asked[0])
        #expect(await eventually { server.asked.count == 5 })
        #expect(server.asked[4] == "https://a/new0")
        server.respond(to: server.asked[1])
        #expect(await eventually { server.asked.count == 6 })
        #expect(server.asked[5] == "https://a/new1")
        server.respond()
        #expect(await eventually { box.ready.count == 8 })
    }

    @Test func `downloads that are not visible any more are cancelled, and the others continue`() async {
        let server = StubServer()
        let store = makeStore(server)
        await store.want([request("a"), request("b"), request("a", columns: 2)])
        #expect(await eventually { server.waiting == ["https://a/a", "https://a/b"] })
        await store.want([request("a", columns: 2)])
        #expect(await eventually { server.cancelled == ["https://a/b"] })
        server.respond()
        #expect(await eventually { box.ready == [request("a", columns: 2)] })
        #expect(server.cancelled == ["https://a/b"])
        #expect(box.problems.isEmpty)
    }

    @Test func `a cancelled download that is visible again is repeated`() async {
        let server = StubServer()
        let store = makeStore(server)
        await store.want([request("a")])
        #expect(await eventually { server.waiting.count == 1 })
        await store.stop()
        #expect(await eventually { server.cancelled.count == 1 })
        server.respond()
        let second = StubServer(isOpen: true)
        let other = makeStore(second)
        await other.want([request("a")])
        #expect(await eventually { box.ready == [request("a")] })
    }

    @Test func `at most two decoders run at once, even if they hang`() async throws {
        let directory = try TemporaryDirectory()
        let hanging = ImageDecoder(
            program: try directory.program("exec sleep 1000"), limits: DecoderLimits(seconds: 0.3))
        let store = makeStore(StubServer(isOpen: true), decoder: hanging)
        let start = ContinuousClock.now
        await store.want((0..<4).map { request("\($0)") })
        #expect(await eventually { box.problems.count == 4 })
        #expect(box.problems.allSatisfy { $0 == .tookTooLong })
        #expect(ContinuousClock.now - start >= .milliseconds(600))
    }

    @Test func `a picture is cached, and requested again only after its lifetime`() async throws {
        let directory = try TemporaryDirectory()
        let time = Atomic<Int>(1000)
        let server = StubServer(isOpen: true)
        let cache = ImageCache(directory: directory.path + "/images", now: { time.load(ordering: .relaxed) })
        await makeStore(server, cache: cache).want([request("a")])
        #expect(await eventually { box.ready.count == 1 })
        await makeStore(server, cache: cache).want([request("a")])
        #expect(await eventually { box.ready.count == 2 })
        #expect(server.asked.count == 1)
        time.add(CacheRule.standardLife, ordering: .relaxed)
        await makeStore(server, cache: cache).want([request("a")])
        #expect(await eventually { box.ready.count == 3 })
        #expect(server.asked.count == 2)
    }

    @Test func `without the network, an expired picture is shown`() async throws {
        let directory = try TemporaryDirectory()
        let cache = ImageCache(directory: directory.path + "/images")
        await cache.store(Fixture.png, for: "https://a/a", rule: CacheRule(life: 0))
        let store = ImageStore(
            decoder: ImageDecoder(path: "/usr/bin"), colors: .none,
            fetcher: ImageFetcher { _ throws(TransportError) in throw .connection("down") }, cache: cache,
            deliver: box.record)
        await store.want([request("a"), request("b")])
        #expect(await eventually { box.ready == [request("a")] && box.problems == [.network("no connection")] })
    }

    @Test func `without a decoder, nothing is requested`() async {
        let server = StubServer(isOpen: true)
        await makeStore(server, decoder: ImageDecoder(program: nil)).want([request("a")])
        #expect(await eventually { box.problems == [.noDecoder] })
        #expect(server.asked.isEmpty)
    }

    @Test func `a built-in picture needs no network`() async {
        let server = StubServer(isOpen: true)
        let store = ImageStore(
            decoder: ImageDecoder(path: "/usr/bin"), colors: .none, fetcher: ImageFetcher(send: server.send),
            cache: nil,
            builtIn: { $0 == "https://a/a" ? Fixture.svg : nil }, deliver: box.record)
        await store.want([request("a"), request("b")])
        #expect(await eventually { box.ready.count == 2 })
        #expect(server.asked == ["https://a/b"])
    }
}
