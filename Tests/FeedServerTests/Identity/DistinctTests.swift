import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

@testable import FeedServer

/// Two different texts are never the same identifier, wherever the server compares or stores them.
@Suite struct DistinctTests {
    /// The number of cards that each user sees.
    private func counts(_ test: TestServer, _ users: String...) async throws -> [Int] {
        var counts: [Int] = []
        for user in users { counts.append(try await test.ids(user).count) }
        return counts
    }

    @Test func `users with similar names are distinct`() async throws {
        for (one, other) in HostileTexts.pairs {
            let test = try await TestServer()
            try await test.publish(to: [one])
            #expect(try await counts(test, one, other) == [1, 0], "\(one) \(other)")
            #expect(try await test.client(other).metrics().totalCards == 0)
            // The same with both users in one publication.
            try await test.publish(to: [one, other])
            #expect(try await counts(test, one, other) == [2, 1], "\(one) \(other)")
            _ = try await test.client(one).updateUser(UserSettings(name: "One"))
            #expect(try await test.client(other).user().name == nil)
            // A card of one user does not exist for the other.
            let card = try #require(try await test.ids(one).first)
            #expect(await problem { try await test.act(.dismiss, on: card, user: other) }?.type == .unknownCard)
        }
    }

    @Test func `users of one process at a time`() {
        for (one, other) in HostileTexts.pairs {
            let viewers = [one, other].map { Viewer(environment: "e", user: UserID($0)) }
            #expect(Set(viewers).count == 2 && Set(viewers.map { FeedKey(viewer: $0, streamID: "ops") }).count == 2)
        }
    }

    @Test func `publication keys and lifecycles`() async throws {
        for (one, other) in HostileTexts.pairs {
            let test = try await TestServer()
            let first = try await test.publish(key: one)
            let second = try await test.publish(makeBody(title: "Another"), key: other)
            #expect(first != second, "\(one) \(other)")
            #expect(try await test.publish(key: one) == first)
            try await test.publish(makeBody(lifecycleID: one))
            try await test.publish(makeBody(lifecycleID: other))
            #expect(try await test.ids().count == 4, "\(one) \(other)")
        }
    }

    @Test func `action keys and upload keys`() async throws {
        for (one, other) in HostileTexts.pairs {
            let test = try await TestServer()
            let cards = [try await test.publish(), try await test.publish()]
            for (card, key) in zip(cards, [one, other]) {
                #expect(try await test.act(.dismiss, on: card, key: key).cardID == card, "\(one) \(other)")
            }
            let card = try await test.publish(UploadTests.body())
            let path = temporaryDirectory()
            defer { try? FileManager.default.removeItem(atPath: path) }
            var ids: Set<UploadID> = []
            for (key, size) in [(one, 100), (other, 200)] {
                try Data(UploadTests.picture(size)).write(to: URL(filePath: path))
                let file = UploadFile(path: path, filename: "a.png", format: .png, size: size)
                let target = UploadTarget(key: ActionKey(key), streamID: "ops", cardID: card, bucketID: "receipts")
                ids.insert(try await test.client().upload(target, file) { _ in }.id)
            }
            #expect(ids.count == 2, "\(one) \(other)")
        }
    }

    @Test func `buckets with similar names are distinct`() async throws {
        for (one, other) in HostileTexts.pairs {
            let test = try await TestServer()
            let input = Card.Input(name: "photo", kind: .fileUpload(bucketID: one, allowedTypes: .staticImage))
            let card = try await test.publish(makeBody(components: [.input(input)]))
            let path = temporaryDirectory()
            defer { try? FileManager.default.removeItem(atPath: path) }
            try Data(UploadTests.picture(100)).write(to: URL(filePath: path))
            let file = UploadFile(path: path, filename: "a.png", format: .png, size: 100)
            func send(_ bucket: String) async throws -> UploadReceipt {
                try await test.client().upload(
                    UploadTarget(key: ActionKey(UUID()), streamID: "ops", cardID: card, bucketID: BucketID(bucket)),
                    file
                ) { _ in }
            }
            #expect(await problem { try await send(other) }?.type == .unknownBucket, "\(one) \(other)")
            #expect(try await send(one).bucketID == BucketID(one))
        }
    }

    @Test func `records and events`() async throws {
        for (one, other) in HostileTexts.pairs {
            let test = try await TestServer()
            let client = test.client()
            let receipt = try await client.sendAnalytics(
                [one, other, one].map { AnalyticsRecord(id: $0, name: "card-displayed", at: .fixed) })
            #expect(receipt.accepted == 2 && receipt.duplicates == 1, "\(one) \(other)")
            for id in [one, other, one] { try await client.sendEvent(CustomEvent(id: id, name: "n", at: .fixed)) }
            let lines = try await test.server.service.recordLines(
                .event, environment: test.keys.environment, RecordQuery())
            #expect(lines.count == 2, "\(one) \(other)")
        }
    }

    @Test func `cards, files, webhooks and deliveries`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        let environment = test.keys.environment
        for text in [
            card.rawValue.uppercased(), card.rawValue + " ", card.rawValue + "%00", "\u{FEFF}" + card.rawValue,
        ] {
            let other: CardID = CardID(text)
            #expect(await problem { try await test.server.outcome(of: other, environment: environment) } != nil)
            #expect(await problem { try await test.server.cancel(other, environment: environment) } != nil)
            #expect(await problem { try await test.act(.dismiss, on: other) }?.type == .unknownCard)
        }
        #expect(try await test.ids() == [card])
    }

    @Test func `environments`() async throws {
        for (one, other) in HostileTexts.pairs where one.utf8.allSatisfy({ $0 > 0x20 }) {
            let secret = ServerConfig.Verification.hs256(secret: String(repeating: "s", count: 32))
            let config = ServerConfig(
                environments: [one, other].map {
                    .init(
                        id: EnvironmentID($0), viewerKeys: [.init(key: "v", verification: secret)], publisherKeys: [$0])
                })
            let test = try await TestServer(config: config)
            let authenticator = test.server.routes.authenticator
            #expect(
                try await authenticator.identify(environment: other, key: other, authorization: nil)
                    == .publisher(environment: EnvironmentID(other)))
            #expect(
                await problem { try await authenticator.identify(environment: one, key: other, authorization: nil) }?
                    .type
                    == .unauthenticated)
            let request = PublishRequest(streamID: "ops", users: ["ana"], key: "k", body: makeBody().encoded())
            try await test.server.publish([request], environment: EnvironmentID(one))
            let feed = FeedClient.inProcess(test.server, environment: EnvironmentID(other), user: "ana")
            #expect(try await feed.snapshot("ops", nil).totalCount == 0, "\(one) \(other)")
        }
    }

    @Test func `tokens: only the very text that was verified is taken as verified`() async throws {
        let test = try await TestServer()
        let authenticator = test.server.routes.authenticator
        let secret = Array(test.keys.secret.utf8)
        let end = Int(test.clock.now.timeIntervalSince1970) + 600
        // A token with a K, which in Unicode is equivalent to the kelvin sign.
        let tokens = (0..<200).map { number in
            String(
                decoding: StrictToken.sign(
                    Array(#"{"alg":"HS256"}"#.utf8), Array(#"{"sub":"ana","n":\#(number),"exp":\#(end)}"#.utf8),
                    secret: secret), as: UTF8.self)
        }
        let token = try #require(tokens.first { $0.contains("K") })
        func identify(_ token: String) async throws(Problem) -> Identity {
            try await authenticator.identify(
                environment: test.keys.environment.rawValue, key: test.keys.viewerKey, authorization: "Bearer \(token)")
        }
        guard case .viewer(let viewer, _) = try await identify(token) else {
            Issue.record("no viewer")
            return
        }
        #expect(viewer.user == "ana")
        let other = token.replacing("K", with: "\u{212A}")
        #expect(other == token, "equal to Swift")
        #expect(await problem { try await identify(other) }?.type == .unauthenticated)
    }
}
