import Cards
import CurlTransport
import Testing

@testable import CardStreamCordial

/// What happens to a batch after each response.
@Suite struct OutboxOutcomeTests {
    private func batch(_ kind: WaitingKind, count: Int = 3, attempts: Int = 0) throws -> OutboxBatch {
        var state = CordialState()
        state.phase = kind == .logout ? .out : .active
        let rows = (0..<count).map { index in
            WaitingRow(
                number: Int64(index), kind: kind, key: "k\(index)", owner: nil,
                body: kind == .mark ? ["read": [.string("m\(index)")]] : [:], attempts: attempts)
        }
        return try #require(OutboxBatch.next(state, channelKey: "c", except: []) { $0 == kind ? rows : [] })
    }

    private func outcome(_ status: Int, _ body: JSONValue = [:], _ batch: OutboxBatch) -> OutboxOutcome {
        OutboxOutcome(HTTPResponse(status: status, body: body.encoded()), to: batch)
    }

    @Test(arguments: WaitingKind.allCases) func `Every kind of data is sent, kept or removed`(kind: WaitingKind) throws
    {
        let batch = try batch(kind)
        #expect(outcome(200, batch) == .done)
        for status in [401, 408, 429, 500, 503] {
            guard case .keep = outcome(status, batch) else { return #expect(Bool(false), "\(status)") }
        }
        // A message that is already gone counts as deleted.
        #expect((outcome(404, batch) == .done) == (kind == .delete))
        for status in kind == .delete ? [400, 403, 422] : [400, 403, 404, 422] {
            guard case .remove = outcome(status, batch) else { return #expect(Bool(false), "\(status)") }
        }
        guard case .keep = OutboxOutcome(CordialError(.connectionFailed, "")) else { return #expect(Bool(false)) }
    }

    private func outcome(_ status: Int, _ batch: OutboxBatch) -> OutboxOutcome { outcome(status, [:], batch) }

    @Test func `A batch that the service never accepts is eventually removed`() throws {
        guard case .remove = outcome(500, try batch(.event, attempts: 99)) else { return #expect(Bool(false)) }
        // A refused token (401) is not the fault of the batch.
        guard case .keep = outcome(401, try batch(.event, attempts: 200)) else { return #expect(Bool(false)) }
    }

    @Test func `A refusal names events by their indices`() throws {
        let events = try batch(.event)
        let errors: JSONValue = ["0.deviceId": ["required"], "2.event": ["bad"], "2.timestamp": ["bad"]]
        #expect(outcome(422, ["error": ["errors": errors]], events) == .removeSome([0, 2]))
        for useless: JSONValue in [["7.event": ["x"]], ["-1.event": ["x"]], ["event": ["x"]], [:]] {
            guard case .remove = outcome(422, ["error": ["errors": useless]], events) else {
                return #expect(Bool(false), "\(useless)")
            }
        }
        // Orders are refused as a whole.
        guard case .remove = outcome(422, ["error": ["errors": errors]], try batch(.order)) else {
            return #expect(Bool(false))
        }
    }

    @Test func `A refusal names marks by their lists`() throws {
        let marks = try batch(.mark)
        #expect(
            outcome(422, ["error": ["errors": ["markAsReadIds.1": ["x"], "markAsUnReadIds.0": ["x"]]]], marks)
                == .removeMarks(read: [1], unread: []))
    }

    @Test func `A request contains only the newest cart and one deletion`() throws {
        #expect(try batch(.cart).rows.map(\.number) == [2])
        #expect(try batch(.delete).request.path.last == "k0")
        #expect(try batch(.order).rows.count == 3)
    }

    @Test func `Data of another contact is never sent`() {
        var state = CordialState()
        state.phase = .active
        state.primaryKey = "b"
        let rows = ["a", nil, "b"].enumerated().map { index, owner in
            WaitingRow(number: Int64(index), kind: .event, key: "\(index)", owner: owner, body: [:])
        }
        let batch = OutboxBatch.next(state, channelKey: "c", except: []) { $0 == .event ? rows : [] }
        #expect(batch?.rows.map(\.number) == [1, 2])
    }
}
