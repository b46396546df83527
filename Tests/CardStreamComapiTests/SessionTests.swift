import Cards
import Crypto
import CurlTransport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Sessions: challenge, token, reuse, renewal, refusal and end (iOS guide of the service, "Initialise" and "Start
/// session").
@Suite struct SessionTests {
    let service = ScriptedService()

    @Test func `the first call starts a session, and carries its token`() async throws {
        service.respond(to: "GET /profiles/ana", 200, #"{"id":"ana"}"#)
        _ = try await service.client().profiles.profile("ana")
        #expect(
            service.allRequests.map(\.description) == ["GET /sessions/start", "POST /sessions", "GET /profiles/ana"])
        #expect(service.allRequests.map(\.token) == [nil, nil, "t1"])
        let body = try #require(service.allRequests[1].body?.object)
        #expect(body["authenticationId"] == "a1")
        #expect(body["authenticationToken"] == "jwt for n1")
        #expect(body["deviceId"] == "device")
        #expect(["android", "iOS", "javascript"].contains(body["platform"]?.string))
    }

    @Test func `calls at the same time start one session`() async throws {
        let client = service.client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await client.sessions.start() } }
            try await group.waitForAll()
        }
        #expect(service.allRequests.count == 2)
        #expect(await client.sessions.profileID() == "ana")
    }

    @Test func `a stored session is used until it expires`() async throws {
        let storage = MemorySessionStorage()
        try await service.client(storage: storage).sessions.start()
        #expect(service.allRequests.count == 2)
        let again = service.client(storage: storage)
        #expect(try await again.sessions.start().id == "s1")
        #expect(service.allRequests.count == 2)
        service.clock.jumpWall(by: 86_400)
        #expect(try await again.sessions.start().id == "s2")
        #expect(await storage.session(ofSpace: "space")?.token == "t2")
    }

    @Test func `a session is renewed when it expires`() async throws {
        let client = service.client()
        let states = Task { () -> [SessionState] in
            var seen: [SessionState] = []
            for await state in client.sessions.states() {
                seen.append(state)
                if case .active(let session) = state, session.id == "s2" { break }
            }
            return seen
        }
        try await client.sessions.start()
        // The clock stands still while the next session starts, because it also measures the time limit of the
        // authenticator.
        while !service.clock.wakeTimes.contains(service.clock.uptime + 60) { await Task.yield() }
        service.clock.advance(by: service.lifetime)
        guard case .active(let last)? = await states.value.last else { return #expect(Bool(false)) }
        #expect(last.id == "s2")
    }

    @Test func `a refused token is replaced, at most twice for one call`() async throws {
        let client = service.client()
        service.respond(to: "GET /profiles/ana", 401, "expired")
        service.respond(to: "GET /profiles/ana", 200, #"{"id":"ana"}"#)
        #expect(try await client.profiles.profile("ana").value.id == "ana")
        #expect(service.requests.map(\.token) == ["t1", "t2"])
        for _ in 0..<4 { service.respond(to: "GET /profiles/bo", 401) }
        let error = await failure(of: { try await client.profiles.profile("bo") })
        #expect(error?.code == .unauthorized)
        #expect(error?.status == 401)
        #expect(service.requests.filter { $0.target == "/profiles/bo" }.map(\.token) == ["t2", "t3", "t4"])
    }

    @Test func `without a token no session starts, and the next call asks again only after a pause`() async throws {
        struct NoTokenAuthenticator: ComapiAuthenticator {
            func token(for challenge: AuthenticationChallenge) async throws -> String? { nil }
        }
        let client = service.client(NoTokenAuthenticator())
        #expect(await failure(of: { try await client.profiles.profile("ana") })?.code == .missingToken)
        #expect(await failure(of: { try await client.profiles.profile("ana") })?.code == .missingToken)
        #expect(service.allRequests.map(\.description) == ["GET /sessions/start"])
        service.clock.advance(by: 5)
        _ = await failure(of: { try await client.profiles.profile("ana") })
        #expect(service.allRequests.count == 2)
        // An explicit start does not wait.
        _ = await failure(of: { try await client.sessions.start() })
        #expect(service.allRequests.count == 3)
    }

    @Test func `an authenticator must respond within five seconds`() async throws {
        struct SlowAuthenticator: ComapiAuthenticator {
            let clock: TestClock
            func token(for challenge: AuthenticationChallenge) async throws -> String? {
                await clock.sleep(until: 1000)
                return "late"
            }
        }
        let client = service.client(SlowAuthenticator(clock: service.clock))
        let start = Task { await failure(of: { try await client.sessions.start() }) }
        while !service.clock.wakeTimes.contains(5) { await Task.yield() }
        service.clock.advance(by: 5)
        let refusal = try #require(await start.value)
        #expect(refusal.code == .missingToken)
        #expect(refusal.message == "there is no token: the authenticator did not respond within 5 seconds")
    }

    @Test func `ending a session is reported to the service, and the next call starts a new one`() async throws {
        let client = service.client()
        try await client.sessions.start()
        service.respond(to: "DELETE /sessions/s1", 204, "")
        try await client.sessions.end()
        #expect(service.allRequests.last?.description == "DELETE /sessions/s1")
        #expect(service.allRequests.last?.token == "t1")
        #expect(await client.sessions.current() == nil)
        try await client.sessions.end()
        #expect(service.allRequests.last?.description == "DELETE /sessions/s1")
        #expect(try await client.sessions.start().id == "s2")
    }

    @Test func `a session ends locally even if the service cannot be reached`() async throws {
        let storage = MemorySessionStorage()
        let client = service.client(storage: storage)
        try await client.sessions.start()
        service.fail(.noNetwork("no route"))
        #expect(await failure(of: { try await client.sessions.end() })?.code == .connectionFailed)
        #expect(await storage.session(ofSpace: "space") == nil)
    }

    @Test func `a push token goes to the session`() async throws {
        let client = service.client()
        service.respond(to: "PUT /sessions/s1/push")
        service.respond(to: "DELETE /sessions/s1/push", 204, "")
        try await client.sessions.setPushToken(.apns(bundleID: "com.example", token: "00ff", isDevelopment: true))
        #expect(
            service.allRequests.last?.body
                == ["apns": ["bundleId": "com.example", "environment": "development", "token": "00ff"]])
        try await client.sessions.removePushToken()
        #expect(service.allRequests.last?.description == "DELETE /sessions/s1/push")
    }

    @Test func `a token of the development authenticator passes the service's checks`() throws {
        let authenticator = HS256Authenticator(
            profileID: "ana", secret: "shared secret", issuer: "https://api.comapi.com/defaultauth",
            audience: "https://api.comapi.com", profileClaim: "user", now: { Date(timeIntervalSince1970: 1000) })
        let challenge = AuthenticationChallenge(authenticationID: "a", provider: "jsonWebToken", nonce: "once")
        let token = try #require(authenticator.token(for: challenge))
        let parts = token.split(separator: ".")
        try #require(parts.count == 3)
        let decoded = try parts.map { try #require(Data(base64URL: String($0))) }
        #expect(try JSONParser.parse(Array(decoded[0])) == ["typ": "JWT", "alg": "HS256"])
        #expect(
            try JSONParser.parse(Array(decoded[1])) == [
                "nonce": "once", "user": "ana", "iss": "https://api.comapi.com/defaultauth",
                "aud": "https://api.comapi.com", "iat": 1000, "exp": 2_593_000,
            ])
        let key = SymmetricKey(data: Data("shared secret".utf8))
        let signed = Data("\(parts[0]).\(parts[1])".utf8)
        #expect(HMAC<SHA256>.isValidAuthenticationCode(decoded[2], authenticating: signed, using: key))
        #expect(!token.contains("="))
    }
}

extension Data {
    init?(base64URL text: String) {
        var text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        self.init(base64Encoded: text)
    }
}

/// The error of a call; nil if the call succeeds.
func failure<Value>(of call: () async throws -> Value) async -> ComapiError? {
    do {
        _ = try await call()
        return nil
    } catch {
        if !(error is ComapiError) { Issue.record(error) }
        return error as? ComapiError
    }
}
