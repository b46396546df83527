import Basics
import Cards
import Glibc

/// Tells a misspelt host from a missing network, which libcurl gives the same error.
enum HostLookup {
    /// Asks the system's resolver once more, on a thread of its own: it blocks.
    ///
    /// - Returns: the error to tell: a name server that answers "no such name" is there, and so is a network.
    static func explain(_ error: TransportError, url: String) async -> TransportError {
        guard case .noNetwork = error, let host = ServerURL(url)?.host else { return error }
        let code = await Blocking.run { lookUp(host) }
        return isKnownMissing(code) ? .hostNotFound(host) : error
    }

    /// Whether a resolver's code is an answer rather than the lack of one.
    static func isKnownMissing(_ code: CInt) -> Bool { code == EAI_NONAME || code == noData }

    /// `EAI_NODATA`, which glibc hides: the name is known, but has no address.
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
