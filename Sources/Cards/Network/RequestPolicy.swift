/// Decides which servers may be contacted, and which keys they must have.
///
/// The policy is asked before every request (including redirects), and again for `https` and `wss` after the server's
/// certificate has been verified and before any part of the request is sent. It is called on the network's thread, so a
/// slow policy delays all requests. Without a policy every request is allowed.
public struct RequestPolicy: Sendable {
    private let decide: @Sendable (OutgoingRequest) -> RequestDecision

    /// - Parameter decide: Called on the network's thread; must not block.
    public init(_ decide: @escaping @Sendable (OutgoingRequest) -> RequestDecision) { self.decide = decide }

    /// The first rule whose host matches decides; requests that match no rule are allowed. End with a rule that denies
    /// `*` to allow only named hosts.
    public init(_ rules: [RequestRule]) {
        self.init { request in rules.first { $0.host.matches(request.host) }?.decision ?? .allow }
    }

    /// The policy's decision on a request.
    public func decision(for request: OutgoingRequest) -> RequestDecision { decide(request) }

    /// The verdict on a request, with pins limited to HTTPS.
    package func verdict(on request: OutgoingRequest) -> RequestVerdict {
        switch decide(request) {
        case .allow: .allow
        case .deny: .deny("the network policy denies \(request.host)")
        case .allowPinned where request.kind == .webSocket:
            .deny("the network policy has pins for \(request.host), but WebSockets do not support pins")
        case .allowPinned where !request.isSecure:
            .deny("the network policy has pins for \(request.host), but pins need https")
        case .allowPinned(let pins): .check(pins)
        }
    }
}

/// A rule of a policy.
public struct RequestRule: Hashable, Sendable, CustomStringConvertible {
    /// The hosts that the rule applies to.
    public var host: HostPattern
    /// The decision for requests to these hosts.
    public var decision: RequestDecision

    /// Creates an instance with these properties.
    public init(host: HostPattern, _ decision: RequestDecision) {
        self.host = host
        self.decision = decision
    }

    /// A short description for people.
    public var description: String {
        switch decision {
        case .allow: "\(host) is allowed"
        case .deny: "\(host) is denied"
        case .allowPinned(let pins) where pins.count == 1: "\(host) is allowed with a pin"
        case .allowPinned(let pins): "\(host) is allowed with one of \(pins.count) pins"
        }
    }
}

/// A policy's decision on a request.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RequestDecision: Hashable, Sendable {
    /// The request is sent, after the usual verification of the server.
    case allow
    /// The request fails and nothing is sent. A denied WebSocket is replaced by polling over HTTP.
    case deny
    /// The request is sent if a certificate of the server's verified chain has one of these keys; never with an empty
    /// set. For HTTPS only: plain and WebSocket requests are denied.
    case allowPinned(Set<CertificatePin>)
}

/// The verdict on a request.
package enum RequestVerdict: Hashable, Sendable {
    case allow
    case check(Set<CertificatePin>)
    /// The request is denied; the text says why, for the user.
    case deny(String)
}

/// A request that is about to be sent, as passed to a policy.
public struct OutgoingRequest: Hashable, Sendable {
    /// The protocol of a request.
    public enum Kind: Hashable, Sendable { case http, webSocket }

    /// The stage of a request.
    public enum Stage: Hashable, Sendable {
        /// Before anything, including name resolution.
        case beforeRequest
        /// The connection is open and the server's certificate verified; nothing of the request has been sent.
        case certificateValidation
    }

    /// The protocol.
    public var kind: Kind
    /// The stage.
    public var stage: Stage
    /// The whole URL with `https`, `http`, `wss` or `ws`. It never contains credentials.
    public var url: String
    /// The host in lower case; IPv6 addresses have brackets.
    public var host: String
    /// The port, including default ports.
    public var port: Int
    /// Whether the connection uses TLS.
    public var isSecure: Bool

    /// Creates an instance with these properties.
    public init(kind: Kind, stage: Stage, url: String, host: String, port: Int, isSecure: Bool) {
        self.kind = kind
        self.stage = stage
        self.url = url
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }
}
