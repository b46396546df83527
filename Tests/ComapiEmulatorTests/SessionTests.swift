import Cards
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import ComapiEmulator

/// Challenges, sessions and their tokens.
@Suite struct SessionTests {
    @Test func `a session starts with a challenge that expires`() throws {
        var fixture = try EmulatorFixture()
        let json = try fixture.json("GET", "/sessions/start")
        #expect(json["provider"] == "jsonWebToken" && json["expiresOn"] == "2026-01-15T09:05:00.000Z")
        let second = try fixture.json("GET", "/sessions/start")
        #expect(second["nonce"] != json["nonce"] && second["authenticationId"] != json["authenticationId"])
    }

    @Test func `an identity token begins a session`() throws {
        var fixture = try EmulatorFixture()
        let result = try fixture.logIn("ana")
        let session = try #require(result["session"])
        #expect(session["profileId"] == "ana" && session["isActive"] == true && session["state"] == "SessionStarted")
        #expect(session["deviceId"] == "d1" && session["platform"] == "iOS" && session["sdkType"] == "native")
        #expect(
            session["expiresOn"] == "2026-01-16T09:00:00.000Z" && session["startedOn"] == "2026-01-15T09:00:00.000Z")
        let id = try #require(session["id"]?.string)
        #expect(try fixture.json("GET", "/sessions/\(id)", as: "ana") == session)
        #expect(fixture.status("GET", "/sessions/other", as: "ana") == 404)
    }

    @Test func `the session token is itself a token with its expiry and API space`() throws {
        var fixture = try EmulatorFixture()
        let token = try #require(try fixture.logIn("ana")["token"]?.string)
        let part = token.split(separator: ".")[1].replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
        let claims = try JSONParser.parse(Array(try #require(Data(base64Encoded: padded))))
        #expect(claims["apiSpaceId"] == "shop" && claims["exp"] == 1_768_554_000)
    }

    @Test func `the first session of an identifier makes its profile`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        #expect(try fixture.json("GET", "/profiles/ana", as: "ana")["id"] == "ana")
        #expect(fixture.status("GET", "/profiles/ben", as: "ana") == 404)
        try fixture.logIn("ana")
        #expect(try fixture.json("GET", "/profiles", as: "ana").array?.count == 1)
    }

    @Test(arguments: [
        (#"{"authenticationToken":"t"}"#, ["authenticationId"]),
        (#"{"authenticationId":"a","authenticationToken":null}"#, ["authenticationToken"]),
        (#"{}"#, ["authenticationId", "authenticationToken"]),
        (#"{"authenticationId":"a","authenticationToken":"t","platform":"linux"}"#, ["platform"]),
        ("[]", ["body"]), ("{", ["body"]),
    ])
    func `a body without its members is refused by name`(body: String, parameters: [String]) throws {
        var fixture = try EmulatorFixture()
        let response = fixture.response("POST", "/sessions", body: body)
        #expect(response.status == 400 && response.failures == parameters)
    }

    /// Changes to the claims of a valid token.
    @Test(
        arguments: [
            ("nonce", "other"), ("nonce", nil), ("iss", "other"), ("iss", nil), ("aud", "other"), ("aud", nil),
            ("aud", ["other"]), ("sub", nil), ("sub", ""), ("sub", 7), ("exp", nil), ("exp", 1_768_467_540),
            ("iat", nil),
            ("iat", 1_768_467_661),
        ] as [(String, JSONValue?)])
    func `an identity token with a wrong claim is refused`(claim: String, value: JSONValue?) throws {
        var fixture = try EmulatorFixture()
        let (id, nonce) = try fixture.challenge()
        var claims = try #require(fixture.claims(of: "ana", nonce: nonce).object)
        claims[claim] = value
        let token = EmulatorFixture.jwt(.object(claims))
        #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(id, token)) == 401)
    }

    /// Times may have fractions and differ by a minute, and an audience may be one of several.
    @Test(
        arguments: [
            ("aud", ["other", "https://api.comapi.com"]), ("exp", 1_768_467_541), ("iat", 1_768_467_660),
            ("exp", 1_768_470_000.25),
        ] as [(String, JSONValue)])
    func `an identity token within the rules is accepted`(claim: String, value: JSONValue) throws {
        var fixture = try EmulatorFixture()
        let (id, nonce) = try fixture.challenge()
        var claims = try #require(fixture.claims(of: "ana", nonce: nonce).object)
        claims[claim] = value
        let token = EmulatorFixture.jwt(.object(claims))
        #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(id, token)) == 200)
    }

    @Test func `an identity token needs the space's secret and HS256`() throws {
        var fixture = try EmulatorFixture()
        let wrong: [(String, JSONValue)] = [
            ("another", ["typ": "JWT", "alg": "HS256"]), (EmulatorFixture.secret, ["alg": "none"]),
            (EmulatorFixture.secret, ["alg": "HS512"]),
        ]
        for (secret, header) in wrong {
            let (id, nonce) = try fixture.challenge()
            let token = EmulatorFixture.jwt(fixture.claims(of: "ana", nonce: nonce), secret: secret, header: header)
            #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(id, token)) == 401)
        }
        let (id, _) = try fixture.challenge()
        #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(id, "no.token")) == 401)
    }

    @Test func `issuer, audience and the claim of the profile are settings`() throws {
        var fixture = try EmulatorFixture { configuration in
            configuration.issuer = "i"
            configuration.audience = "a"
            configuration.profileClaim = "user"
        }
        let (id, nonce) = try fixture.challenge()
        var claims = try #require(fixture.claims(of: "ignored", nonce: nonce).object)
        claims["iss"] = "i"
        claims["aud"] = "a"
        claims["user"] = "ana"
        let token = EmulatorFixture.jwt(.object(claims))
        let result = try fixture.json("POST", "/sessions", body: EmulatorFixture.sessionBody(id, token))
        #expect(result["session"]?["profileId"] == "ana")
    }

    @Test func `a challenge is answered once, also by a wrong token`() throws {
        var fixture = try EmulatorFixture()
        let (id, nonce) = try fixture.challenge()
        let body = EmulatorFixture.sessionBody(id, EmulatorFixture.jwt(fixture.claims(of: "ana", nonce: nonce)))
        #expect(fixture.status("POST", "/sessions", body: body) == 200)
        #expect(fixture.status("POST", "/sessions", body: body) == 401)
        let (second, nonce2) = try fixture.challenge()
        #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(second, "wrong")) == 401)
        let good = EmulatorFixture.jwt(fixture.claims(of: "ana", nonce: nonce2))
        #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(second, good)) == 401)
    }

    @Test func `a challenge expires`() throws {
        var fixture = try EmulatorFixture()
        let (id, nonce) = try fixture.challenge()
        fixture.clock.advance(by: 300)
        let token = EmulatorFixture.jwt(fixture.claims(of: "ana", nonce: nonce))
        #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(id, token)) == 401)
    }

    @Test func `a session expires`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"]) { $0.sessionLifetime = 10 }
        fixture.clock.advance(by: 9)
        #expect(fixture.status("GET", "/profiles", as: "ana") == 200)
        fixture.clock.advance(by: 1)
        #expect(fixture.status("GET", "/profiles", as: "ana") == 401)
    }

    @Test func `an ended session is unknown`() throws {
        var fixture = try EmulatorFixture(profiles: ["ben"])
        let session = try #require(try fixture.logIn("ana")["session"]?["id"]?.string)
        #expect(fixture.status("DELETE", "/sessions/\(session)", as: "ben") == 404)
        #expect(fixture.status("DELETE", "/sessions/\(session)", as: "ana") == 204)
        #expect(fixture.status("GET", "/sessions/\(session)", as: "ana") == 401)
        #expect(fixture.status("GET", "/profiles", as: "ben") == 200)
    }

    @Test(
        arguments: [
            ("GET", "/sessions/x"), ("DELETE", "/sessions/x"), ("PUT", "/sessions/x/push"),
            ("DELETE", "/sessions/x/push"), ("GET", "/profiles"), ("GET", "/profiles/ana"), ("PUT", "/profiles/ana"),
            ("PATCH", "/profiles/ana"), ("GET", "/conversations"), ("POST", "/conversations"),
            ("GET", "/conversations/c1"), ("PUT", "/conversations/c1"), ("DELETE", "/conversations/c1"),
            ("GET", "/conversations/c1/participants"), ("POST", "/conversations/c1/participants"),
            ("DELETE", "/conversations/c1/participants"), ("POST", "/conversations/c1/typing"),
            ("DELETE", "/conversations/c1/typing"), ("GET", "/conversations/c1/messages"),
            ("POST", "/conversations/c1/messages"), ("POST", "/conversations/c1/messages/statusupdates"),
            ("GET", "/conversations/c1/events"), ("POST", "/content"), ("POST", "/channels/facebook/state"),
        ])
    func `everything else needs the token of a session`(method: String, path: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        #expect(fixture.status(method, path) == 401)
        #expect(fixture.status(method, path, as: "unknown token") == 401)
        let basic = EmulatorHeader("Authorization", "Basic \(try #require(fixture.tokens["ana"]))")
        #expect(fixture.status(method, path, headers: [basic]) == 401)
        #expect(fixture.response(method, path).headers["www-authenticate"] == "Bearer")
    }

    @Test func `undocumented routes do not exist`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        #expect(fixture.status("GET", "/nothing", as: "ana") == 404)
        #expect(fixture.status("GET", "/conversations/c1/other", as: "ana") == 404)
        #expect(fixture.response("DELETE", "/profiles/ana", as: "ana").headers["Allow"] == "GET, PUT, PATCH")
        #expect(fixture.status("DELETE", "/profiles/ana", as: "ana") == 405)
        let other = EmulatorRequest("GET", "/apispaces/other/sessions/start")
        #expect(fixture.service.handle(other).response.status == 404)
        #expect(fixture.service.handle(EmulatorRequest("GET", "/apispaces/shop/profiles/%4")).response.status == 400)
    }

    @Test func `a server whose clock is wrong refuses tokens from its future and sessions too early`() throws {
        var fixture = try EmulatorFixture()
        fixture.service.faults.clockSkew = -120
        let (id, nonce) = try fixture.challenge()
        let token = EmulatorFixture.jwt(fixture.claims(of: "ana", nonce: nonce))
        #expect(fixture.status("POST", "/sessions", body: EmulatorFixture.sessionBody(id, token)) == 401)
        fixture.service.faults.clockSkew = 0
        try fixture.logIn("ana")
        fixture.service.faults.clockSkew = 86_400
        #expect(fixture.status("GET", "/profiles", as: "ana") == 401)
    }
}
