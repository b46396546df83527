/// Decides which servers are talked to, and which keys they must show.
///
/// It is asked before every request (also one that a redirect leads to), and once more for `https` and `wss` when the
/// server's certificate has been found valid, before a byte of the request leaves. It is asked on the network's own thread:
/// whoever takes long holds up all requests. Without a policy every request is allowed.
public struct RequestPolicy: Sendable {
    private let decide: @Sendable (OutgoingRequest) -> RequestDecision

    /// - Parameter decide: From the network's own thread; must not wait.
    public init(_ decide: @escaping @Sendable (OutgoingRequest) -> RequestDecision) { self.decide = decide }

    /// The first rule whose host matches decides; what none matches is allowed. End with a rule that denies `*` to allow
    /// nothing but what is named.
    public init(_ rules: [RequestRule]) {
        self.init { request in rules.first { $0.host.matches(request.host) }?.decision ?? .allow }
    }

    /// What the policy says of a request.
    public func decision(for request: OutgoingRequest) -> RequestDecision { decide(request) }

    /// What is done about a request, with the limits of pins: they are for HTTPS only.
    package func verdict(on request: OutgoingRequest) -> RequestVerdict {
        switch decide(request) {
        case .allow: .allow
        case .deny: .deny("the request policy denies \(request.host)")
        case .allowPinned where request.kind == .webSocket:
            .deny("the request policy has pins for \(request.host), which a WebSocket cannot have")
        case .allowPinned where !request.isSecure:
            .deny("the request policy has pins for \(request.host), which need https")
        case .allowPinned(let pins): .check(pins)
        }
    }
}

/// One line of a policy.
public struct RequestRule: Hashable, Sendable, CustomStringConvertible {
    /// The hosts it is for.
    public var host: HostPattern
    /// What is done about requests to them.
    public var decision: RequestDecision

    /// See the properties.
    public init(host: HostPattern, _ decision: RequestDecision) {
        self.host = host
        self.decision = decision
    }

    /// In a few words, for people.
    public var description: String {
        switch decision {
        case .allow: "\(host) is allowed"
        case .deny: "\(host) is denied"
        case .allowPinned(let pins) where pins.count == 1: "\(host) is allowed with a pin"
        case .allowPinned(let pins): "\(host) is allowed with one of \(pins.count) pins"
        }
    }
}

/// What a policy says of a request.
public enum RequestDecision: Hashable, Sendable {
    /// The request is sent, to a server that proves itself as any must.
    case allow
    /// The request fails, and nothing of it leaves this machine. A WebSocket that is denied is replaced by polling over
    /// HTTP.
    case deny
    /// Allowed if one certificate of the server's chain has one of these keys, in addition to being valid. With an empty set
    /// no certificate has. For HTTPS only: a plain or WebSocket request is denied.
    case allowPinned(Set<CertificatePin>)
}

/// What is done about a request.
package enum RequestVerdict: Hashable, Sendable {
    case allow
    case check(Set<CertificatePin>)
    /// The text says why, for the user.
    case deny(String)
}

/// A request that is about to be sent, as a policy sees it.
public struct OutgoingRequest: Hashable, Sendable {
    /// What a request is for.
    public enum Kind: Hashable, Sendable { case http, webSocket }

    /// How far a request has got.
    public enum Stage: Hashable, Sendable {
        /// Nothing has happened yet: no name was looked up.
        case beforeRequest
        /// The connection stands and the server's certificate is valid; nothing of the request has been sent.
        case certificateValidation
    }

    /// What it is for.
    public var kind: Kind
    /// How far it has got.
    public var stage: Stage
    /// Whole, with `https`, `http`, `wss` or `ws` in front. Credentials are never a part of it.
    public var url: String
    /// In lower case; IPv6 addresses have their brackets.
    public var host: String
    /// The port, also where the address leaves it out.
    public var port: Int
    /// Whether it goes over TLS.
    public var isSecure: Bool

    /// See the properties.
    public init(kind: Kind, stage: Stage, url: String, host: String, port: Int, isSecure: Bool) {
        self.kind = kind
        self.stage = stage
        self.url = url
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }
}
