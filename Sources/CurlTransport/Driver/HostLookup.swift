import Basics
import Cards
import Glibc

/// Distinguishes an unknown host from a missing network, for which libcurl reports the same error.
enum HostLookup {
    /// The callers that wait for the result for a host.
    private static let waiting = Lock<[String: [CheckedContinuation<CInt, Never>]]>([:])

    /// Asks the system's resolver again, on a separate thread because it blocks. All requests to the same host that
    /// fail during this time get the same result.
    ///
    /// - Returns: The precise error: if the resolver reports that the name does not exist, the network works.
    static func explain(_ error: TransportError, url: String) async -> TransportError {
        guard case .noNetwork = error, let host = ServerURL(url)?.host else { return error }
        let code = await withCheckedContinuation { (done: CheckedContinuation<CInt, Never>) in
            let isFirst = waiting.withLock { waiting in
                waiting[host, default: []].append(done)
                return waiting[host]?.count == 1
            }
            guard isFirst else { return }
            Blocking.start {
                let code = lookUp(host)
                for done in waiting.withLock({ $0.removeValue(forKey: host) ?? [] }) { done.resume(returning: code) }
            }
        }
        return isKnownMissing(code) ? .hostNotFound(host) : error
    }

    /// Whether a resolver's code is a negative result rather than a failure to get a result.
    static func isKnownMissing(_ code: CInt) -> Bool { code == EAI_NONAME || code == noData }

    /// `EAI_NODATA`, which glibc does not declare: the name exists but has no address.
    private static let noData: CInt = -5

    private static func lookUp(_ host: String) -> CInt {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &found)
        if let found { freeaddrinfo(found) }
        return code
    }
}
