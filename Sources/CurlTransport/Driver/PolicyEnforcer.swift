import CCurl
import Cards

/// Verifies the server's certificate, and checks the requests of one handle against the policy. Used only on the
/// driver's thread; libcurl holds its address as long as the handle exists.
final class PolicyEnforcer {
    /// The maximum number of certificates read from a chain; OpenSSL accepts fewer.
    private static let maxChain = 32

    private let policy: RequestPolicy?
    private let kind: OutgoingRequest.Kind
    private unowned let easy: CurlEasy
    private var url: ServerURL
    /// The reason why the request was stopped when the certificate was checked.
    private(set) var problem: TransportError?

    init(_ policy: RequestPolicy?, _ kind: OutgoingRequest.Kind, _ url: ServerURL, of easy: CurlEasy) {
        self.policy = policy
        self.kind = kind
        self.url = url
        self.easy = easy
    }

    /// Checks the policy before the request starts.
    /// - Throws: ``TransportError/denied(_:)`` if the policy denies the request.
    static func checkBeforeRequest(_ url: ServerURL, _ kind: OutgoingRequest.Kind, _ policy: RequestPolicy?)
        throws(TransportError)
    {
        guard case .deny(let reason)? = policy?.verdict(on: request(url, kind, .beforeRequest)) else { return }
        throw .denied(reason)
    }

    /// Called before the handle follows a redirect.
    func follow(to url: ServerURL) throws(TransportError) {
        try Self.checkBeforeRequest(url, kind, policy)
        self.url = url
    }

    /// Called when libcurl is about to send the request over a verified connection.
    func checkCertificate() -> Bool {
        guard url.isSecure else { return true }
        // If libcurl does not report this, its own verification applies.
        if easy.namesHost == false {
            problem = .tls(TLSErrorText.noHost)
            return false
        }
        guard let policy else { return true }
        switch policy.verdict(on: Self.request(url, kind, .certificateValidation)) {
        case .allow: return true
        case .deny(let reason): problem = .denied(reason)
        case .check(let pins):
            guard let keys = easy.chainKeys(atMost: Self.maxChain) else {
                problem = .denied("the pins for \(url.host) cannot be checked: a check needs a libcurl with OpenSSL")
                break
            }
            if keys.contains(where: pins.contains) { return true }
            problem = .denied(
                "none of the keys pinned for \(url.host) is in the server's certificate chain: the server's "
                    + "keys have changed, or the connection is intercepted")
        }
        return false
    }

    private static func request(
        _ url: ServerURL, _ kind: OutgoingRequest.Kind, _ stage: OutgoingRequest.Stage
    ) -> OutgoingRequest {
        let scheme =
            switch kind {
            case .http: url.scheme
            case .webSocket: url.isSecure ? "wss" : "ws"
            }
        return OutgoingRequest(
            kind: kind, stage: stage, url: "\(scheme)://\(url.authority)\(url.target)", host: url.host, port: url.port,
            isSecure: url.isSecure)
    }
}
