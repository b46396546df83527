import Basics
import Cards
import FeedAPI
import Glibc

/// The target of a webhook. A publisher must not be able to use the server to reach hosts that only the server can
/// reach. Therefore, deliveries go only to public addresses, unless configured otherwise. The addresses are checked for
/// every delivery, because DNS changes.
struct WebhookTarget: Hashable, Sendable {
    let isSecure: Bool
    let host: String
    let port: UInt16

    /// - Throws: ``Problem`` with the field of the URL and the expected form.
    init(_ url: String, allowsPrivate: Bool) throws(Problem) {
        func problem(_ expected: String) -> Problem { Problem(InvalidField("/url", expected: expected)) }
        let form = allowsPrivate ? "https://HOST/… or http://HOST/…" : "https://HOST/…"
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }),
            let end = url.firstRange(of: "://")
        else { throw problem(form) }
        switch url[..<end.lowerBound] {
        case "https": isSecure = true
        case "http" where allowsPrivate: isSecure = false
        default: throw problem(form)
        }
        let authority = url[end.upperBound...].prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { throw problem("an address without a user name or password") }
        let isBracketed = authority.hasPrefix("[")
        let name = isBracketed ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        let rest = authority[name.endIndex...].drop { $0 == "]" }
        host = name.lowercased()
        guard !host.isEmpty, rest.isEmpty || rest.hasPrefix(":") else { throw problem(form) }
        guard let port = rest.isEmpty ? (isSecure ? 443 : 80) : UInt16(rest.dropFirst()), port > 0 else {
            throw problem("an address with a port from 1 to 65535")
        }
        self.port = port
        if !allowsPrivate, let isPublic = Self.isPublic(literal: host), !isPublic {
            throw problem("a public address; private addresses need a server with --private-webhooks")
        }
    }

    /// Resolves the addresses to connect to.
    ///
    /// - Returns: The addresses; or the reason for a failure, if an address is private without permission or the host
    ///   has no address.
    func addresses(allowsPrivate: Bool) async -> Result<[String], WebhookFailure> {
        let host = host
        return await Blocking.run { Self.resolve(host, allowsPrivate) }
    }

    private static func resolve(_ host: String, _ allowsPrivate: Bool) -> Result<[String], WebhookFailure> {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0 else {
            return .failure(WebhookFailure(reason: "the host cannot be found"))
        }
        defer { freeaddrinfo(found) }
        var texts: [String] = []
        var next = found
        while let entry = next {
            next = entry.pointee.ai_next
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(
                    entry.pointee.ai_addr, entry.pointee.ai_addrlen, &name, socklen_t(name.count), nil, 0,
                    NI_NUMERICHOST) == 0
            else { continue }
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard allowsPrivate || isPublic(literal: text) == true else {
                return .failure(WebhookFailure(reason: "the host has a private address"))
            }
            if !texts.contains(text) { texts.append(text) }
        }
        return texts.isEmpty ? .failure(WebhookFailure(reason: "the host has no address")) : .success(texts)
    }

    // MARK: Addresses

    /// Whether a numeric address is globally reachable; nil for a name.
    ///
    /// Uses the special-purpose registries of IANA (RFC 6890). Non-standard forms such as `127.1` or `0x7f000001` count
    /// as names here, and are checked after the resolver has converted them.
    static func isPublic(literal text: String) -> Bool? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return isPublic(four: UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: six) { Array($0) }
        func old(at start: Int) -> UInt32 { bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        // IPv4 addresses in IPv6 form: mapped addresses, and addresses translated by NAT64 and 6to4.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return isPublic(four: old(at: 12))
        }
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) { return isPublic(four: old(at: 12)) }
        if bytes.starts(with: [0x20, 0x02]) { return isPublic(four: old(at: 2)) }
        // Global unicast is 2000::/3, without 2001::/23 and documentation addresses.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        if bytes.starts(with: [0x20, 0x01]), bytes[2] < 2 { return false }
        return !bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
    }

    private static func isPublic(four address: UInt32) -> Bool {
        let special: [(UInt32, UInt32)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
            (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16),
            (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
        ]
        return !special.contains { network, bits in address >> (32 - bits) == network >> (32 - bits) }
    }
}

/// Why a delivery failed, for the list of dead deliveries.
struct WebhookFailure: Error, Hashable, Sendable {
    var reason: String
}
