import Basics
import Cards
import Crypto

/// Creates and compares ETags. An ETag is the quoted hash of a stored representation (RFC 9110, 8.8.3).
enum EntityTag {
    /// Returns the ETag of a value. It does not depend on the order of members.
    static func of(_ value: JSONValue) -> String {
        let bytes = sorted(value).encoded()
        let digest = Array(SHA256.hash(data: bytes).prefix(16))
        return "\"\(String(bytes.count, radix: 16))-\(Base64.urlText(digest))\""
    }

    /// - Parameter condition: The value of `If-Match`; nil for no condition.
    /// - Throws: 412 if the condition does not contain the current tag.
    static func check(_ condition: String?, current: String) throws(EmulatorRefusal) {
        guard let condition, condition != "*" else { return }
        let tags = condition.split(separator: ",").map { $0.drop { $0 == " " } }
        guard tags.contains(where: { $0 == current }) else { throw .preconditionFailed }
    }

    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object):
            var result = JSONObject()
            for (key, value) in object.members.sorted(by: { $0.key < $1.key }) { result[key] = sorted(value) }
            return .object(result)
        case .array(let elements): return .array(elements.map(sorted))
        default: return value
        }
    }
}
