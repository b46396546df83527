import Basics
import Cards
import Crypto
import CryptoExtras
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// The claims of a token that a host's own service has issued.
private struct Claims {
    var sub: String?
    var id: String?
    var atomicID: String?
    var staff: String?
    var exp: Int?

    var object: JSONObject {
        var object = JSONObject()
        for (name, value) in [("sub", sub), ("id", id), ("atomic_id", atomicID), ("staff", staff)] {
            if let value { object[name] = .string(value) }
        }
        if let exp { object["exp"] = .number(JSONNumber(exp)) }
        return object
    }

    /// The signed part of a token, with a header for this algorithm.
    func signingInput(_ algorithm: String) -> String {
        let header: JSONObject = ["alg": .string(algorithm), "typ": "JWT"]
        return [header, object].map { Base64.urlText(Array($0.text().utf8)) }.joined(separator: ".")
    }
}

@Suite struct AuthenticationTests {
    private static let soon = Int(Date.fixed(600).timeIntervalSince1970)

    /// The response to the request of a snapshot with these credentials.
    private func ask(_ test: TestServer, _ credentials: FeedCredentials?) async throws -> RawClient.Answer {
        try await test.listening { port in
            try await RawClient(port: port).request(.snapshot(stream: "ops"), credentials)
        }
    }

    @Test func `a minted token gives access to its user's cards only`() async throws {
        let test = try await TestServer()
        let card = try await test.publish(to: ["ana"])
        try await test.publish(to: ["bo"])
        let answer = try await ask(test, test.viewer("ana"))
        #expect(answer.status == 200)
        #expect(try FeedCoder.decodePage(answer.body).entries.map(\.id) == [card])
    }

    @Test func `a key that is listed twice is refused at the start, and the message does not contain it`() async throws
    {
        let secret = ServerConfig.Verification.hs256(secret: String(repeating: "s", count: 32))
        func reason(viewers: [String], publishers: [String]) async -> String? {
            let config = ServerConfig(environments: [
                .init(
                    id: "e", viewerKeys: viewers.map { .init(key: $0, verification: secret) },
                    publisherKeys: publishers)
            ])
            do {
                _ = try await TestServer(config: config)
                return nil
            } catch { return "\(error)" }
        }
        let both = try #require(await reason(viewers: ["a", "twice"], publishers: ["b", "c", "twice"]))
        #expect(both.contains("viewer 2 has the same key as entry 3 of publisher_keys") && !both.contains("twice"))
        let viewers = try #require(await reason(viewers: ["twice", "twice"], publishers: []))
        #expect(viewers.contains("viewer 2 has the same key as viewer 1") && !viewers.contains("twice"))
        #expect(await reason(viewers: ["a"], publishers: ["b"]) == nil)
    }

    @Test(arguments: ["RS256", "RS512", "ES256"])
    func `public keys verify tokens signed with their private half`(algorithm: String) async throws {
        let input = Claims(sub: "ana", exp: Self.soon).signingInput(algorithm)
        let verification: ServerConfig.Verification
        let signature: Data
        if algorithm == "ES256" {
            let key = P256.Signing.PrivateKey()
            signature = try key.signature(for: Data(input.utf8)).rawRepresentation
            verification = .es256(publicKey: key.publicKey.pemRepresentation)
        } else {
            let key = try _RSA.Signing.PrivateKey(pemRepresentation: rsaPrivateKey)
            let pem = key.publicKey.pemRepresentation
            if algorithm == "RS256" {
                signature = try key.signature(for: SHA256.hash(data: Data(input.utf8)), padding: .insecurePKCS1v1_5)
                    .rawRepresentation
                verification = .rs256(publicKey: pem)
            } else {
                signature = try key.signature(for: SHA512.hash(data: Data(input.utf8)), padding: .insecurePKCS1v1_5)
                    .rawRepresentation
                verification = .rs512(publicKey: pem)
            }
        }
        let config = ServerConfig(environments: [
            .init(id: "e", viewerKeys: [.init(key: "k", verification: verification)])
        ])
        let token = "\(input).\(Base64.urlText(Array(signature)))"
        let test = try await TestServer(config: config)
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let good = FeedCredentials(environment: "e", apiKey: "k", token: token)
            #expect(try await client.request(.snapshot(stream: "ops"), good).status == 200)
            // The public key used as an HMAC secret: the classic algorithm confusion attack.
            let pem: String =
                switch verification {
                case .rs256(let pem), .rs512(let pem), .es256(let pem): pem
                case .hs256(let secret): secret
                }
            let forged = TokenMint.mint(user: "ana", secret: pem, now: .fixed)
            let bad = FeedCredentials(environment: "e", apiKey: "k", token: forged)
            #expect(try await client.request(.snapshot(stream: "ops"), bad).status == 401)
        }
    }

    @Test func `text that is not a token is not reported as a wrong signature`() async throws {
        let test = try await TestServer()
        let good = try await test.viewer()
        let wrongSecret = TokenMint.mint(
            user: "ana", secret: String(repeating: "x", count: 40), now: .fixed)
        try await test.listening { port in
            for (token, words) in [("wrong", "cannot be read"), (wrongSecret, "signature")] {
                let client = try await RawClient(port: port)
                let credentials = FeedCredentials(environment: good.environment, apiKey: good.apiKey, token: token)
                let answer = try await client.request(.snapshot(stream: "ops"), credentials)
                #expect(answer.problem?.detail?.contains(words) == true, "\(token)")
                try client.close()
            }
        }
    }

    @Test func `missing, wrong, unsigned and expired credentials are refused`() async throws {
        let test = try await TestServer()
        let good = try await test.viewer()
        let header = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64EncodedString().replacing("=", with: "")
        let payload = Data(#"{"sub":"ana","exp":9999999999}"#.utf8).base64EncodedString().replacing("=", with: "")
        let wrongSecret = TokenMint.mint(
            user: "ana", secret: String(repeating: "x", count: 40), now: .fixed)
        let cases: [(FeedCredentials?, ProblemType)] = [
            (nil, .unauthenticated),
            (.init(environment: good.environment, apiKey: "wrong", token: good.token), .unauthenticated),
            (.init(environment: "wrong", apiKey: good.apiKey, token: good.token), .unauthenticated),
            (.init(environment: good.environment, apiKey: good.apiKey), .unauthenticated),
            (
                .init(environment: good.environment, apiKey: good.apiKey, token: "\(header).\(payload)."),
                .unauthenticated
            ),
            (.init(environment: good.environment, apiKey: good.apiKey, token: wrongSecret), .unauthenticated),
            (
                .init(environment: good.environment, apiKey: good.apiKey, token: try await test.token(lifetime: nil)),
                .unauthenticated
            ),
            (
                .init(environment: good.environment, apiKey: good.apiKey, token: try await test.token(lifetime: -1)),
                .tokenExpired
            ),
            (test.keys.publisherCredentials, .forbidden),
        ]
        try await test.listening { port in
            for (credentials, expected) in cases {
                let client = try await RawClient(port: port)
                let answer = try await client.request(.snapshot(stream: "ops"), credentials)
                #expect(answer.problem?.type == expected)
                #expect(answer.headers["content-type"] == "application/problem+json")
                try client.close()
            }
            let viewer = try await RawClient(port: port).request(.publish, good, body: Array("{}".utf8))
            #expect(viewer.problem?.type == .forbidden)
        }
    }

    @Test(
        arguments: [
            #"{"alg":"HS256","crit":["x"],"x":1}"#, #"{"alg":"HS256","crit":["exp"]}"#, #"{"alg":"HS256","crit":[]}"#,
            #"{"alg":"HS256","crit":"x"}"#, #"{"alg":"HS256","crit":null}"#, #"{"alg":"HS256","crit":{}}"#,
            #"{"alg":"HS256","crit":["b64"],"b64":false}"#, #"{"alg":"HS256","crit":["b64"],"b64":true}"#,
            #"{"alg":"HS256","b64":false}"#, #"{"alg":"HS256","b64":"true"}"#, #"{"alg":"none","alg":"HS256"}"#,
            #"{"alg":"HS256","alg":"none"}"#, #"{"alg":"HS256","typ":"JWT","typ":"JWT"}"#,
        ])
    func `a token header with extensions or repeated members is refused in spite of a valid signature`(
        header: String
    ) async throws {
        let test = try await TestServer()
        let secret = Array(test.keys.secret.utf8)
        let payload = Array(#"{"sub":"ana","exp":\#(Self.soon)}"#.utf8)
        let environment = test.keys.environment.rawValue
        try await test.listening { port in
            for (header, status) in [(#"{"alg":"HS256","b64":true,"kid":"1"}"#, 200), (header, 401)] {
                let token = String(
                    decoding: StrictToken.sign(Array(header.utf8), payload, secret: secret), as: UTF8.self)
                let client = try await RawClient(port: port)
                let credentials = FeedCredentials(environment: environment, apiKey: test.keys.viewerKey, token: token)
                let answer = try await client.request(.snapshot(stream: "ops"), credentials)
                #expect(answer.status == status && (status == 200 || answer.problem?.type == .unauthenticated))
                try client.close()
            }
        }
    }

    @Test func `a token is refused once it has expired`() async throws {
        let test = try await TestServer()
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            #expect(try await client.request(.snapshot(stream: "ops"), credentials).status == 200)
            test.clock.advance(by: 3600)
            #expect(try await client.request(.snapshot(stream: "ops"), credentials).problem?.type == .tokenExpired)
        }
    }

    @Test(
        arguments: [
            (Claims(sub: "s", id: "i", atomicID: "a", exp: soon), nil, "a"),
            (Claims(sub: "s", id: "i", exp: soon), nil, "s"),
            (Claims(id: "i", exp: soon), nil, "i"), (Claims(sub: "s", staff: "x", exp: soon), "staff", "x"),
        ] as [(Claims, String?, String)])
    private func `the user's id is looked up in the documented order`(
        claims: Claims, claim: String?, user: String
    ) async throws {
        let secret = String(repeating: "s", count: 32)
        let config = ServerConfig(environments: [
            .init(id: "e", viewerKeys: [.init(key: "k", verification: .hs256(secret: secret))], userClaim: claim)
        ])
        let test = try await TestServer(config: config)
        let body = makeBody().encoded()
        try await test.server.publish(
            [PublishRequest(streamID: "ops", users: [UserID(user)], body: body)], environment: "e")
        let token = TokenMint.sign(claims.object, secret: secret)
        let answer = try await ask(test, FeedCredentials(environment: "e", apiKey: "k", token: token))
        #expect(try FeedCoder.decodePage(answer.body).totalCount == 1)
    }

    @Test func `development keys are kept privately and refused when others can read them`() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let keys = try DevelopmentKeys.load(from: directory)
        #expect(try DevelopmentKeys.load(from: directory) == keys)
        let path = directory + "/" + DevelopmentKeys.fileName
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: FeedServerError.exposedKeys(path: path)) { try DevelopmentKeys.load(from: directory) }
    }
}

/// Created for this test only.
private let rsaPrivateKey = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDBl7u6vQLo1rl/
    qlkkVZQPgPBLdi3RbTFOywcz62lPNNjWC1dgYFH/Ear5105KDdvmVfZav9qjahh2
    lwIM7pg8ZKEFKeORoSUaV/KUiJN/E1uX1nDKO0rswZc3XVmduH7r6M8NG5/F8onL
    /CUXFtZn1ER7BhfZMzK89WdMDuvh+NFvVfo8lfxFl0Ru4ca9XfI26S+byGPhiyKE
    VmEZSwy3Z95afFvvcOlKd8uQwRleK+jH3tNoRZjTqhA9X40yJnpED6ypZakYJt7I
    ZdEegI3nQcA50ypH5znJ0OFJx92TJ6oGQ0Wk/umgZsVz9+VV6d/sF114XnI7X9Qx
    uGDqtqBjAgMBAAECggEANg0hUyAWwd/B5w0u2mAyeKmtbcRPQpvUGoXBOxPNUVoV
    +J0uBjCedDMAo8UjjLWV4he6MthCOUIUFnhPEEFFrAcEliZ97VkqvNI1XpdLZz2G
    YzxyPWSUpMngaIrdzJWIimFz/drqnx/6rUN3L50mu9KeVCL9YZ1T20JBVxELdwm+
    tmTZNnyQg0aFkggKEbMg4GyO5HmwOrA5hVnnJgE/UpbwiKtXAsJKfm0j/v4mALOy
    xvSpz0aVqkfHC145K0AAuK8XAImFCRMr+ES3qc4AUx9LLrQKJjnCdiaLWvI5/2iV
    JBdY0swPEjIZ+kseMehog1LNxs63Pjui9GtAXGtTcQKBgQD1kehXKEnzop3XOhlg
    TrAck7L5gBUn3CAJVWeix381AHQpfrE8JqZbt1gEPXHK8Yd0GpsslRkzTOpVRoXZ
    9529sfRe5SUOd3lg5ICPpBOZg4bD2FGmVDa5KEDKDtAAmJzSVhrrDTaF/QxZ/e8j
    K6uC/9plzRS9TJYzsvNggJ/4xwKBgQDJ0KzLzR2u0bdoN8EYevlZA/qJekvj2N2t
    r3x9PI2Q3liI9idMeAwYb3QGK1nB5BICa6DRf0CV+kqGypD/WEoryVDyuJOvqUPZ
    HeQU3m9jH5n95FQzsrfoaiVgmqt2GM9VM81m9WVA8BbXvieH6/ocZuOp/6wdrlzR
    xPGJajuXhQKBgQDFMwo1E3FvaKL/9vPx1r6t9B3BJg3XGHnRhPfYTAPm+BpQSCDj
    gNYOyMixfvYmVpbDsanyvzihbZ6wJBXQ13ugnYrzuWdsmpyqJlTnBIeIu4o5Mzk+
    LFpVjfGZURPPpr4oWmT7ZHzoVDDbA4RJ5gOxCuzC21FQQnRLx+SRFjlgeQKBgAai
    DyvboAAg8HBCdNxDHnLoiJGALYJdnFubCvJqzRRX2n0V6hC/WVZsQ1n4jsiqoFTo
    CK8aCZtkUJLBkaZy1m09/qUbn+8EFzDJpLdy4CJX5Y3MtV/FnfnLk1LrgnstMZNR
    Uozxv9Q0j+ujWlVDUkMgtpbdymBnXLGgUXf8v9ypAoGAGBwyHYBWaEi4qgmg2KHI
    MFYMprfWH3wmROKcmTmMVRgBb4I0xRyExRSBOiMvV0i7KAdbQbHqJKAWNWoAc8AL
    28SxDQkV/WgvdsNbTp9UB6MuqwsAYgPuSPqLhhf/J4/qF8t8NE3To9CKFoQjlMu/
    sDO8LO49cGUryEuGBL0CTEs=
    -----END PRIVATE KEY-----
    """
