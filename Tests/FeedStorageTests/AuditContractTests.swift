import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// The audit record of asks, in every storage.
@Suite struct AuditContractTests {
    private static let body = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes"))),
                Card.Button(text: "No", action: .submit(.init(buttonName: "no"))),
            ])),
    ])

    /// Creates an ask. The ids of its cards consist of the ask's id and the names of the users.
    private func ask(
        _ id: AskID = "a", of rig: Rig, in environment: EnvironmentID = Rig.environment,
        change: (inout AskRequest) -> Void = { _ in }
    ) async throws {
        var request = AskRequest(streamID: "ops", users: ["ana", "bo"], body: Self.body.encoded(), timeout: 600)
        change(&request)
        let ids = (request.users + request.steps.flatMap(\.users)).map { CardID(stored: "\(id)-\($0)") }
        _ = try await rig.storage.run(
            MakeAsk(try CheckedAsk(request, now: .fixed), id: id, in: environment, ids: ids, now: .fixed))
    }

    private func answer(_ button: String, by user: UserID, of rig: Rig, at seconds: Double) async throws {
        let request = ActionRequest(
            key: ActionKey(stored: "\(user)"), streamID: "ops", cardID: CardID(stored: "a-\(user)"),
            response: .submit(buttonName: button, values: ["why": "secret"]), at: .fixed(seconds))
        _ = try await rig.storage.run(
            ActOnCard(request, by: Viewer(environment: Rig.environment, user: user), now: .fixed(seconds)))
    }

    private func rows(_ rig: Rig, _ query: AuditQuery = AuditQuery()) async throws -> [AuditRow] {
        try await rig.storage.audit(of: Rig.environment, in: query)
    }

    private func findings(_ rows: [AuditRow]) -> [AuditCheck.Finding] {
        var check = AuditCheck()
        return rows.compactMap { check.add(.object($0.json)) }
    }

    @Test(arguments: StorageKind.allCases)
    func `every event is a row, in order and without entered values`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await ask(of: rig) { $0.quorum = .count(2) }
        _ = try await rig.storage.run(RecordReceivedCards(["a-ana": "a"], by: .push, now: .fixed(1)))
        _ = try await rig.storage.run(RecordReceivedCards(["a-ana": "a", "a-bo": "a"], by: .fetch, now: .fixed(2)))
        let seen = StoredRecord(kind: .analytics, id: "r", content: Array("{}".utf8), seenCard: "a-bo")
        _ = try await rig.storage.collect([seen], of: Rig.bo, at: .fixed(3))
        let again = StoredRecord(kind: .analytics, id: "s", content: Array("{}".utf8), seenCard: "a-bo")
        _ = try await rig.storage.collect([again], of: Rig.bo, at: .fixed(4))
        try await answer("yes", by: "ana", of: rig, at: 5)
        try await answer("yes", by: "bo", of: rig, at: 6)
        let rows = try await rows(rig)
        #expect(rows.map(\.number) == Array(1...7))
        #expect(rows.map(\.entry.event) == [.asked, .told, .told, .seen, .answered, .answered, .settled])
        #expect(rows.map(\.entry.user) == [nil, "ana", "bo", "bo", "ana", "bo", "bo"])
        #expect(rows.map { $0.entry.detail["by"]?.string } == [nil, "push", "fetch", nil, nil, nil, nil])
        #expect(rows.map(\.entry.at) == [0, 1, 2, 3, 5, 6, 6].map { FeedTime.milliseconds(.fixed($0)) })
        #expect(rows[0].entry.detail["users"] == ["ana", "bo"])
        #expect(!rows.contains { JSONValue.object($0.json).text().contains("secret") })
        #expect(findings(rows) == [])
    }

    @Test(arguments: StorageKind.allCases)
    func `users' actions have the device that their programs state, in consistent rows`(
        kind: StorageKind
    ) async throws {
        let rig = try Rig(kind)
        let devices = [ViewerDevice(id: "laptop-1", name: "Büro"), ViewerDevice(id: "phone-22"), nil]
        try await ask(of: rig) { $0.quorum = .count(2) }
        for (user, device) in zip([Rig.ana, Rig.bo], devices) {
            let card = CardID(stored: "a-\(user.user)")
            _ = try await rig.storage.run(RecordReceivedCards([card: "a"], by: .push, from: device, now: .fixed(1)))
            // Only the first of these rows counts.
            _ = try await rig.storage.run(RecordReceivedCards([card: "a"], by: .push, from: devices[0], now: .fixed(1)))
            let seen = StoredRecord(
                kind: .analytics, id: "r", content: Array("{}".utf8), seenCard: card, device: device)
            _ = try await rig.storage.collect([seen], of: user, at: .fixed(2))
        }
        func act(_ response: CardResponse, by viewer: Viewer, from device: ViewerDevice?) async throws {
            let request = ActionRequest(
                key: ActionKey(stored: "\(viewer.user)"), streamID: "ops", cardID: CardID(stored: "a-\(viewer.user)"),
                response: response, at: .fixed(3))
            _ = try await rig.storage.run(ActOnCard(request, by: viewer, from: device, now: .fixed(3)))
        }
        try await act(.submit(buttonName: "yes", values: [:]), by: Rig.ana, from: devices[2])
        try await act(.dismiss, by: Rig.bo, from: devices[1])
        let rows = try await rows(rig)
        #expect(
            rows.map(\.entry.event) == [.asked, .told, .seen, .told, .seen, .answered, .dismissed, .settled])
        let phone: JSONValue = ["id": "phone-22"]
        let laptop: JSONValue = ["id": "laptop-1", "name": "Büro"]
        #expect(
            rows.map { $0.entry.detail["device"] } == [nil, laptop, laptop, phone, phone, nil, phone, nil])
        #expect(findings(rows) == [])
        // The rows as another storage would read them.
        var check = AuditCheck()
        for row in rows {
            let line = JSONValue.object(row.json).encoded()
            #expect(check.add(try JSONValue(parsing: line)) == nil)
        }
    }

    @Test(arguments: StorageKind.allCases)
    func `withdrawals, deadlines, steps and dismissals have rows`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await ask("w", of: rig)
        _ = try await rig.storage.run(WithdrawAsk("w", in: Rig.environment, now: .fixed(1)))
        try await ask("t", of: rig) {
            $0.users = ["ana"]
            $0.steps = [.init(after: 60, users: ["bo"])]
        }
        _ = try await rig.storage.run(ApplyDeadlines(now: .fixed(61)))
        _ = try await rig.storage.run(ApplyDeadlines(now: .fixed(600)))
        try await ask("d", of: rig) { $0.users = ["ana"] }
        let dismissal = ActionRequest(key: "k", streamID: "ops", cardID: "d-ana", response: .dismiss, at: .fixed(9))
        _ = try await rig.storage.run(ActOnCard(dismissal, by: Rig.ana, now: .fixed(9)))
        func events(_ ask: AskID) async throws -> [AuditEntry.Event] {
            try await rows(rig, AuditQuery(ask: ask)).map(\.entry.event)
        }
        #expect(try await events("w") == [.asked, .withdrawn])
        #expect(try await events("t") == [.asked, .asked, .timedOut])
        #expect(try await events("d") == [.asked, .dismissed, .settled])
        #expect(findings(try await rows(rig)) == [])
    }

    @Test(arguments: StorageKind.allCases)
    func `each environment has its own record, and what is refused leaves no row`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await ask(of: rig)
        try await ask("b", of: rig, in: "other")
        #expect(try await rows(rig).map(\.number) == [1])
        #expect(try await rig.storage.audit(of: "other", in: AuditQuery()).map(\.previous) == [AuditRow.origin])
        try await answer("yes", by: "bo", of: rig, at: 5)
        #expect(try await problem { try await answer("no", by: "ana", of: rig, at: 6) } == .cardClosed)
        #expect(try await rows(rig).count == 3)
        // After the last row, and after the second row.
        #expect(try await rows(rig, AuditQuery(since: .fixed(6))).isEmpty)
        #expect(try await rows(rig, AuditQuery(since: .fixed(5), after: 2)).map(\.number) == [3])
        #expect(try await rows(rig, AuditQuery(limit: 1)).map(\.number) == [1])
        while try await rig.storage.compact(before: .fixed(100_000), limit: 10) > 0 {}
        #expect(try await rows(rig).count == 3)
    }

    @Test func `a check names the wrong row`() async throws {
        let rig = try Rig(.memory)
        for id in ["a", "b", "c", "d"] as [AskID] { try await ask(id, of: rig) }
        let rows = try await rows(rig)
        var changed = rows
        changed[1].entry.user = "carl"
        #expect(findings(changed).first == .changed(2))
        #expect(findings(Array(rows[..<1] + rows[2...])).first == .missing(2))
        #expect(findings(Array(rows.dropFirst())).first == .missing(1))
        var moved = rows
        (moved[1].entry, moved[2].entry) = (moved[2].entry, moved[1].entry)
        #expect(findings(moved).first == .changed(2))
        // With hashes that match the changed rows.
        moved[1].hash = moved[1].expectedHash
        #expect(findings(moved).first == .changed(3))
        moved[2].hash = moved[2].expectedHash
        #expect(findings(moved).first == .moved(3))
        var cut = AuditCheck(expecting: rows[3].hash)
        for row in rows.dropLast() { #expect(cut.add(.object(row.json)) == nil) }
        #expect(!cut.hasExpected)
        _ = cut.add(.object(rows[3].json))
        #expect(cut.hasExpected && cut.last == 4)
    }
}
