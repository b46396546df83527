import Cards
import Crypto

/// A second verifier of HS256 tokens, written from RFC 7515, 7519 and 4648 to check the server's: it shares no code
/// with that except the JSON parser.
struct StrictToken: Hashable {
    var user: String
    /// In seconds since 1970.
    var expires: Double

    /// Nil for a token that must be refused.
    init?(_ token: [UInt8], secret: [UInt8], now: Double) {
        let dots = token.indices.filter { token[$0] == 0x2E }
        guard dots.count == 2, let header = Self.object(token[..<dots[0]]),
            let payload = Self.object(token[(dots[0] + 1)..<dots[1]]),
            let signature = Self.bytes(token[(dots[1] + 1)...])
        else { return nil }
        guard case .string("HS256")? = header["alg"], header["crit"] == nil else { return nil }
        if let encoded = header["b64"], encoded != true { return nil }
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                signature, authenticating: Array(token[..<dots[1]]), using: SymmetricKey(data: secret))
        else { return nil }
        guard case .number(let exp)? = payload["exp"], exp.double > now else { return nil }
        switch payload["nbf"] {
        case nil, .null?: break
        case .number(let nbf)?: if nbf.double > now + 60 { return nil }
        default: return nil
        }
        guard let user = Self.user(payload) else { return nil }
        self.user = user
        expires = min(exp.double, 253_402_300_799)
    }

    private static func user(_ payload: JSONObject) -> String? {
        for claim in ["atomic_sub", "atomic_id", "sub", "id"] {
            let text: String
            switch payload.members.first(where: { Array($0.key.utf8) == Array(claim.utf8) })?.value {
            case .string(let given)? where given != "": text = given
            case .number(let number)?:
                guard let whole = Int64(number.literal), "\(whole)" == number.literal else { continue }
                text = number.literal
            default: continue
            }
            let isClean = text.unicodeScalars.allSatisfy { !($0.value < 32 || (127..<160).contains($0.value)) }
            return isClean && text.utf8.count <= 128 ? text : nil
        }
        return nil
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        bytes(part).flatMap { try? JSONParser.parse($0) }?.object
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values = Dictionary(uniqueKeysWithValues: zip(alphabet, 0..<64))

    /// Decodes base64url without padding. Nil for text that would be encoded differently.
    static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bits: [Int] = []
        for character in text {
            guard let value = values[character] else { return nil }
            for shift in [5, 4, 3, 2, 1, 0] { bits.append(value >> shift & 1) }
        }
        let bytes = stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
            UInt8(bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 })
        }
        return Self.text(bytes) == Array(text) ? bytes : nil
    }

    static func text(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let joined = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(alphabet[joined >> (18 - 6 * place) & 63]) }
        }
        return text
    }

    /// Signs arbitrary bytes as header and payload.
    static func sign(_ header: [UInt8], _ payload: [UInt8], secret: [UInt8]) -> [UInt8] {
        let input = text(header) + [0x2E] + text(payload)
        let code = HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: secret))
        return input + [0x2E] + text(Array(code))
    }
}
