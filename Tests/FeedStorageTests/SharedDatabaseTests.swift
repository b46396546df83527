import Cards
import FeedAPI
import FeedEngine
import FeedPostgres
import FeedStorage
import Foundation
import Postgres
import PostgresSupport
import Support
import Testing

/// Two storages of one database, as with two servers: nothing is lost and nothing happens twice.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct SharedDatabaseTests {
    private let database: TestDatabase
    private let rigs: [Rig]

    init() throws {
        let database = try PostgresCluster.shared.makeDatabase()
        self.database = database
        rigs = try (0..<2).map { _ in try Rig(database) }
    }

    /// Runs `body` for each number concurrently, alternating between the storages.
    private func all<Value: Sendable>(
        _ numbers: Range<Int>, _ body: @escaping @Sendable (Rig, Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for number in numbers {
                let rig = rigs[number % 2]
                group.addTask { (number, try await body(rig, number)) }
            }
            var values: [Int: Value] = [:]
            for try await (number, value) in group { values[number] = value }
            return numbers.compactMap { values[$0] }
        }
    }

    @Test func `two storages of a database have the same epoch, and see each other's changes`() async throws {
        #expect(rigs[0].storage.epoch == rigs[1].storage.epoch && !rigs[0].storage.epoch.isEmpty)
        try await rigs[0].publish(["c1"])
        #expect(try await rigs[1].entries().entries.map(\.id) == ["c1"])
        let other = try Rig(.postgres)
        #expect(other.storage.epoch != rigs[0].storage.epoch)
    }

    /// As after the disk of the database was set back to a snapshot, which the servers cannot notice.
    @Test func `an administrator can expire all cursors`() async throws {
        let old = rigs[0].storage.epoch
        try await database.makePool(size: 1).access {
            try $0.execute("UPDATE cardstream.log SET epoch = md5(random()::text)")
        }
        let marks = try await rigs[0].storage.marks(of: FollowedFeeds(), asks: [])
        #expect(marks.epoch != old && rigs[0].storage.epoch == marks.epoch)
        #expect(try Rig(database).storage.epoch == marks.epoch)
    }

    @Test func `a poll returns only feeds that have changed since the last one`() async throws {
        let (ana, bo) = (Rig.ops, FeedKey(viewer: Rig.bo, streamID: "ops"))
        let nothing = FeedKey(viewer: Rig.bo, streamID: "none")
        var followed = FollowedFeeds([ana, bo, nothing])
        func changed() async throws -> [FeedKey: Int64] {
            let found = try await rigs[1].storage.marks(of: followed, asks: []).feeds
            followed = followed.updated(to: Set(followed.keys), marks: found)
            return found
        }
        #expect(try await changed().isEmpty)
        try await rigs[0].publish(["c1", "c2"], to: ["ana", "bo"])
        #expect(Set(try await changed().keys) == [ana, bo])
        #expect(try await changed().isEmpty)
        try await rigs[0].publish(["c3"])
        #expect(Set(try await changed().keys) == [ana])
        // As in an older copy of the database.
        try await database.makePool(size: 1).access { try $0.execute("TRUNCATE cardstream.feed CASCADE") }
        #expect(try await changed() == [ana: 0, bo: 0])
    }

    @Test func `a new database is created once, regardless of the number of servers`() async throws {
        let database = try PostgresCluster.shared.makeDatabase()
        let epochs = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 {
                group.addTask { try Rig(database).storage.epoch }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(epochs.count == 1)
    }

    @Test func `sequences have no gaps, and a follower misses no change`() async throws {
        let count = 60
        let reader = Task { [rig = rigs[1]] in
            var seen: [Int64] = []
            while seen.count < count {
                seen += try await rig.changes(after: seen.last ?? 0, limit: 7).entries.map(\.sequence)
                await Task.yield()
            }
            return seen
        }
        _ = try await all(0..<count) { rig, number in
            try await rig.publish([CardID(stored: "c\(100 + number)")], to: ["ana"])
        }
        #expect(try await reader.value == (1...Int64(count)).map { $0 })
        #expect(try await rigs[0].storage.position(of: Rig.ops).counters.visible == count)
    }

    @Test func `feeds that are published to in any order have the right counters`() async throws {
        let users = (0..<12).map { UserID("u\($0)") }
        _ = try await all(0..<40) { rig, number in
            let ids = (0..<users.count).map { CardID(stored: "c\(1000 + number)-\(100 + $0)") }
            return try await rig.publish(ids, to: number % 3 == 0 ? users.reversed() : users)
        }
        for user in users {
            let feed = FeedKey(environment: Rig.environment, user: user, streamID: "ops")
            #expect(try await rigs[0].changes(of: feed, after: 0).entries.map(\.sequence) == (1...40).map { $0 })
            #expect(try await rigs[1].storage.position(of: feed).counters.visible == 40)
        }
    }

    @Test func `a key counts once, whichever server gets it`() async throws {
        let ids = try await all(0..<10) { rig, number in
            try await rig.publish([CardID(stored: "c\(number)")], key: "p")
        }
        #expect(Set(ids).count == 1 && ids.count == 10)
        #expect(try await rigs[0].storage.position(of: Rig.ops).sequence == 1)
        let card = ids[0][0]
        let receipts = try await all(0..<10) { rig, _ in
            try await rig.act(.voteUp(message: nil), on: card, key: "k", at: 1)
        }
        #expect(Set(receipts).count == 1)
        #expect(try await rigs[1].storage.position(of: Rig.ops).sequence == 2)
        let outcome = try #require(try await rigs[0].storage.outcome(of: card, in: Rig.environment))
        #expect(outcome.responses.count == 1)
    }

    @Test func `one of many concurrent ends of a card takes effect`() async throws {
        try await rigs[0].publish(["c1"])
        let problems = try await all(0..<12) { rig, number in
            try await problem { try await rig.act(.dismiss, on: "c1", key: ActionKey("k\(number)"), at: 1) }
        }
        #expect(problems.count { $0 == nil } == 1 && problems.count { $0 == .cardClosed } == 11)
        let range = RecordRange(start: .after(0), limit: 9, mostBytes: .max)
        #expect(try await rigs[1].storage.endedCards(of: Rig.environment, in: range).cards.map(\.number) == [1])
    }

    @Test func `a follower of ended cards misses none`() async throws {
        let cards = (0..<30).map { CardID(stored: "c\(100 + $0)") }
        for card in cards { try await rigs[0].publish([card], to: ["u\(card)"] as [UserID]) }
        let reader = Task { [storage = rigs[0].storage] in
            var seen: [Int64] = []
            while seen.count < cards.count {
                let range = RecordRange(start: .after(seen.last ?? 0), limit: 4, mostBytes: .max)
                seen += try await storage.endedCards(of: Rig.environment, in: range).cards.map(\.number)
                await Task.yield()
            }
            return seen
        }
        _ = try await all(0..<cards.count) { rig, number in
            try await rig.storage.run(CancelCard(cards[number], in: Rig.environment, now: .fixed(1))).changed.feeds
                .count
        }
        #expect(try await reader.value == (1...30).map { Int64($0) })
    }

    @Test func `each delivery is claimed by one server`() async throws {
        let webhook = StoredWebhook(
            id: "w", environment: Rig.environment, url: "https://example.org", secret: "s", events: [], streams: [],
            createdAt: 0)
        _ = try await rigs[0].storage.run(AddWebhook(webhook))
        // The other server has not been notified of the webhook.
        for number in 0..<30 { try await rigs[1].publish([CardID(stored: "c\(100 + number)")]) }
        let ids = try await all(0..<12) { rig, _ in
            try await rig.storage.claimDeliveries(of: "w", limit: 5, now: .fixed, until: .fixed(60)).map(\.id)
        }
        let claimed = ids.flatMap(\.self)
        #expect(Set(claimed).count == claimed.count)
        let rest = try await rigs[0].storage.claimDeliveries(of: "w", limit: 99, now: .fixed, until: .fixed(60))
        #expect(claimed.count + rest.count == 30)
        #expect(try await rigs[1].storage.nextDelivery(of: "w") == .fixed(60))
        #expect(
            try await rigs[1].storage.claimDeliveries(of: "w", limit: 99, now: .fixed(60), until: .fixed(90)).count
                == 30)
    }

    @Test func `a deadline takes effect once`() async throws {
        var body = makeBody()
        body.expiresAt = .fixed(10)
        let users = (0..<20).map { UserID("u\($0)") }
        try await rigs[0].publish((0..<20).map { CardID(stored: "c\(100 + $0)") }, body, to: users)
        let counts = try await all(0..<6) { rig, _ in
            try await rig.storage.run(ApplyDeadlines(limit: 7, now: .fixed(11))).reply
        }
        var left = 0
        while case let count = try await rigs[0].storage.run(ApplyDeadlines(now: .fixed(11))).reply, count > 0 {
            left += count
        }
        #expect(counts.reduce(left, +) == 20)
        for user in users {
            let feed = FeedKey(environment: Rig.environment, user: user, streamID: "ops")
            #expect(try await rigs[1].storage.position(of: feed).sequence == 2)
        }
    }

    /// The lock is like that of a server that hangs.
    @Test func `a feed that is locked does not hold up what is due in others`() async throws {
        var body = makeBody()
        body.expiresAt = .fixed(10)
        // More cards than are processed at once.
        for number in 0..<9 { try await rigs[0].publish([CardID(stored: "c\(100 + number)")], body, to: ["ana"]) }
        try await rigs[0].publish(["d1"], body, to: ["bo"])
        let question = AskRequest(
            streamID: "ops", users: ["ana"],
            body: CardBody(components: [
                .buttons(
                    Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))])
                )
            ]).encoded(), timeout: 10)
        _ = try await rigs[0].storage.run(
            MakeAsk(try CheckedAsk(question, now: .fixed), id: "a", in: Rig.environment, ids: ["a1"], now: .fixed))
        let deadlines = ApplyDeadlines(limit: 4, now: .fixed(11))
        let pool = try database.makePool(size: 1)
        let (locked, lock) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        let holding = Task {
            try await pool.access { database in
                try database.transaction(.change) {
                    try database.run("SELECT FROM cardstream.feed WHERE userID = 'ana' FOR UPDATE")
                    lock.yield()
                    release.wait()
                }
            }
        }
        for await _ in locked { break }
        let done = try await rigs[1].storage.run(deadlines).reply
        release.signal()
        try await holding.value
        #expect(done == 1)
        #expect(try await rigs[0].status("d1") == .expired)
        #expect(try await rigs[0].status("c100") == .active)
        var rest = 0
        while case let count = try await rigs[1].storage.run(deadlines).reply, count > 0 { rest += count }
        #expect(rest == 10)
        #expect(try await rigs[0].storage.ask("a", in: Rig.environment)?.settlement != nil)
    }

    @Test func `a question that is answered on both servers is settled once, and its record is whole`() async throws {
        let body = CardBody(components: [
            .buttons(
                Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))]))
        ])
        let users = (0..<6).map { UserID("u\($0)") }
        for round in 0..<4 {
            let id = AskID(stored: "a\(round)")
            let request = AskRequest(streamID: "ops", users: users, body: body.encoded(), timeout: 600)
            let cards = users.map { CardID(stored: "\(id)-\($0)") }
            let command = MakeAsk(
                try CheckedAsk(request, now: .fixed), id: id, in: Rig.environment, ids: cards, now: .fixed)
            _ = try await rigs[round % 2].storage.run(command)
            let problems = try await all(0..<users.count) { rig, number in
                let viewer = Viewer(environment: Rig.environment, user: users[number])
                return try await problem {
                    try await rig.act(
                        .submit(buttonName: "yes", values: [:]), on: cards[number], key: "k\(round)", by: viewer, at: 1)
                }
            }
            #expect(problems.count { $0 == nil } == 1, "\(problems)")
            let ask = try #require(try await rigs[0].storage.ask(id, in: Rig.environment))
            #expect(ask.votes.count == 1 && ask.settlement?.vote?.user == ask.votes[0].user)
        }
        let rows = try await rigs[1].storage.audit(of: Rig.environment, in: AuditQuery())
        #expect(rows.map(\.number) == (1...Int64(rows.count)).map { $0 } && rows.count >= 4 * 3)
        for (row, next) in zip(rows, rows.dropFirst()) { #expect(next.previous == row.hash) }
    }

    @Test func `a step of an ask is performed once, whichever server performs it`() async throws {
        let body = CardBody(components: [
            .buttons(
                Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))]))
        ])
        for round in 0..<10 {
            var request = AskRequest(streamID: "ops", users: ["u0"], body: body.encoded(), timeout: 600)
            request.steps = [.init(after: 60, users: ["u1"]), .init(after: 120, users: ["u2"])]
            let cards = (0..<3).map { CardID(stored: "a\(round)-\($0)") }
            _ = try await rigs[0].storage.run(
                MakeAsk(
                    try CheckedAsk(request, now: .fixed), id: AskID(stored: "a\(round)"), in: Rig.environment,
                    ids: cards,
                    now: .fixed))
        }
        for (seconds, users) in [(61.0, 2), (121, 3)] {
            _ = try await all(0..<6) { rig, _ in
                let now = Date.fixed(seconds)
                var isDone = false
                // A storage that finds everything locked by the others applies nothing, although cards are due.
                while !isDone {
                    _ = try await rig.storage.run(ApplyDeadlines(limit: 3, now: now))
                    isDone = try await rig.storage.deadlines().card ?? .distantFuture > now
                }
            }
            for round in 0..<10 {
                let ask = try await rigs[1].storage.ask(AskID(stored: "a\(round)"), in: Rig.environment)
                #expect(ask?.cards.map(\.user) == (0..<users).map { UserID("u\($0)") })
            }
        }
        let rows = try await rigs[1].storage.audit(of: Rig.environment, in: AuditQuery())
        #expect(rows.count == 30)
    }

    @Test func `a publication is stored once, even if replies to commits are lost`() async throws {
        let database = try PostgresCluster.shared.makeDatabase()
        let proxy = try database.makeFaultProxy()
        let rig = try Rig(database, through: proxy)
        let losses: [[PostgresFaultProxy.Loss]] = [[.reply], [.commit], [.reply, .reply], [.commit, .reply], []]
        for (number, losses) in losses.enumerated() {
            proxy.lose(losses)
            // Without a key, so that a repetition would create a second card.
            try await rig.publish([CardID(stored: "c\(number)")])
        }
        #expect(proxy.lostCount >= 4)
        #expect(try await rig.changes(after: 0).entries.map(\.id) == ["c0", "c1", "c2", "c3", "c4"])
        #expect(try await rig.changes(after: 0).entries.map(\.sequence) == [1, 2, 3, 4, 5])
    }

    @Test func `an invitation is redeemed once`() async throws {
        let invitation = StoredInvitation(
            id: "i", environment: Rig.environment, user: "zoe", hash: [UInt8](repeating: 7, count: 32), createdAt: 0,
            expiresAt: Date.fixed(60).milliseconds, tokenDays: 90)
        _ = try await rigs[0].storage.run(MakeInvitation(invitation))
        let problems = try await all(0..<8) { rig, _ in
            try await problem { try await rig.storage.run(RedeemInvitation(hash: invitation.hash, now: .fixed)) }
        }
        #expect(problems.count { $0 == nil } == 1 && problems.count { $0 == .invitationEnded } == 7)
    }

    @Test func `records are stored once, and their follower misses none`() async throws {
        let count = 40
        let reader = Task { [storage = rigs[1].storage] in
            var seen: [Int64] = []
            while seen.count < count {
                let range = RecordRange(start: .after(seen.last ?? 0), limit: 9, mostBytes: .max)
                seen += try await storage.records(.event, of: Rig.environment, in: range).map(\.sequence)
                await Task.yield()
            }
            return seen
        }
        let new = try await all(0..<count * 2) { rig, number in
            let record = StoredRecord(kind: .event, id: RecordID(stored: "r\(number / 2)"), content: Array("{}".utf8))
            return try await rig.storage.collect([record], of: Rig.ana, at: .fixed)
        }
        #expect(new.reduce(0, +) == count)
        #expect(try await reader.value == (1...Int64(count)).map { $0 })
    }

    @Test func `a device is registered with both, and belongs to the last user`() async throws {
        _ = try await all(0..<12) { rig, number in
            let viewer = Viewer(environment: Rig.environment, user: UserID("u\(number)"))
            return try await rig.storage.run(
                RegisterDevice(
                    DeviceToken(stored: "t"), of: viewer, in: [.production], limit: 9, now: .fixed(Double(number)))
            ).changed.feeds.count
        }
        var owners = 0
        for number in 0..<12 {
            let viewer = Viewer(environment: Rig.environment, user: UserID("u\(number)"))
            owners += try await rigs[0].storage.user(viewer).devices.count
        }
        #expect(owners == 1)
    }

    @Test func `a file that one server received, the other one reads`() async throws {
        let files = rigs[0].storage.files
        let id = try await files.begin(size: 6)
        try await files.append(Array("abc".utf8), to: id)
        try await rigs[1].storage.removeStrayFiles()
        try await files.append(Array("def".utf8), to: id)
        try await files.finish(id)
        let content = try await rigs[1].storage.files.open(id)
        #expect(try await content.read(atMost: 2) == Array("ab".utf8))
        #expect(try await content.read(atMost: 9) == Array("c".utf8))
        #expect(try await content.read(atMost: 9) == Array("def".utf8))
        await content.close()
        await files.discard(id)
        #expect(try await problem { try await files.append([1], to: id) } == .shuttingDown)
    }
}
