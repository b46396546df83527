import FeedAPI
import FeedEngine
import FeedStorage
import FlyingSocks
import Glibc
import HTTPSockets
import Logging

import struct Foundation.Data
import struct Foundation.Date

/// An accepted connection. It serves consecutive requests, or a push session after an upgrade.
///
/// HTTP and WebSocket are parsed here, on the sockets of FlyingFox, because FlyingFox's own server reads heads of any
/// length at any speed, and accepts unmasked WebSocket frames of any announced size.
actor Connection {
    let socket: AsyncSocket
    let reader: SocketReader
    /// Waits for socket events.
    let pool: EventPool
    let routes: FeedRoutes
    let limits: ServerLimits
    let logger: Logger
    let watchdog = Watchdog()
    /// When the connection was accepted.
    let since = ContinuousClock.now
    /// Nil for the metrics address, whose own requests are not counted.
    private let metrics: ServerMetrics?
    /// Whether the server is stopping. If it is, the next response says that the connection closes. After any other
    /// response, a client may send another request.
    var isDraining: Bool
    /// Whether no request is in progress: before the first request, or between two. The connection can then be closed
    /// without harm.
    private var isIdle = true
    private var hasServed = false
    /// Whether a request is being received. A response to it can then still be written.
    private var isReading = false
    var session: PushSession?
    /// The push session to run after the request loop has returned; set by an upgrade.
    var pushing: (session: PushSession, viewer: Viewer, until: Date)?
    private var task: Task<Void, Never>?
    /// Reports an authenticated request on this connection. False if the connection was evicted.
    private let authenticate: @Sendable () async -> Bool
    private var isAuthenticated = false
    private var isEvicted = false
    /// Whether the connection was closed, possibly before it began to serve.
    private var isDisconnected = false
    private var isClosed = false

    init(
        _ socket: AsyncSocket, in pool: EventPool, routes: FeedRoutes, isDraining: Bool, logger: Logger,
        authenticate: @escaping @Sendable () async -> Bool
    ) {
        self.socket = socket
        self.pool = pool
        self.isDraining = isDraining
        self.authenticate = authenticate
        self.routes = routes
        limits = routes.service.limits
        metrics = routes.isForMetrics ? nil : routes.service.metrics
        self.logger = logger
        reader = SocketReader(socket)
    }

    /// Starts a task that serves until either side has finished, and then closes the socket. Returns immediately.
    ///
    /// - Parameter onEnd: Called when the connection has ended.
    func start(_ onEnd: @escaping @Sendable () async -> Void) {
        let task = Task {
            await serve()
            if let (session, viewer, until) = pushing { await push(session, of: viewer, until: until) }
            isClosed = true
            // Errors do not matter: they mean that the peer has already reset the connection.
            try? socket.close()
            await onEnd()
        }
        self.task = task
        if isDisconnected || isEvicted { task.cancel() }
    }

    /// Makes the next response the last one on this connection. Sends a close frame to a push client.
    func drain() async {
        isDraining = true
        await session?.close(code: 1001, reason: "the server is stopping")
    }

    /// Closes the connection if no request is in progress.
    ///
    /// - Parameter evenNew: Whether to close also a connection that has not served any request yet.
    func disconnectIfIdle(evenNew: Bool = true) { if isIdle, evenNew || hasServed { disconnect() } }

    var isPushing: Bool { session != nil }

    func disconnect() {
        isDisconnected = true
        task?.cancel()
        // Shut down the socket, so that the client notices at once, even if the current operation cannot be cancelled
        // now.
        if !isClosed, session != nil { shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
    }

    /// Closes this unauthenticated connection to make room for a later one.
    func evict() {
        isEvicted = true
        task?.cancel()
    }

    private enum Ending: Sendable {
        case done
        case tooSlow
    }

    private func serve() async {
        let ending = await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                await self.serveRequests()
                return .done
            }
            group.addTask { [watchdog] in
                await watchdog.watch()
                return .tooSlow
            }
            let first = await group.next() ?? .done
            group.cancelAll()
            return first
        }
        if isEvicted {
            // Between two requests, a connection may be closed without a response.
            if isReading { Refusal.write(Refusal.evicted, to: socket) }
        } else if case .tooSlow = ending, isReading, !Task.isCancelled {
            // Only one attempt: do not wait for a peer that does not read.
            let response = ServerResponse(
                Problem(.headersTooSlow, detail: "A request must arrive within \(Int(limits.headerSeconds)) seconds."))
            _ = try? socket.socket.write(Data(response.encoded(closing: true)), from: 0)
        }
    }

    private func serveRequests() async {
        do {
            // The first request of a new connection must arrive within the time limit for headers. If it does not, the
            // client gets an error response.
            isReading = true
            await watchdog.expect(within: limits.headerSeconds)
            try await reader.waitForByte()
            isIdle = false
            while try await serveNext(), !Task.isCancelled {
                (isIdle, hasServed) = (true, true)
                await watchdog.expect(within: limits.idleSeconds)
                try await reader.waitForByte()
                isIdle = false
                await watchdog.expect(within: limits.headerSeconds)
            }
        } catch {
            // The peer has disconnected, or this task was cancelled: no response can be delivered.
            logger.trace("connection ended")
        }
    }

    func respondAndClose(_ problem: Problem) async {
        isReading = false
        await watchdog.expect(within: 5)
        // The connection ends whether this succeeds or not.
        try? await socket.write(ServerResponse(problem).encoded(closing: true))
        // Tells the peer, before the socket is closed, that nothing follows.
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
        // Read the rest. If unread data remained, the kernel would reset the connection, and the response could be
        // lost.
        for _ in 0..<256 { if (try? await reader.read(count: 4096)) == nil { return } }
    }

    /// Serves one request. Returns whether another one may follow.
    private func serveNext() async throws -> Bool {
        // The id for the response to a request that cannot be parsed.
        let id = RequestID.random()
        isReading = true
        let head: HTTPHead
        do {
            let bytes = try await reader.readHead(limit: limits.headerBytes)
            await watchdog.expect(within: limits.idleSeconds)
            head = try HTTPHead(feed: bytes)
        } catch {
            guard !isEvicted, let problem = Self.problem(error) else { throw error }
            await RequestID.$current.withValue(id) { await respondAndClose(problem) }
            return false
        }
        return try await RequestID.$current.withValue(RequestID.given(head) ?? id) {
            do { return try await serve(head) } catch let error as StreamError {
                await respondAndClose(Self.problem(error) ?? Problem(.malformedRequest))
                return false
            }
        }
    }

    /// The problem to report to the client; nil if the connection has ended.
    private static func problem(_ error: any Error) -> Problem? {
        switch error {
        case StreamError.tooLarge: Problem(.tooLarge, detail: "The request or its headers are too large.")
        case StreamError.malformed:
            Problem(
                .malformedRequest,
                detail:
                    "The request does not follow RFC 9112: lines must end in CR LF, and chunk sizes must be hexadecimal."
            )
        default: error as? Problem
        }
    }

    private func serve(_ head: HTTPHead) async throws -> Bool {
        let start = ContinuousClock.now
        let request: FeedRoutes.AuthorizedRequest
        let framing: HTTPHead.Framing
        do throws(Problem) {
            framing = try head.feedFraming()
            request = try await routes.authorize(head, from: ConnectionOrigin(socket.socket))
            // Authenticate before the body is read, so that a slow upload is not evicted as an unauthenticated
            // connection.
            if request.identity != nil, !isAuthenticated {
                guard await authenticate() else {
                    isEvicted = true
                    throw Refusal.evicted
                }
                isAuthenticated = true
            }
            if case .length(let length) = framing, length > request.bodyLimit {
                throw Problem(
                    .tooLarge, detail: "At this address the body can have at most \(request.bodyLimit) bytes.")
            }
        } catch {
            guard !isEvicted else { return false }
            record(.other, head, error.status, since: start)
            await respondAndClose(error)
            return false
        }
        if head.isHTTP11, head["expect"]?.lowercased() == "100-continue" {
            try await socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        if case .upload(let target) = request.route, case .viewer(let viewer, _) = request.identity {
            return try await receiveUpload(target, viewer, head: head, framing: framing, limit: request.bodyLimit)
        }
        let body =
            switch framing {
            case .length(let length): try await reader.read(count: length)
            case .chunked: try await reader.readChunks(limit: request.bodyLimit)
            }
        isReading = false
        if request.route == .socket, case .viewer(let viewer, let until) = request.identity {
            return try await upgrade(request, viewer: viewer, until: until)
        }
        await watchdog.relax()
        let response =
            request.waits ? await waitForResponse(to: request, body) : await routes.respond(to: request, body: body)
        record(RouteGroup(request.route), head, response.status, since: request.waits ? nil : start)
        await watchdog.expect(within: limits.idleSeconds)
        return try await send(response, to: head)
    }

    /// Counts and logs a response.
    ///
    /// - Parameter start: When the request arrived; nil for a request that waits, so that its duration is not recorded.
    func record(_ group: RouteGroup, _ head: HTTPHead, _ status: Int, since start: ContinuousClock.Instant?) {
        metrics?.countResponse(group, status: status, since: start)
        let level: Logger.Level = status >= 500 && status != 503 ? .error : .debug
        logger.log(
            level: level, level == .error ? "request failed" : "answered",
            metadata: [
                "method": "\(head.method)", "path": "\(head.target.prefix { $0 != "?" })", "status": "\(status)",
            ])
    }

    /// Sends a response. Returns whether another request may follow.
    private func send(_ response: ServerResponse, to head: HTTPHead) async throws -> Bool {
        let closes = !head.keepsAlive || isDraining
        do {
            try await socket.write(response.encoded(closing: closes))
            if let file = response.file { try await send(file.content, size: file.size) }
        } catch {
            await response.file?.content.close()
            throw error
        }
        await response.file?.content.close()
        return !closes
    }

    private func send(_ content: any FileContent, size: Int) async throws {
        var left = size
        while left > 0 {
            let piece = try await content.read(atMost: min(left, Self.pieceBytes))
            left -= piece.count
            await watchdog.expect(within: limits.idleSeconds)
            try await socket.write(piece)
        }
    }

    // MARK: Files

    private static let pieceBytes = 64 * 1024

    /// Receives an uploaded file. There is no limit on the duration as long as bytes arrive.
    private func receiveUpload(
        _ target: UploadTarget, _ viewer: Viewer, head: HTTPHead, framing: HTTPHead.Framing, limit: Int
    ) async throws -> Bool {
        var body = BodyReader(reader, framing: framing, limit: limit)
        var received = 0
        var length: Int?
        if case .length(let count) = framing { length = count }
        let start = ContinuousClock.now
        let response: ServerResponse
        do {
            response = try await routes.respondToUpload(target, viewer, head: head, length: length) {
                let piece = try await body.next()
                received += piece?.count ?? 0
                if received >= Self.pieceBytes {
                    received = 0
                    await self.watchdog.expect(within: self.limits.idleSeconds)
                }
                return piece
            }
        } catch let problem as Problem {
            record(.upload, head, problem.status, since: start)
            await respondAndClose(problem)
            return false
        }
        isReading = false
        record(.upload, head, response.status, since: start)
        return try await send(response, to: head)
    }
}
