import HTTPSockets

/// The id of a request. The response, the log and webhook deliveries contain the same id.
package enum RequestID {
    static let header = "X-Request-Id"

    /// The id of the request that is being handled; nil outside of a request.
    @TaskLocal package static var current: String?

    private static let longest = 64

    /// A random id with 16 hexadecimal digits.
    static func random() -> String {
        let text = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// The id that a proxy has given a request; nil if there is none, or if it is too long or has characters that
    /// should not appear in a log.
    static func given(_ head: HTTPHead) -> String? {
        guard let text = head[header.lowercased()], (1...longest).contains(text.utf8.count),
            text.utf8.allSatisfy(isAllowed)
        else { return nil }
        return text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The URN of a request in a problem document.
    static func urn(_ id: String) -> String { "urn:cardstream:request:\(id)" }
}
