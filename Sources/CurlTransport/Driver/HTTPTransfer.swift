import CCurl
import Cards

/// An HTTP request in progress: collects what libcurl delivers, within the limits. Used on the driver's thread only;
/// libcurl holds its address while the handle is in the multi handle.
final class HTTPTransfer {
    static let maxRedirects = 3
    static let maxHeadBytes = 64 << 10

    let easy: CurlEasy
    private let request: HTTPRequest
    private let file: FormFile?
    private var url: ServerURL
    private var redirects = 0
    private var response = HTTPResponse(status: 0)
    private var headBytes = 0
    /// The reason why a callback stopped the transfer.
    private var stopped: TransportError?

    init(
        _ request: HTTPRequest, _ configuration: CurlConfiguration, onProgress: CurlCommand.Progress? = nil
    ) throws(TransportError) {
        self.request = request
        guard let url = ServerURL(request.url) else {
            throw .badRequest("\"\(request.url.maskingPasswords)\" is not an http(s) address")
        }
        if let header = request.headers.first(where: { !$0.isSendable }) {
            throw .badRequest("the header \(header.name) cannot be sent: it contains control characters")
        }
        self.url = url
        if let form = request.form { file = try FormFile(form, onProgress: onProgress) } else { file = nil }
        let limits = request.limits
        easy = try CurlEasy(configuration, connectTimeout: limits.connectTimeout)
        try easy.enforce(configuration.policy, for: .http, to: url)
        try easy.set(CURLOPT_URL, url.description)
        try easy.set(CURLOPT_TIMEOUT_MS, limits.totalTimeout.milliseconds)
        try easy.set(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeedBytesPerSecond)
        try easy.set(CURLOPT_LOW_SPEED_TIME, max(1, limits.lowSpeedTime.milliseconds / 1000))
        if !request.mayRepeat { try easy.set(CURLOPT_FRESH_CONNECT, 1) }
        if let file { try easy.setForm(file) }
        switch (request.method, request.body) {
        case ("GET", nil): break
        case ("HEAD", nil): try easy.set(CURLOPT_NOBODY, 1)
        case (let method, let body):
            if let body { try easy.setBody(body) }
            try easy.set(CURLOPT_CUSTOMREQUEST, method)
        }
        try easy.setHeaders(request.headers)
        if !request.addresses.isEmpty { try easy.setAddresses(request.addresses, of: url) }
        let this = Unmanaged.passUnretained(self).toOpaque()
        try easy.check(ccurl_set_pointer(easy.handle, CURLOPT_WRITEDATA, this))
        try easy.check(ccurl_set_pointer(easy.handle, CURLOPT_HEADERDATA, this))
        try easy.check(
            ccurl_set_function(easy.handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                HTTPTransfer.deliver(bytes, size * count, context) { $0.receiveBody($1) }
            })
        try easy.check(
            ccurl_set_function(easy.handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                HTTPTransfer.deliver(bytes, size * count, context) { $0.receiveHeader($1) }
            })
    }

    /// Called by libcurl. Any return value other than `count` stops the transfer.
    private static func deliver(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        to receive: (HTTPTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
        return receive(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
    }

    /// The maximum duration without progress in the transfer of a file.
    var stallLimit: Duration { request.limits.lowSpeedTime }

    /// The time at which a stalled transfer of a file is aborted. libcurl's own speed limit (in 8.14) does not detect a
    /// peer that stops reading.
    var stallDeadline: ContinuousClock.Instant? { file.map { $0.lastMove + request.limits.lowSpeedTime } }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        file?.touch()
        guard response.body.count + bytes.count <= request.limits.maxResponseBytes else {
            stopped = .tooLarge(limit: request.limits.maxResponseBytes)
            return false
        }
        response.body.append(contentsOf: bytes)
        return true
    }

    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headBytes += bytes.count
        guard headBytes <= Self.maxHeadBytes else {
            stopped = .malformed("the response's headers are longer than \(Self.maxHeadBytes) bytes")
            return false
        }
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        if line.hasPrefix("HTTP/") {
            // A new head follows an interim response.
            response.headers = []
        } else if let header = HTTPHead.parseHeader(line) {
            response.headers.append(header)
        }
        return true
    }

    /// The result of the transfer; nil if it restarts at the address of a redirect.
    func finish(_ code: CURLcode) -> Result<HTTPResponse, TransportError>? {
        if let stopped = stopped ?? file?.problem { return .failure(stopped) }
        guard code == CURLE_OK else { return .failure(described(easy.error(code))) }
        response.status = easy.long(CURLINFO_RESPONSE_CODE)
        guard response.status >= 100 else { return .failure(.malformed("the response is not HTTP")) }
        guard [301, 302, 303, 307, 308].contains(response.status), !request.returnsRedirects else {
            return .success(response)
        }
        return redirect()
    }

    /// Adjusts errors of requests with effects, because callers that must not repeat an action rely on the kind of
    /// error: an error which means that nothing was sent must be certain. libcurl repeats a request from a dead reused
    /// connection on a new connection, which may fail as well.
    private func described(_ error: TransportError, mayHaveBeenSent: Bool = false) -> TransportError {
        guard request.method != "GET", request.method != "HEAD" else { return error }
        let mayHaveBeenSent = mayHaveBeenSent || redirects > 0 || easy.long(CURLINFO_REQUEST_SIZE) > 0
        return switch error {
        case .noNetwork(let text), .hostNotFound(let text), .unreachable(let text), .tls(let text), .denied(let text):
            mayHaveBeenSent ? .connection(text) : error
        case .timedOut(let text): mayHaveBeenSent ? error : .unreachable(text)
        default: error
        }
    }

    private func redirect() -> Result<HTTPResponse, TransportError>? {
        guard let target = easy.string(CURLINFO_REDIRECT_URL).flatMap(ServerURL.init) else {
            return .failure(.malformed("a redirect to an address that is not http(s)"))
        }
        let keepsMethod = request.method == "GET" || response.status == 307 || response.status == 308
        guard request.followsRedirects, target.origin == url.origin, keepsMethod else {
            return .failure(.redirected(to: target.description))
        }
        redirects += 1
        guard redirects <= Self.maxRedirects else {
            return .failure(.malformed("more than \(Self.maxRedirects) redirects"))
        }
        do throws(TransportError) {
            try easy.enforcer?.follow(to: target)
            try easy.set(CURLOPT_URL, target.description)
        } catch { return .failure(described(error, mayHaveBeenSent: true)) }
        url = target
        response = HTTPResponse(status: 0)
        headBytes = 0
        return nil
    }
}
