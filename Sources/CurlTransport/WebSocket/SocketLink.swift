import CCurl
import Cards

/// A WebSocket connection on the driver's thread: transfers bytes between libcurl and a ``WebSocketMachine``.
///
/// libcurl makes the connection (names, proxies, TLS) and then only transfers bytes (`CURLOPT_CONNECT_ONLY`). Each link
/// has its own multi handle: libcurl regards such a connection as idle, and drops idle connections with unread input
/// from a multi handle's cache whenever another transfer starts there.
final class SocketLink {
    typealias Instant = ContinuousClock.Instant
    typealias Sent = CheckedContinuation<Result<Void, TransportError>, Never>

    private let easy: CurlEasy
    private let multi: UnsafeMutableRawPointer
    private let request: WebSocketRequest
    private let url: ServerURL
    private let inbox: WebSocketInbox
    private var machine: WebSocketMachine?
    private var socket: curl_socket_t?
    /// The bytes being written. They must not change until all are written, because TLS requires repeated calls with
    /// the same bytes at the same address.
    private var current: WebSocketMachine.Output?
    private var written = 0
    private var waitsToWrite = false
    /// Whether there may be input that poll does not report, because it is buffered in libcurl.
    private(set) var isReadable = false
    private var isPaused = false
    /// The index of its socket among the descriptors to wait for; nil if it is not among them.
    private var place: Int?
    private var senders: [UInt64: Sent] = [:]
    private var nextToken: UInt64 = 0
    private(set) var isFinished = false

    init(
        _ request: WebSocketRequest, _ inbox: WebSocketInbox, _ configuration: CurlConfiguration
    ) throws(TransportError) {
        self.request = request
        self.inbox = inbox
        guard let url = ServerURL(request.url) else {
            throw .badRequest("\"\(request.url.maskingPasswords)\" is not a ws(s) address")
        }
        self.url = url
        // Before connecting.
        try WebSocketHandshake.check(request.headers)
        easy = try CurlEasy(configuration, connectTimeout: request.limits.connectTimeout)
        try easy.enforce(configuration.policy, for: .webSocket, to: url)
        try easy.set(CURLOPT_URL, url.description)
        try easy.set(CURLOPT_CONNECT_ONLY, 1)
        try easy.set(CURLOPT_HTTP_VERSION, 2)  // CURL_HTTP_VERSION_1_1: HTTP/2 has no upgrade.
        try easy.set(CURLOPT_HTTPPROXYTUNNEL, 1)
        guard let multi = ccurl_multi_new() else { throw .libraryUnavailable("libcurl could not create a handle") }
        self.multi = multi
        ccurl_multi_add(multi, easy.handle)
    }

    deinit {
        ccurl_multi_remove(multi, easy.handle)
        ccurl_multi_free(multi)
    }

    // MARK: - Commands

    func send(_ message: WebSocketMessage, _ sent: Sent) {
        nextToken += 1
        guard machine?.send(message, token: nextToken) == true else {
            return sent.resume(returning: .failure(.connection("the connection is not open")))
        }
        senders[nextToken] = sent
    }

    func close(code: Int, reason: String, at now: Instant) {
        guard machine != nil else { return finish(.cancelled) }
        machine?.close(code: code, reason: reason, at: now)
    }

    func resume(at now: Instant) {
        isPaused = false
        machine?.resume(at: now)
    }

    /// Drops the connection without a closing handshake.
    func finish(_ error: TransportError?) {
        isFinished = true
        inbox.end(error)
        for sent in senders.values {
            sent.resume(
                returning: .failure(error ?? .connection("the connection was closed before the message was sent")))
        }
        senders = [:]
    }

    // MARK: - Waiting

    /// Appends the descriptors to wait for to `entries` and returns the longest wait in milliseconds, or nil.
    func interest(_ entries: inout [curl_waitfd], at now: Instant) -> Int? {
        place = nil
        guard let machine, let socket else {
            var milliseconds = -1
            let capacity = 16
            let found = [curl_waitfd](unsafeUninitializedCapacity: capacity) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                count = Int(ccurl_multi_interest(multi, base, UInt32(capacity), &milliseconds))
            }
            entries += found
            return milliseconds < 0 ? nil : milliseconds
        }
        var events: Int32 = 0
        if !isPaused { events |= CURL_WAIT_POLLIN }
        if waitsToWrite { events |= CURL_WAIT_POLLOUT }
        if events != 0 {
            place = entries.count
            entries.append(curl_waitfd(fd: socket, events: Int16(events), revents: 0))
        }
        if isReadable, !isPaused { return 0 }
        return machine.deadline.map { $0 <= now ? 0 : now.duration(to: $0).milliseconds }
    }

    /// Handles the results of poll for this link's descriptors.
    func polled(_ entries: [curl_waitfd]) {
        guard let place else { return }
        let entry = entries[place]
        // All events except "writable" are handled by reading: data, the end, or an error.
        if Int32(entry.revents) & ~CURL_WAIT_POLLOUT != 0 { isReadable = true }
        if Int32(entry.revents) & CURL_WAIT_POLLOUT != 0 { waitsToWrite = false }
    }

    // MARK: - Moving bytes

    /// Does everything that is possible without waiting, but limits the work of one call, so that other links get their
    /// turn.
    func turn(_ buffer: UnsafeMutableRawBufferPointer, at now: Instant) {
        guard !isFinished else { return }
        if machine == nil { connect(at: now) }
        guard machine != nil, !isFinished else { return }
        read(into: buffer, at: now)
        machine?.tick(now)
        deliver()
        if let problem = write() {
            // The peer's last bytes, such as a close frame, can still be read.
            isReadable = true
            read(into: buffer, at: now)
            machine?.receiveEnd(problem)
            deliver()
        }
        if machine?.isFinished == true { finish(nil) }
    }

    private func connect(at now: Instant) {
        ccurl_multi_perform(multi)
        var done: UnsafeMutableRawPointer?
        var code = CURLE_OK
        guard ccurl_multi_next_done(multi, &done, &code) else { return }
        guard code == CURLE_OK else { return finish(easy.error(code)) }
        guard let socket = easy.socket else { return finish(.connection("libcurl has no socket for the connection")) }
        self.socket = socket
        var generator = SystemRandomNumberGenerator()
        let nonce = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        do throws(TransportError) {
            machine = try WebSocketMachine(
                url: url, headers: request.headers, limits: request.limits, nonce: nonce, now: now)
        } catch { finish(error) }
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer, at now: Instant) {
        guard let base = buffer.baseAddress else { return }
        for _ in 0..<8 where isReadable && !isPaused {
            var count = 0
            let code = ccurl_receive(easy.handle, base, buffer.count, &count)
            switch code {
            case CURLE_OK where count > 0:
                machine?.receive(UnsafeRawBufferPointer(start: base, count: count), at: now)
                deliver()
            case CURLE_AGAIN: isReadable = false
            default:
                isReadable = false
                machine?.receiveEnd(code == CURLE_OK ? nil : easy.error(code))
                deliver()
                if machine?.isFinished == true { return }
            }
        }
    }

    private func deliver() {
        for event in machine?.takeEvents() ?? [] {
            switch event {
            case .opened: inbox.opened()
            case .ended(let error): inbox.end(error)
            case .message(let message):
                if !inbox.deliver(message), !isPaused {
                    isPaused = true
                    machine?.pause()
                }
            }
        }
    }

    /// Writes until nothing is left or the kernel accepts no more. Returns the error if writing is no longer possible.
    private func write() -> TransportError? {
        while !waitsToWrite {
            if current == nil {
                current = machine?.takeOutput()
                written = 0
            }
            guard let output = current else { return nil }
            var count = 0
            let code = output.bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return CURLE_OK }
                return ccurl_send(easy.handle, base + written, bytes.count - written, &count)
            }
            switch code {
            case CURLE_OK: written += count
            case CURLE_AGAIN: waitsToWrite = true
            default: return easy.error(code)
            }
            if written == output.bytes.count {
                current = nil
                if let token = output.token { senders.removeValue(forKey: token)?.resume(returning: .success(())) }
            }
        }
        return nil
    }
}
