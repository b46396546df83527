/// Which hosts a rule is for: `cards.example.com` for that one, `*.example.com` for every host below it but not itself, `*`
/// for all. Without regard to case, ports and a dot at the end.
public struct HostPattern: Hashable, Sendable, CustomStringConvertible {
    /// In lower case, as it was written.
    public let description: String

    /// - Throws: ``RequestPolicyProblem/badHost(_:)`` for what is no host name, address or pattern of them, such as a URL.
    public init(_ text: String) throws(RequestPolicyProblem) {
        guard text != "*." else { throw .badHost(text) }
        let host = Self.canonical(text)
        let name = host.hasPrefix("*.") ? host.dropFirst(2) : Substring(host)
        guard host == "*" || Self.isName(name) || (host == name && Self.isAddress(name)) else { throw .badHost(text) }
        description = host
    }

    /// Whether a host is meant; whatever its case, and a dot at its end.
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

    /// Labels of letters, digits, `-` and `_`; a name in another script is written as servers know it, `xn--…`.
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

    /// An IPv6 address in its brackets, as it stands in URLs. One of IPv4 looks like a name.
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
