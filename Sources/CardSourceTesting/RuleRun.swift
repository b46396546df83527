import CardSources
import Cards

import struct Foundation.Date
import struct Foundation.UUID

/// A rule that is being checked, with helpers for the checks.
struct RuleRun: Sendable {
    let rule: String
    let fixture: any SourceFixture

    var source: any CardSource { fixture.source }
    var stream: StreamID { fixture.stream }

    func expect(_ holds: Bool, _ detail: @autoclosure () -> String) throws {
        if !holds { throw SourceContractFailure(rule: rule, detail: detail()) }
    }

    func unwrap<Value>(_ value: Value?, _ detail: @autoclosure () -> String) throws -> Value {
        guard let value else { throw SourceContractFailure(rule: rule, detail: detail()) }
        return value
    }

    @discardableResult
    func publish(_ title: String) async throws -> CardID {
        try await fixture.publish(
            CardBody(
                actions: ActionProperties(voteUp: .enabled(feedbackLabel: nil)),
                components: [
                    .headline(Card.Headline(text: title)),
                    .buttons(
                        Card.ButtonContainer(buttons: [
                            Card.Button(text: "Yes", action: .submit(Card.ButtonAction.Submission(buttonName: "yes"))),
                            Card.Button(
                                text: "Reply",
                                action: .submit(Card.ButtonAction.Submission(buttonName: "say", keepsCard: true))),
                        ])),
                ]))
    }

    // MARK: Reading

    /// All pages of a snapshot.
    func snapshot() async throws -> (entries: [FeedEntry], cursor: FeedCursor) {
        let first = try await source.snapshot(of: stream, page: nil)
        var (entries, next, asked) = (first.entries, first.next, 1)
        while let page = next {
            let more = try await source.snapshot(of: stream, page: page)
            try expect(more.cursor == first.cursor, "a page of the snapshot has a different cursor from the first page")
            try expect(more.generation == first.generation, "a page has a different generation from the first page")
            asked += 1
            try expect(asked < 1000, "the snapshot has no end")
            entries += more.entries
            next = more.next
        }
        return (entries, first.cursor)
    }

    /// All changes since a cursor, and the cursor after them.
    func changes(since start: FeedCursor) async throws -> Changes {
        var changes = Changes(cursor: start)
        for _ in 0..<1000 {
            guard let delta = try await source.changes(of: stream, since: changes.cursor) else { return changes }
            changes.add(delta)
            if !delta.hasMore { return changes }
        }
        throw SourceContractFailure(rule: rule, detail: "the changes have no end")
    }

    struct Changes {
        var cursor: FeedCursor
        var upserts: [FeedEntry] = []
        var removals: [FeedRemoval] = []

        mutating func add(_ delta: FeedDelta) {
            upserts += delta.upserts
            removals += delta.removals
            cursor = delta.cursor
        }
    }

    // MARK: Acting

    func request(_ response: CardResponse, _ card: CardID, key: String = UUID().uuidString) throws -> ActionRequest {
        ActionRequest(
            key: try unwrap(ActionKey(rawValue: key), "the key is not valid"), streamID: stream, cardID: card,
            response: response,
            at: Date())
    }

    func perform(_ response: CardResponse, _ card: CardID) async throws -> ActionReceipt {
        try await source.perform(request(response, card))
    }

    /// The reason for which a call is refused; fails if it is not refused.
    func refusal(_ what: String, _ call: () async throws -> Void) async throws -> SourceRefusal.Reason {
        do { try await call() } catch SourceError.refused(let refusal) { return refusal.reason }
        throw SourceContractFailure(rule: rule, detail: "\(what) was not refused")
    }
}
