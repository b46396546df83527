import Basics
import Cards
import Crypto
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import ComapiEmulator

/// A service with a clock that stands still, counted identifiers, and requests written by hand.
struct EmulatorFixture {
    static let now = "2026-01-15T09:00:00.000Z"
    static let secret = "a shared secret"
    /// The rights of owners and participants in most tests: participants can only send.
    static let roles = """
        {"owner":{"canSend":true,"canAddParticipants":true,"canRemoveParticipants":true},\
        "participant":{"canSend":true,"canAddParticipants":false,"canRemoveParticipants":false}}
        """

    let clock = TestClock()
    var service: ComapiService
    var tokens: [String: String] = [:]

    init(profiles: [String] = [], configure: (inout EmulatorConfiguration) -> Void = { _ in }) throws {
        var configuration = EmulatorConfiguration(apiSpaceID: "shop", secret: Self.secret, accountID: 42)
        configure(&configuration)
        service = ComapiService(
            configuration, clock: { [clock] in clock.now }, identifiers: Self.counting())
        for profile in profiles { try logIn(profile) }
    }

    /// Generates `id-1`, `id-2` and so on.
    static func counting() -> @Sendable () -> String {
        let count = Lock(0)
        return {
            count.withLock { count in
                count += 1
                return "id-\(count)"
            }
        }
    }

    // MARK: Requests

    /// - Parameter path: The percent-encoded path after `/apispaces/shop`.
    mutating func exchange(
        _ method: String, _ path: String, as profile: String? = nil, body: String = "",
        headers: [EmulatorHeader] = []
    ) -> EmulatorExchange {
        var headers = headers
        if let profile { headers.append(EmulatorHeader("Authorization", "Bearer \(tokens[profile] ?? profile)")) }
        return service.handle(
            EmulatorRequest(method, "/apispaces/shop\(path)", headers: headers, body: Array(body.utf8)))
    }

    mutating func response(
        _ method: String, _ path: String, as profile: String? = nil, body: String = "",
        headers: [EmulatorHeader] = []
    ) -> EmulatorResponse { exchange(method, path, as: profile, body: body, headers: headers).response }

    /// The status of the response.
    mutating func status(
        _ method: String, _ path: String, as profile: String? = nil, body: String = "",
        headers: [EmulatorHeader] = []
    ) -> Int { response(method, path, as: profile, body: body, headers: headers).status }

    /// The JSON of a successful response.
    mutating func json(
        _ method: String, _ path: String, as profile: String? = nil, body: String = ""
    ) throws -> JSONValue {
        let response = response(method, path, as: profile, body: body)
        try #require((200...299).contains(response.status), "\(response)")
        return try JSONParser.parse(response.body)
    }

    // MARK: Logging in

    mutating func challenge() throws -> (id: String, nonce: String) {
        let json = try json("GET", "/sessions/start")
        return (try #require(json["authenticationId"]?.string), try #require(json["nonce"]?.string))
    }

    /// Starts a session as a client does.
    @discardableResult mutating func logIn(_ profile: String) throws -> JSONValue {
        let (id, nonce) = try challenge()
        let token = Self.jwt(claims(of: profile, nonce: nonce))
        let result = try json("POST", "/sessions", body: Self.sessionBody(id, token))
        tokens[profile] = result["token"]?.string
        return result
    }

    static func sessionBody(_ id: String, _ token: String) -> String {
        """
        {"authenticationId":"\(id)","authenticationToken":"\(token)","deviceId":"d1","platform":"iOS",\
        "platformVersion":"17.0","sdkType":"native","sdkVersion":"1.0"}
        """
    }

    func claims(of profile: String, nonce: String) -> JSONValue {
        let seconds = Int(clock.now.timeIntervalSince1970)
        return [
            "nonce": .string(nonce), "sub": .string(profile), "iss": "https://api.comapi.com/defaultauth",
            "aud": "https://api.comapi.com", "iat": .number(JSONNumber(seconds)),
            "exp": .number(JSONNumber(seconds + 2_592_000)),
        ]
    }

    /// A token that is signed independently of the emulator's code.
    static func jwt(
        _ claims: JSONValue, secret: String = secret, header: JSONValue = ["typ": "JWT", "alg": "HS256"]
    ) -> String {
        let signed = base64url(Data(header.encoded())) + "." + base64url(Data(claims.encoded()))
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(signed.utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return signed + "." + base64url(Data(code))
    }

    static func base64url(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    // MARK: Conversations

    /// Creates a conversation of the first profile with the others.
    @discardableResult mutating func createConversation(
        _ id: String = "c1", of owner: String = "ana", with others: [String] = ["ben"], isPublic: Bool = false,
        roles: String = roles
    ) throws -> JSONValue {
        let participants = others.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
        return try json(
            "POST", "/conversations", as: owner,
            body: """
                {"id":"\(id)","name":"Tea","description":"Four o'clock","roles":\(roles),"isPublic":\(isPublic),\
                "participants":[\(participants)]}
                """)
    }

    /// Sends a text.
    ///
    /// - Returns: The identifier of the message.
    @discardableResult mutating func say(
        _ text: String, as profile: String = "ana", in conversation: String = "c1"
    ) throws -> String {
        let result = try json(
            "POST", "/conversations/\(conversation)/messages", as: profile,
            body: "{\"metadata\":{},\"parts\":[{\"type\":\"text/plain\",\"data\":\"\(text)\"}]}")
        return try #require(result["id"]?.string)
    }

    @discardableResult mutating func report(
        _ status: String, _ messages: [String], as profile: String = "ben", in conversation: String = "c1",
        timestamp: String = now
    ) -> EmulatorExchange {
        let list = messages.map { "\"\($0)\"" }.joined(separator: ",")
        return exchange(
            "POST", "/conversations/\(conversation)/messages/statusupdates", as: profile,
            body: "[{\"messageIds\":[\(list)],\"status\":\"\(status)\",\"timestamp\":\"\(timestamp)\"}]")
    }
}

extension EmulatorResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The parameters that a response with status 400 names.
    var failures: [String] {
        // A response that is not JSON has none, which fails the comparison.
        let json = try? JSONParser.parse(body)
        return json?["validationFailures"]?.array?.compactMap { $0["paramName"]?.string } ?? []
    }
}
