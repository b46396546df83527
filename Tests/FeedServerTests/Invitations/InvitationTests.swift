import Cards
import Crypto
import FeedAPI
import FeedServer
import FeedStorage
import Foundation
import Support
import Testing

/// Invitations over HTTP: who may create them, what a code gives, and when it expires.
@Suite struct InvitationTests {
    private func invite(
        user: UserID = "ana", days: Int = 90, _ test: TestServer, _ client: RawClient
    ) async throws -> Invitation {
        let body = FeedCoder.encode(InvitationRequest(user: user, tokenDays: days))
        let answer = try await client.request(.makeInvitation, test.keys.publisherCredentials, body: body)
        #expect(answer.status == 201)
        return try FeedCoder.decodeInvitation(answer.body)
    }

    private func exchange(
        _ code: InvitationCode?, for user: UserID? = nil, _ client: RawClient
    ) async throws -> RawClient.Answer {
        try await client.request(
            .exchangeInvitation, nil, body: FeedCoder.encode(InvitationExchange(code: try #require(code), user: user)))
    }

    @Test func `a code gives a key and a token for the feed once`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let invitation = try await invite(days: 7, test, client)
            #expect(invitation.user == "ana" && invitation.expiresAt == .fixed(3600))
            let answer = try await exchange(invitation.code, client)
            #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
            let grant = try FeedCoder.decodeInvitationGrant(answer.body)
            #expect(grant.user == "ana" && grant.environment == test.keys.environment)
            #expect(grant.tokenExpiresAt == .fixed(7 * 86_400))
            let credentials = FeedCredentials(
                environment: grant.environment.rawValue, apiKey: grant.viewerKey, token: grant.token)
            let snapshot = try await client.request(.snapshot(stream: "ops"), credentials)
            #expect(try FeedCoder.decodePage(snapshot.body).entries.map(\.id) == [card])

            let again = try await exchange(invitation.code, client)
            #expect(again.status == 410 && again.problem?.type == .invitationEnded)
            #expect(again.problem?.detail?.contains("2026") == true)
            // The token expires at the stated time.
            test.clock.advance(by: 7 * 86_400)
            let late = try await RawClient(port: port).request(.metrics, credentials)
            #expect(late.status == 401 && late.problem?.type == .tokenExpired)
        }
    }

    @Test func `a code that is for another user than the wanted one is not used up`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let invitation = try await invite(test, client)
            let refused = try await exchange(invitation.code, for: "bob", client)
            #expect(refused.status == 403 && refused.problem?.title == "The invitation is for another user")
            #expect(try await exchange(invitation.code, for: "ana", client).status == 200)
        }
    }

    @Test func `a code ends with its time`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let (first, second) = (try await invite(test, client), try await invite(test, client))
            test.clock.advance(by: 3599)
            #expect(try await exchange(first.code, client).status == 200)
            test.clock.advance(by: 1)
            let late = try await exchange(second.code, client)
            #expect(late.status == 410 && late.problem?.type == .invitationEnded)
        }
    }

    @Test func `only a publisher creates, lists and revokes invitations, in its own environment`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        var config = keys.config
        config.environments.append(
            ServerConfig.Environment(id: "other", viewerKeys: [], publisherKeys: ["other-publisher"]))
        let test = try await TestServer(keys: keys, config: config)
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let invitation = try await invite(test, client)
            let body = FeedCoder.encode(InvitationRequest(user: "bo"))
            let viewer = try await test.viewer()
            for credentials in [viewer, nil] {
                let refused = try await RawClient(port: port).request(.makeInvitation, credentials, body: body)
                #expect(refused.status == (credentials == nil ? 401 : 403))
            }
            let listed = try await client.request(.invitations, test.keys.publisherCredentials)
            let open = try FeedCoder.decodeInvitations(listed.body)
            #expect(open.map(\.id) == [invitation.id] && open[0].code == nil)
            let code = try #require(invitation.code)
            #expect(!String(decoding: listed.body, as: UTF8.self).contains(code.text))

            let other = FeedCredentials(environment: "other", apiKey: "other-publisher")
            #expect(try FeedCoder.decodeInvitations(try await client.request(.invitations, other).body).isEmpty)
            #expect(try await client.request(.revokeInvitation(invitation.id), other).status == 404)
            // The environment has only a public key, or none, so its tokens are issued elsewhere.
            let none = try await client.request(.makeInvitation, other, body: body)
            #expect(none.status == 409 && none.problem?.type == .notOffered)

            let revoked = try await client.request(.revokeInvitation(invitation.id), test.keys.publisherCredentials)
            #expect(revoked.status == 204)
            #expect(try await exchange(code, client).problem?.type == .unknownInvitation)
            let left = try await client.request(.invitations, test.keys.publisherCredentials)
            #expect(try FeedCoder.decodeInvitations(left.body).isEmpty)
        }
    }

    @Test func `ten wrong codes lock the address out, also for correct codes`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let invitation = try await invite(test, client)
            for number in 0..<10 {
                let body =
                    number == 3
                    ? Array(#"{"code":"no code"}"#.utf8) : FeedCoder.encode(InvitationExchange(code: .random()))
                let answer = try await client.request(.exchangeInvitation, nil, body: body)
                #expect(answer.status == 404 && answer.problem?.type == .unknownInvitation)
            }
            let locked = try await exchange(invitation.code, client)
            #expect(locked.status == 429 && locked.headers["retry-after"] == "60")
            #expect(locked.problem?.type == .tooManyRequests)
            // Clients themselves add when to try again.
            #expect(locked.problem?.detail?.contains("try again") == false)
            // Users with credentials are not affected.
            let viewer = try await test.viewer()
            #expect(try await RawClient(port: port).request(.metrics, viewer).status == 200)
            test.clock.advance(by: 60)
            #expect(try await exchange(invitation.code, try await RawClient(port: port)).status == 200)
        }
    }

    @Test func `a request without a code does not count as an attempt, and a large one is refused unread`() async throws
    {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            for _ in 0..<12 {
                let answer = try await client.request(.exchangeInvitation, nil, body: Array("{}".utf8))
                #expect(answer.status == 400 && answer.problem?.pointer == "/code")
            }
            let large = try await client.request(
                .exchangeInvitation, nil, body: [UInt8](repeating: UInt8(ascii: " "), count: 2000))
            #expect(large.status == 413)
        }
    }

    @Test func `only the hash of a code is stored`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let code = try await test.listening { port in
            try #require(try await invite(test, RawClient(port: port)).code)
        }
        let hash = Data(SHA256.hash(data: code.bytes))
        var files = 0
        var isHashed = false
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            guard let bytes = FileManager.default.contents(atPath: directory + "/" + name) else { continue }
            files += 1
            #expect(bytes.range(of: Data(code.bytes)) == nil && bytes.range(of: Data(code.text.utf8)) == nil)
            isHashed = isHashed || bytes.range(of: hash) != nil
        }
        #expect(files > 0 && isHashed)
    }

    @Test func `a token has the claim that its environment asks for`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        var config = keys.config
        config.environments[0].userClaim = "email"
        let test = try await TestServer(keys: keys, config: config)
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let answer = try await exchange(try await invite(user: "ana@b.c", test, client).code, client)
            let grant = try FeedCoder.decodeInvitationGrant(answer.body)
            let credentials = FeedCredentials(
                environment: grant.environment.rawValue, apiKey: grant.viewerKey, token: grant.token)
            #expect(try await client.request(.metrics, credentials).status == 200)
        }
    }
}
