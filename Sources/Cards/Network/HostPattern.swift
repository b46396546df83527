/// A pattern for hosts: `cards.example.com` for one host, `*.example.com` for all hosts below it but not itself, `*`
/// for all. Case, ports and a trailing dot are ignored.
public struct HostPattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern in lower case.
    public let description: String

    /// - Throws: ``RequestPolicyProblem/badHost(_:)`` if the text is not a host name, address or pattern, for example a
    ///   URL.
    public init(_ text: String) throws(RequestPolicyProblem) {
        guard text != "*." else { throw .badHost(text) }
        let host = Self.canonical(text)
        let name = host.hasPrefix("*.") ? host.dropFirst(2) : Substring(host)
        guard host == "*" || Self.isName(name) || (host == name && Self.isAddress(name)) else { throw .badHost(text) }
        description = host
    }

    /// Whether a host matches, ignoring case and a trailing dot.
    public func matches(_ host: String) -> Bool {
        let host = Self.canonical(host)
        if description == "*" { return true }
        guard description.hasPrefix("*.") else { return host == description }
        let end = description.dropFirst()
        return host.utf8.count > end.utf8.count && host.hasSuffix(end)
    }

    private static func canonical(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// Labels of letters, digits, `-` and `_`; names in other scripts are written as in DNS, `xn--…`.
    private static func isName(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy {
                        switch $0 {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                            UInt8(ascii: "-"), UInt8(ascii: "_"):
                            true
                        default: false
                        }
                    }
            }
    }

    /// Whether it is an IPv6 address in brackets, as in URLs. IPv4 addresses look like names.
    private static func isAddress(_ text: Substring) -> Bool {
        text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 3
            && text.dropFirst().dropLast().utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
