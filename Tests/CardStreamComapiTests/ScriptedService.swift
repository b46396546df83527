import Basics
import Cards
import CurlTransport
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// A scripted service that responds to requests and records them.
final class ScriptedService: Sendable {
    struct RecordedRequest: Sendable, CustomStringConvertible {
        var method: String
        /// The part after `/apispaces/space`.
        var target: String
        var token: String?
        var ifMatch: String?
        var headers: [HTTPHeader]
        var body: JSONValue?

        var description: String { "\(method) \(target)" }
    }

    private struct State {
        var requests: [RecordedRequest] = []
        var responses: [(prefix: String, response: HTTPResponse)] = []
        var failures: [TransportError] = []
        var sessions = 0
        var sockets: [FakeSocket] = []
        var socketFailures: [TransportError] = []
        var waiting: [CheckedContinuation<FakeSocket, Never>] = []
    }

    private let state = Lock(State())
    let clock = TestClock()
    /// The lifetime of a session in seconds.
    let lifetime: Double

    init(lifetime: Double = 86_400) { self.lifetime = lifetime }

    /// The requests so far, without those that start sessions.
    var requests: [RecordedRequest] { allRequests.filter { !$0.target.hasPrefix("/sessions") } }
    var allRequests: [RecordedRequest] { state.withLock { $0.requests } }

    /// Sets the response to the next request with this prefix, for example "GET /profiles".
    func respond(to prefix: String, _ status: Int = 200, _ body: String = "{}", etag: String? = nil) {
        let headers = etag.map { [HTTPHeader("ETag", $0)] } ?? []
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        state.withLock { $0.responses.append((prefix, response)) }
    }

    /// Makes the next request fail without arriving.
    func fail(_ error: TransportError) { state.withLock { $0.failures.append(error) } }
    func failSocket(_ error: TransportError) { state.withLock { $0.socketFailures.append(error) } }

    /// Waits for the next socket that the client opens.
    func nextSocket() async -> FakeSocket {
        await withCheckedContinuation { continuation in
            let socket = state.withLock { state -> FakeSocket? in
                guard !state.sockets.isEmpty else {
                    state.waiting.append(continuation)
                    return nil
                }
                return state.sockets.removeFirst()
            }
            if let socket { continuation.resume(returning: socket) }
        }
    }

    func client(
        _ authenticator: any ComapiAuthenticator = FixedAuthenticator(),
        storage: any SessionStorage = MemorySessionStorage()
    ) -> ComapiClient {
        let space = ComapiSpace(
            id: "space", authenticator: authenticator, baseURL: "http://service.test", storage: storage,
            device: ComapiDevice(id: "device"))
        let clock = clock
        return ComapiClient(
            space, network: network,
            clock: SyncClock(
                now: { clock.now }, uptime: { clock.uptime }, sleep: { await clock.sleep(until: $0) }),
            random: { 1 })
    }

    private var network: ComapiNetwork {
        ComapiNetwork(
            send: { [self] request throws(TransportError) in try response(to: request) },
            openSocket: { [self] request throws(TransportError) in
                let result = state.withLock { state -> Result<FakeSocket, TransportError> in
                    if !state.socketFailures.isEmpty { return .failure(state.socketFailures.removeFirst()) }
                    let socket = FakeSocket(request)
                    if state.waiting.isEmpty {
                        state.sockets.append(socket)
                    } else {
                        state.waiting.removeFirst().resume(returning: socket)
                    }
                    return .success(socket)
                }
                return try result.get().connection
            })
    }

    private func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
        let header = { (name: String) in request.headers.first { $0.name == name }?.value }
        let path = request.url.dropFirst("http://service.test/apispaces/space".count)
        let recorded = RecordedRequest(
            method: request.method, target: String(path),
            token: header("Authorization").map { String($0.dropFirst(7)) },
            ifMatch: header("If-Match"), headers: request.headers,
            body: request.body.flatMap { try? JSONParser.parse($0) })
        let now = clock.now
        let result = state.withLock { state -> Result<HTTPResponse, TransportError> in
            state.requests.append(recorded)
            if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
            if let index = state.responses.firstIndex(where: { recorded.description.hasPrefix($0.prefix) }) {
                return .success(state.responses.remove(at: index).response)
            }
            switch recorded.description {
            case "GET /sessions/start":
                state.sessions += 1
                return .success(
                    .json(
                        #"{"authenticationId":"a\#(state.sessions)","nonce":"n\#(state.sessions)"}"#
                    ))
            case "POST /sessions":
                let end = now.addingTimeInterval(lifetime).rfc3339
                return .success(
                    .json(
                        """
                        {"token":"t\(state.sessions)","session":{"id":"s\(state.sessions)","profileId":"ana",
                        "isActive":true,"expiresOn":"\(end)"}}
                        """))
            default: return .success(HTTPResponse(status: 404, body: Array("nothing here".utf8)))
            }
        }
        return try result.get()
    }
}

/// A WebSocket whose other end is controlled by the test.
final class FakeSocket: Sendable {
    private typealias Reader = CheckedContinuation<Result<String?, TransportError>, Never>

    private struct State {
        var frames: [Result<String?, TransportError>] = []
        var reader: Reader?
    }

    let request: WebSocketRequest
    private let state = Lock(State())

    init(_ request: WebSocketRequest) { self.request = request }

    func send(_ frame: String) { deliver(.success(frame)) }
    func end(_ error: TransportError? = nil) { deliver(error.map { .failure($0) } ?? .success(nil)) }

    var connection: ComapiNetwork.Socket {
        ComapiNetwork.Socket(
            next: { () throws(TransportError) in try await self.next().get() }, send: { _ throws(TransportError) in },
            close: { self.end() })
    }

    private func next() async -> Result<String?, TransportError> {
        await withCheckedContinuation { (reader: Reader) in
            let frame = state.withLock { state -> Result<String?, TransportError>? in
                guard state.frames.isEmpty else { return state.frames.removeFirst() }
                state.reader = reader
                return nil
            }
            if let frame { reader.resume(returning: frame) }
        }
    }

    private func deliver(_ frame: Result<String?, TransportError>) {
        let reader = state.withLock { state -> Reader? in
            defer { state.reader = nil }
            if state.reader == nil { state.frames.append(frame) }
            return state.reader
        }
        reader?.resume(returning: frame)
    }
}

struct FixedAuthenticator: ComapiAuthenticator {
    func token(for challenge: AuthenticationChallenge) async throws -> String? { "jwt for \(challenge.nonce)" }
}

extension HTTPResponse {
    static func json(_ text: String) -> HTTPResponse { HTTPResponse(status: 200, body: Array(text.utf8)) }
}

extension JSONObject {
    init(parsing text: String) throws { self = try #require(JSONParser.parse(text).object) }
}
