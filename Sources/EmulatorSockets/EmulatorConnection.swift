package import EmulatorHTTP
package import FlyingSocks
package import HTTPSockets

/// A connection of a client to an emulator. It serves requests one after another, until an upgrade turns it into
/// another protocol.
package struct EmulatorConnection: Sendable {
    /// The greatest size of a request's head in bytes.
    package static let headLimit = 64 << 10
    /// The greatest size of a request's body in bytes. A body can contain a file in base64.
    package static let bodyLimit = 32 << 20

    /// The result of a request to upgrade to a WebSocket.
    package enum Upgraded: Sendable {
        /// The service refuses the upgrade. The connection continues with requests.
        case refused(EmulatorResponse)
        /// The connection was a WebSocket, which has ended.
        case served
    }

    /// Returns the response to a request.
    package typealias Handler = @Sendable (EmulatorRequest) async -> EmulatorResponse
    /// Completes the handshake and serves the WebSocket.
    package typealias Upgrade =
        @Sendable (EmulatorRequest, WebSocketHandshake, EmulatorConnection) async throws -> Upgraded

    package let socket: AsyncSocket
    package let reader: SocketReader
    private let handler: Handler
    private let upgrade: Upgrade?

    /// - Parameter upgrade: Nil for a service without WebSockets. It treats a handshake like any other request.
    package init(_ socket: AsyncSocket, upgrade: Upgrade? = nil, handler: @escaping Handler) {
        self.socket = socket
        self.handler = handler
        self.upgrade = upgrade
        reader = SocketReader(socket)
    }

    /// Serves requests until either side closes the connection.
    package func run() async {
        do {
            while try await serveRequest() {}
        } catch {
            // The client has disconnected, or the server is closing: no response can be delivered.
        }
    }

    /// Serves one request. Returns whether another one may follow.
    private func serveRequest() async throws -> Bool {
        let head: HTTPHead
        let request: EmulatorRequest
        do {
            head = try HTTPHead(try await reader.readHead(limit: Self.headLimit))
            request = EmulatorRequest(
                head.method, head.target, headers: head.headers.map { EmulatorHeader($0.name, $0.value) },
                body: try await body(of: head))
        } catch StreamError.tooLarge {
            return try await refuse(413, "The request is too large.")
        } catch StreamError.malformed {
            return try await refuse(400, "The request is not HTTP.")
        } catch let malformed as HTTPHead.Malformed {
            return try await refuse(400, malformed.description)
        }
        guard let upgrade, let handshake = WebSocketHandshake(head) else {
            return try await send(await handler(request), closing: !head.keepsAlive)
        }
        switch try await upgrade(request, handshake, self) {
        case .refused(let response): return try await send(response, closing: !head.keepsAlive)
        case .served: return false
        }
    }

    private func body(of head: HTTPHead) async throws -> [UInt8] {
        switch try head.framing() {
        case .length(let length):
            guard length <= Self.bodyLimit else { throw StreamError.tooLarge }
            return try await reader.read(count: length)
        case .chunked: return try await reader.readChunks(limit: Self.bodyLimit)
        }
    }

    private func refuse(_ status: Int, _ sentence: String) async throws -> Bool {
        try await send(.text(sentence, status: status), closing: true)
    }

    /// Sends as much of a response as its `transfer` allows. Returns whether another request may follow.
    private func send(_ response: EmulatorResponse, closing: Bool) async throws -> Bool {
        let head = HTTPResponseHead(
            status: response.status, headers: response.headers.map { ($0.name, $0.value) }, length: response.body.count)
        let isWhole = response.transfer == .whole
        let bytes = head.encoded(closing: closing || !isWhole)
        switch response.transfer {
        case .whole: try await socket.write(bytes + response.body)
        case .cut(let count): try await socket.write(bytes + response.body.prefix(count))
        case .lost: break
        }
        return isWhole && !closing
    }
}
