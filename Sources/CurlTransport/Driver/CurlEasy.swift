import CCurl
import Cards
import Glibc

/// A libcurl easy handle with common settings: verified TLS 1.2 or later, HTTP only, no redirects by libcurl (which
/// does not know the origins that may receive our credentials), no signals, and the system's proxies. Used only on the
/// driver's thread.
final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var list: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?
    private var form: OpaquePointer?
    /// Nil if there is nothing to check: no policy and no TLS.
    private(set) var enforcer: PolicyEnforcer?

    init(_ configuration: CurlConfiguration, connectTimeout: Duration) throws(TransportError) {
        guard let handle = ccurl_easy_new() else { throw .libraryUnavailable("libcurl could not create a handle") }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try check(ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        // An identifier in a path may be "..".
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, connectTimeout.milliseconds)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, 6)  // CURL_SSLVERSION_TLSv1_2: the minimum version.
        // The kernel detects within 30 seconds that the server is unreachable, without a request and without work in
        // this process.
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_TCP_KEEPIDLE, 15)
        try set(CURLOPT_TCP_KEEPINTVL, 5)
        try set(CURLOPT_TCP_KEEPCNT, 3)
        // A proxy's response to CONNECT is not the server's response.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let file = configuration.authorityFile {
            try set(CURLOPT_CAINFO, file)
            // Otherwise, a changed file would not be read for a day. The result is ignored, because the option only
            // exists for TLS libraries with a cache.
            _ = ccurl_set_long(handle, CURLOPT_CA_CACHE_TIMEOUT, 0)
        }
    }

    deinit {
        ccurl_easy_free(handle)
        ccurl_list_free(list)
        ccurl_list_free(addresses)
        ccurl_form_free(form)
        errorText.deallocate()
    }

    /// Verifies the server's certificate and checks the policy, if any, before the request is sent.
    ///
    /// - Throws: ``TransportError/denied(_:)`` if the policy denies the request before connecting.
    func enforce(
        _ policy: RequestPolicy?, for kind: OutgoingRequest.Kind, to url: ServerURL
    ) throws(TransportError) {
        guard policy != nil || url.isSecure else { return }
        try PolicyEnforcer.checkBeforeRequest(url, kind, policy)
        let enforcer = PolicyEnforcer(policy, kind, url, of: self)
        self.enforcer = enforcer
        // A resumed TLS session has no certificate chain to check.
        if policy != nil { try set(CURLOPT_SSL_SESSIONID_CACHE, 0) }
        try check(
            ccurl_set_gate(
                handle,
                { context, _, _, _, _ in
                    guard let context else { return CURL_PREREQFUNC_ABORT }
                    let enforcer = Unmanaged<PolicyEnforcer>.fromOpaque(context).takeUnretainedValue()
                    return enforcer.checkCertificate() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                }, Unmanaged.passUnretained(enforcer).toOpaque()))
    }

    /// The public keys of the verified chain; nil if libcurl cannot provide them. Only valid within the enforcer.
    func chainKeys(atMost count: Int) -> [CertificatePin]? {
        var bytes = [UInt8](repeating: 0, count: count * CertificatePin.size)
        let found = Int(ccurl_chain_keys(handle, &bytes, CInt(count)))
        guard found >= 0 else { return nil }
        return (0..<found).compactMap { index in
            CertificatePin(sha256: Array(bytes[index * CertificatePin.size..<(index + 1) * CertificatePin.size]))
        }
    }

    /// Whether the server's certificate contains the host name in the required field; nil if libcurl does not report
    /// this. Only valid within the enforcer.
    var namesHost: Bool? {
        let answer = ccurl_names_host(handle)
        return answer < 0 ? nil : answer > 0
    }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(ccurl_set_long(handle, option, value))
    }

    func set(_ option: CURLoption, _ value: String) throws(TransportError) {
        try check(ccurl_set_string(handle, option, value))
    }

    /// Sets the headers of the request and disables libcurl's `Expect`, which costs a round trip.
    func setHeaders(_ headers: [HTTPHeader]) throws(TransportError) {
        for line in headers.map({ $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }) + ["Expect:"] {
            guard let longer = ccurl_list_append(list, line) else { throw .badRequest("out of memory") }
            list = longer
        }
        try check(ccurl_set_list(handle, CURLOPT_HTTPHEADER, list))
    }

    /// Connects to these addresses instead of resolving the host name.
    func setAddresses(_ texts: [String], of url: ServerURL) throws(TransportError) {
        let known = texts.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
        addresses = ccurl_list_append(nil, "\(url.host):\(url.port):\(known)")
        guard addresses != nil else { throw .badRequest("out of memory") }
        try check(ccurl_set_list(handle, CURLOPT_RESOLVE, addresses))
    }

    func setBody(_ body: [UInt8]) throws(TransportError) {
        try check(ccurl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count)))
        try check(body.withUnsafeBytes { ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) })
    }

    /// Sends a file as the only part of a form; the file must outlive the transfer.
    func setForm(_ file: FormFile) throws(TransportError) {
        let form = ccurl_form_new(
            handle, file.form.name, file.form.filename, file.form.contentType, Int64(file.form.size),
            { bytes, size, count, context in FormFile.read(bytes, size * count, context) },
            { context, offset, origin in FormFile.seek(context, Int(offset), origin) },
            Unmanaged.passUnretained(file).toOpaque())
        guard let form else { throw .badRequest("out of memory") }
        self.form = form
        // Uses a connection of its own: the kernel would buffer megabytes without showing whether the peer receives
        // them, and limiting the buffer would slow down a reused connection.
        try check(ccurl_limit_send_buffer(handle))
        try set(CURLOPT_FRESH_CONNECT, 1)
        try set(CURLOPT_FORBID_REUSE, 1)
        try check(ccurl_set_pointer(handle, CURLOPT_MIMEPOST, UnsafeRawPointer(form)))
    }

    /// A refused option is always an error: it may be essential for security.
    func check(_ code: CURLcode) throws(TransportError) {
        guard code == CURLE_OK else {
            throw .libraryUnavailable("libcurl refused an option: \(String(cString: ccurl_message(code)))")
        }
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    func string(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard ccurl_get_string(handle, info, &value) == CURLE_OK, let value else { return nil }
        return String(cString: value)
    }

    /// The connected socket, for poll only.
    var socket: curl_socket_t? {
        var socket: curl_socket_t = -1
        return ccurl_get_socket(handle, &socket) == CURLE_OK && socket >= 0 ? socket : nil
    }

    /// The error of a failed transfer, with libcurl's text for the log.
    func error(_ code: CURLcode) -> TransportError {
        if let problem = enforcer?.problem { return problem }
        // The text may contain the address of a proxy.
        let detail = String(cString: errorText).maskingPasswords
        return TransportError(
            code, detail.isEmpty ? String(cString: ccurl_message(code)) : detail,
            systemError: CInt(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)))
    }
}

extension TransportError {
    /// Classifies libcurl's hundred codes by how to react.
    /// - Parameter systemError: The `errno` of a failed connection; 0 if there is none.
    init(_ code: CURLcode, _ text: String, systemError: CInt = 0) {
        let text = Self.inWords(text)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .noNetwork(text)
        case CURLE_COULDNT_CONNECT where [ENETDOWN, ENETUNREACH, EHOSTUNREACH].contains(systemError):
            self = .noNetwork(text)
        case CURLE_COULDNT_CONNECT: self = .unreachable(text)
        case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP/0.9"): self = .notHTTP
        case CURLE_PARTIAL_FILE: self = .cutOff
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .badRequest(text)
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut(text)
        case CURLE_SSL_CONNECT_ERROR where Self.isBrokenConnection(text): self = .connection(text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_INITFAILED:
            self = .tls(TLSErrorText.of(text))
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self = .malformed(text)
        default: self = .connection(text)
        }
    }

    /// The message without details for developers, as in
    /// `Failed to connect to HOST port PORT after 3 ms: Could not connect to server`.
    private static func inWords(_ text: String) -> String {
        let begin = "Failed to connect to "
        guard text.hasPrefix(begin) else { return text }
        let place = text.dropFirst(begin.count).split(separator: " after ", maxSplits: 1).first ?? ""
        return "no connection to \(place.replacing(" port ", with: ", port "))"
    }

    /// An interrupted handshake says nothing about certificates and is temporary like any lost connection.
    private static func isBrokenConnection(_ text: String) -> Bool {
        ["SSL_ERROR_SYSCALL", "reset by peer", "unexpected eof"].contains { text.contains($0) }
    }
}

extension Duration {
    /// Whole milliseconds, at least 1: libcurl treats 0 as "no limit".
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
