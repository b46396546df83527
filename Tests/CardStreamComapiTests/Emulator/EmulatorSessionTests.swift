import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

typealias Transport = EmulatedSpace.Transport

/// Sessions against the emulator: challenge, token, reuse, renewal, refusal, end and push.
@Suite(.timeLimit(.minutes(1))) struct EmulatorSessionTests {
    @Test(arguments: Transport.allCases)
    func `the first call starts a session, which makes the profile`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let client = space.client("ana")
            #expect(await client.sessions.current() == nil)
            let profile = try await client.profiles.profile("ana")
            #expect(profile.value.id == "ana" && profile.value.createdOn == space.clock.now)
            let session = try #require(await client.sessions.current())
            #expect(session.profileID == "ana" && session.isActive)
            #expect(session.expiresOn == space.clock.now.addingTimeInterval(86_400))
            #expect(session.details["deviceId"] == "device" && session.details["state"] == "SessionStarted")
        }
    }

    @Test(arguments: Transport.allCases)
    func `the profile can be in another claim`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport, configure: { $0.profileClaim = "email" }) { space in
            let right = space.client("ana", authenticator: space.authenticator("ana", profileClaim: "email"))
            let session = try await right.sessions.start()
            #expect(session.profileID == "ana")
            let wrong = await failure { try await space.client("ana").sessions.start() }
            #expect(wrong?.code == .unauthorized && wrong?.status == 401)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a token with another secret is refused`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let client = space.client("ana", authenticator: space.authenticator("ana", secret: "guessed"))
            let error = await failure { try await client.profiles.profile("ana") }
            #expect(error?.code == .unauthorized && error?.status == 401)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a challenge that has expired is refused`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport, configure: { $0.challengeLifetime = 1 }) { space in
            let slow = SlowAuthenticator(signer: space.authenticator("ana"), clock: space.clock)
            let error = await failure { try await space.client("ana", authenticator: slow).sessions.start() }
            #expect(error?.code == .unauthorized)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a stored session is used by the next start of the program`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let storage = MemorySessionStorage()
            let first = try await space.client("ana", storage: storage).sessions.start()
            let second = space.client("ana", storage: storage)
            _ = try await second.profiles.profile("ana")
            #expect(await second.sessions.current() == first)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a session is renewed when it expires`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport, configure: { $0.sessionLifetime = 600 }) { space in
            let client = space.client("ana")
            let first = try await client.sessions.start()
            await space.wait { space.clock.sleeperCount > 0 }
            space.clock.advance(by: 600)
            await space.wait { await client.sessions.current().map { $0.id != first.id } ?? false }
            _ = try await client.profiles.profile("ana")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a refused token is replaced twice, and the third refusal is an error`(
        over transport: Transport
    ) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let client = space.client("ana")
            let first = try await client.sessions.start()
            await space.fail(.unauthorized, "/profiles", count: 2)
            #expect(try await client.profiles.profile("ana").value.id == "ana")
            let third = try #require(await client.sessions.current())
            #expect(third.id != first.id)
            await space.fail(.unauthorized, "/profiles", count: 3)
            let error = await failure { try await client.profiles.profile("ana") }
            #expect(error?.code == .unauthorized && error?.status == 401)
            #expect(await space.emulator.faults.requests.allSatisfy { $0.count == 0 })
            #expect(try await client.profiles.profile("ana").value.id == "ana")
        }
    }

    @Test(arguments: Transport.allCases)
    func `calls at the same time replace a refused session once`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let client = space.client("ana")
            try await client.sessions.start()
            await space.emulator.endSessions(of: "ana")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = try await client.profiles.profile("ana") } }
                try await group.waitForAll()
            }
            #expect(await space.emulator.sessionCount(of: "ana") == 1)
        }
    }

    @Test(arguments: Transport.allCases)
    func `an ended session is unknown to the service`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let client = space.client("ana")
            let first = try await client.sessions.start()
            try await client.sessions.end()
            #expect(await client.sessions.current() == nil)
            #expect(await space.emulator.sessionCount(of: "ana") == 0)
            // Has no effect, because there is no session.
            try await client.sessions.end()
            let second = try await client.sessions.start()
            #expect(second.id != first.id)
            // The service has already forgotten the session.
            await space.emulator.endSessions(of: "ana")
            try await client.sessions.end()
        }
    }

    @Test(arguments: Transport.allCases)
    func `a push token is set in lower-case digits, replaced and removed`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let client = space.client("ana")
            try await client.sessions.setPushToken(.apns(bundleID: "app", token: "00FFA7", isDevelopment: true))
            let apns: JSONObject = ["apns": ["bundleId": "app", "environment": "development", "token": "00ffa7"]]
            #expect(await space.emulator.pushDetails(of: "ana") == [apns])
            try await client.sessions.setPushToken(.fcm(package: "app", registrationID: "r1"))
            let fcm: JSONObject = ["fcm": ["package": "app", "registrationId": "r1"]]
            #expect(await space.emulator.pushDetails(of: "ana") == [fcm])
            try await client.sessions.removePushToken()
            #expect(await space.emulator.pushDetails(of: "ana").isEmpty)
            let error = await failure {
                try await client.sessions.setPushToken(.apns(bundleID: "", token: "zz", isDevelopment: false))
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.validationFailures.map(\.field) == ["apns.bundleId", "apns.token"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a clock of the service that is a day behind starts one session, not one after another`(
        over transport: Transport
    ) async throws {
        try await EmulatedSpace.run(over: transport, configure: { $0.clockLeeway = 200_000 }) { space in
            // By this machine's clock, every session has expired before it starts.
            var faults = await space.emulator.faults
            faults.clockSkew = -100_000
            await space.emulator.setFaults(faults)
            let client = space.client("ana")
            for _ in 0..<5 { _ = try await client.profiles.profile("ana") }
            #expect(await space.emulator.sessionCount(of: "ana") == 1)
        }
    }
}

/// An authenticator that takes longer than a challenge is valid.
private struct SlowAuthenticator: ComapiAuthenticator {
    let signer: HS256Authenticator
    let clock: TestClock

    func token(for challenge: AuthenticationChallenge) async throws -> String? {
        clock.advance(by: 2)
        return signer.token(for: challenge)
    }
}
