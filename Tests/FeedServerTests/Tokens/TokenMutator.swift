import Cards
import Crypto
import Support

/// Generates valid, nearly valid and invalid tokens from a seed.
struct TokenMutator {
    let secret: [UInt8]
    /// In seconds since 1970.
    let now: Int
    private var random: SeededGenerator

    init(secret: [UInt8], now: Int, seed: UInt64) {
        self.secret = secret
        self.now = now
        random = SeededGenerator(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var header = Array(pick(Bool.random(using: &random) ? Self.plainHeaders : Self.headers).utf8)
        var payload = Array(self.payload().utf8)
        // Edits before signing, so that the signature matches.
        if one(in: 4) { edit(&header) }
        if one(in: 4) { edit(&payload) }
        var token = signed(header, payload)
        // Edits after signing.
        if one(in: 3) { corrupt(&token) }
        return token
    }

    // MARK: Parts

    private static let plainHeaders = [
        #"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"HS256"}"#, #" { "typ":"JWT" , "alg":"HS256" } "#,
        #"{"\u0061lg":"HS256"}"#, #"{"alg":"HS256","kid":"1","jku":"https://x.example/","jwk":{"kty":"oct","k":"AA"}}"#,
    ]

    private static let headers = [
        #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"hs256"}"#, #"{"alg":"HS384"}"#, #"{"alg":"HS512"}"#,
        #"{"alg":"RS256"}"#, #"{"alg":"ES256"}"#, #"{"alg":""}"#, #"{"alg":null}"#, #"{"alg":256}"#,
        #"{"alg":["HS256"]}"#, #"{"typ":"JWT"}"#, #"{"ALG":"HS256"}"#, #"{"alg":"HS256 "}"#,
        #"{"alg":"HS256\u0000"}"#, #"{"alg":"HS256","alg":"HS256"}"#, #"{"alg":"none","alg":"HS256"}"#,
        #"{"alg":"HS256","\u0061lg":"none"}"#, #"{"alg":"HS256","crit":["x"],"x":1}"#, #"{"alg":"HS256","crit":[]}"#,
        #"{"alg":"HS256","crit":null}"#, #"{"alg":"HS256","crit":"exp"}"#, #"{"alg":"HS256","crit":["exp"],"exp":1}"#,
        #"{"alg":"HS256","crit":["b64"],"b64":false}"#, #"{"alg":"HS256","crit":["b64"],"b64":true}"#,
        #"{"alg":"HS256","b64":false}"#, #"{"alg":"HS256","b64":true}"#, #"{"alg":"HS256","b64":null}"#,
        #"{"alg":"HS256","b64":"true"}"#, #"{"alg":"HS256","zip":"DEF"}"#, #"{"alg":"HS256","x":1,"x":2}"#,
        #"["HS256"]"#, #""HS256""#, "null", "", "{}", "{", #"{"alg":"HS256"}x"#, #"{"alg":"HS256"}{}"#,
        "\u{FEFF}" + #"{"alg":"HS256"}"#, #"{"alg":"HS256",}"#, #"{'alg':'HS256'}"#,
        #"{"alg":"HS256","x":"# + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}",
    ]

    private static let users = [
        #""ana""#, #""ana\u0000bo""#, #""\u0000""#, #""ana\u0001""#, #""ana\u007f""#, #""ana\u0085""#, #""""#, #"" ""#,
        #""\u00e9""#, #""e\u0301""#, "\"\u{E9}\"", "\"\u{212A}\"", #""\ud83d\ude00""#, #""\ud83d""#, #""\n""#,
        "\"" + String(repeating: "u", count: 128) + "\"", "\"" + String(repeating: "u", count: 129) + "\"",
        "\"" + String(repeating: "\u{E9}", count: 64) + "\"", "\"" + String(repeating: "\u{E9}", count: 65) + "\"",
        "42", "-42", "42.0", "4.2", "1e2", "-0", "0", "9223372036854775807", "9223372036854775808",
        "9007199254740993.0", "1e400", "null", "true", "[]", "{}", #"["ana"]"#, #"{"name":"ana"}"#,
    ]

    private mutating func payload() -> String {
        let times = [
            "\(now + 600)", "\(now + 600)", "\(now + 600)", "\(now + 600).5", "9999999999", "1e10", "1e300", "1e400",
            "-1", "0", "\(now)", "\(now - 1)", "99999999999999999999999", "null", "true", #""9999999999""#, "[]",
            "-1e400",
        ]
        let starts = ["\(now)", "\(now + 59)", "\(now + 61)", "1e400", "-1e400", "null", #""1""#, "0.5"]
        var members: [String] = []
        for claim in ["atomic_sub", "atomic_id", "sub", "id", "\u{17F}ub", "SUB"] {
            let isUsual = claim == "sub" && !one(in: 8)
            if isUsual || one(in: 10) {
                members.append("\"\(claim)\":\(isUsual && !one(in: 3) ? Self.users[0] : pick(Self.users))")
            }
        }
        if !one(in: 20) { members.append("\"exp\":\(one(in: 3) ? pick(times) : "\(now + 600)")") }
        if one(in: 6) { members.append("\"nbf\":\(pick(starts))") }
        if one(in: 8) { members.append(#""iat":1,"aud":["a"],"more":{"deep":[1,2,{"x":null}]}"#) }
        if one(in: 16), let again = members.randomElement(using: &random) { members.append(again) }
        members.shuffle(using: &random)
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func signed(_ header: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        guard one(in: 6) else { return StrictToken.sign(header, payload, secret: secret) }
        let input = StrictToken.text(header) + [0x2E] + StrictToken.text(payload)
        let key = SymmetricKey(data: secret)
        let code: [UInt8]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: code = []
        case 1: code = Array(HMAC<SHA384>.authenticationCode(for: input, using: key))
        case 2: code = Array(HMAC<SHA512>.authenticationCode(for: input, using: key))
        case 3: code = Array(HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: secret.dropLast())))
        case 4: code = Array(HMAC<SHA256>.authenticationCode(for: input, using: key)).dropLast()
        case 5: code = Array(HMAC<SHA256>.authenticationCode(for: input, using: key)) + [0]
        case 6: code = Array(HMAC<SHA256>.authenticationCode(for: StrictToken.text(payload), using: key))
        default: code = Array(SHA256.hash(data: secret + input))
        }
        return input + [0x2E] + StrictToken.text(code)
    }

    // MARK: Edits

    /// Makes one change to bytes: to JSON before it is signed, or to a token afterwards.
    private mutating func edit(_ bytes: inout [UInt8]) {
        guard let index = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 3: bytes.insert(bytes[index], at: index)
        case 4: bytes.insert(pick([0x20, 0x0A, 0x00, 0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0xC2, 0xFF]), at: index)
        default: bytes.swapAt(index, bytes.indices.randomElement(using: &random) ?? index)
        }
    }

    private mutating func corrupt(_ token: inout [UInt8]) {
        var parts = token.split(separator: 0x2E, omittingEmptySubsequences: false).map(Array.init)
        let part = Int.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<11, using: &random) {
        case 0: return token.removeLast(Int.random(in: 1...token.count, using: &random))
        case 1: return token.removeFirst(Int.random(in: 1...token.count, using: &random))
        case 2: parts[part] += Array(pick(["=", "==", "===", "A", "AA", " ", "\n", "\0", "%3D", ".", "é"]).utf8)
        case 3: parts[part] = Array(pick(["", "e30", "bnVsbA", "AAAA"]).utf8)
        case 4: parts.shuffle(using: &random)
        case 5: parts.insert(parts[part], at: part)
        case 6:
            // Other letters for the same bits.
            parts[part] = parts[part].map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        case 7:
            // The unused bits of the last letter.
            if let last = parts[part].last, parts[part].count % 4 != 0, let value = Self.alphabet.firstIndex(of: last) {
                parts[part][parts[part].count - 1] = Self.alphabet[value ^ Int.random(in: 1...15, using: &random)]
            }
        case 8: parts[part] = Array(String(decoding: parts[part], as: UTF8.self).replacing("K", with: "\u{212A}").utf8)
        default: return edit(&token)
        }
        token = Array(parts.joined(separator: [0x2E]))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
}
