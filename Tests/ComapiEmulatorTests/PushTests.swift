import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// The push token of a session's device.
@Suite struct PushTests {
    private static let apns = #"{"apns":{"bundleId":"com.shop","environment":"development","token":"00ff"}}"#

    @Test func `a device's push token is kept with its session until it is removed`() throws {
        var fixture = try EmulatorFixture(profiles: ["ben"])
        let session = try #require(try fixture.logIn("ana")["session"]?["id"]?.string)
        let path = "/sessions/\(session)/push"
        #expect(fixture.status("PUT", path, as: "ana", body: Self.apns) == 200)
        let kept = fixture.service.sessions.values.first { $0.id == session }?.push
        #expect(kept?["apns"]?["token"] == "00ff")
        #expect(fixture.status("PUT", path, as: "ben", body: Self.apns) == 404)
        #expect(fixture.status("DELETE", path, as: "ana") == 204)
        #expect(fixture.service.sessions.values.first { $0.id == session }?.push == nil)
    }

    @Test(arguments: [
        (#"{"fcm":{"package":"com.shop","registrationId":"r"}}"#, [] as [String]),
        (#"{}"#, ["push"]), (#"{"apns":{}}"#, ["apns.bundleId", "apns.environment", "apns.token"]),
        (#"{"apns":{"bundleId":"b","environment":"test","token":"00"}}"#, ["apns.environment"]),
        (#"{"apns":{"bundleId":"b","environment":"production","token":"00FF"}}"#, ["apns.token"]),
        (#"{"fcm":{"package":"com.shop"}}"#, ["fcm.registrationId"]),
    ])
    func `push details have all members of one service`(body: String, failures: [String]) throws {
        var fixture = try EmulatorFixture()
        let session = try #require(try fixture.logIn("ana")["session"]?["id"]?.string)
        let response = fixture.response("PUT", "/sessions/\(session)/push", as: "ana", body: body)
        #expect(response.status == (failures.isEmpty ? 200 : 400) && response.failures == failures)
    }

    @Test func `a session can begin with its push token`() throws {
        var fixture = try EmulatorFixture()
        let (id, nonce) = try fixture.challenge()
        let token = EmulatorFixture.jwt(fixture.claims(of: "ana", nonce: nonce))
        let body = EmulatorFixture.sessionBody(id, token).dropLast() + ",\"push\":\(Self.apns)}"
        let result = try fixture.json("POST", "/sessions", body: String(body))
        let kept = fixture.service.sessions[try #require(result["token"]?.string)]
        #expect(kept?.push?["apns"]?["bundleId"] == "com.shop")
    }
}
