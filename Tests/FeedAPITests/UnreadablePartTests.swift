import Cards
import FeedAPI
import Foundation
import Testing

/// One entry that cannot be read must not affect the rest of its stream.
@Suite struct UnreadablePartTests {
    private static func nested(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    private static func entry(_ id: String, card: String = "{}") -> String {
        #"{"id":"\#(id)","seq":2,"status":"active","created":"2026-01-01T00:00:00Z","card":\#(card)}"#
    }

    /// An invalid entry, the position of the mistake, and the card's id if it can be read.
    private static let bad: [(json: String, place: String, id: CardID?)] = [
        (entry("bad", card: #"{"metadata":{"x":\#(nested(63))}}"#), "", "bad"),
        (entry("bad", card: #"{"metadata":{"x":\#(nested(240))}}"#), "", "bad"),
        (#"{"id":"bad","seq":2,"status":"active","created":"x","card":{}}"#, "/created", "bad"),
        (#"{"id":"bad","seq":2,"status":"frozen","created":"2026-01-01T00:00:00Z","card":{}}"#, "/status", "bad"),
        (#"{"id":"bad","seq":2,"status":"active","created":"2026-01-01T00:00:00Z"}"#, "/card", "bad"),
        (#"{"id":["bad"],"seq":2,"status":"active","created":"2026-01-01T00:00:00Z","card":{}}"#, "/id", nil),
        ("7", "", nil), (#"{"id":"bad","id":"bad"}"#, "", nil),
    ]

    private static func members(_ key: String, _ entries: String) -> String {
        #""stream":"s","cursor":"e-9","\#(key)":[\#(entries)],"totalCount":3,"serverTime":"2026-01-01T00:00:00Z""#
    }

    @Test(arguments: bad.indices)
    func `an unreadable card is left out of a page, a delta and a push, and reported`(index: Int) throws {
        let bad = Self.bad[index]
        let entries = [Self.entry("a"), bad.json, Self.entry("b")].joined(separator: ",")
        let page = try FeedCoder.decodePage(Array("{\(Self.members("entries", entries))}".utf8))
        #expect(page.entries.map(\.id) == ["a", "b"] && page.cursor.rawValue == "e-9")
        #expect(page.unreadable.map(\.pointer) == ["/entries/1" + bad.place])
        #expect(page.unreadable.map(\.cardID) == [bad.id] && page.unreadable.first?.reason.isEmpty == false)

        let delta = try FeedCoder.decodeDelta(Array("{\(Self.members("upserts", entries))}".utf8))
        #expect(delta.upserts.map(\.id) == ["a", "b"] && delta.cursor.rawValue == "e-9")
        #expect(delta.unreadable.map(\.pointer) == ["/upserts/1" + bad.place])
        let frame = #"{"kind":"delta",\#(Self.members("upserts", entries))}"#
        guard case .delta(let pushed) = try FeedCoder.decodePushFrame(Array(frame.utf8)) else {
            Issue.record("no delta")
            return
        }
        #expect(pushed.upserts == delta.upserts && pushed.cursor == delta.cursor)
        // The reasons may contain different columns.
        #expect(pushed.unreadable.map(\.pointer) == delta.unreadable.map(\.pointer))
    }

    @Test func `a removal of an unknown kind is left out`() throws {
        let json = #"""
            {"stream":"s","cursor":"e-9","upserts":[],"serverTime":"2026-01-01T00:00:00Z","removals":[
            {"id":"a","seq":3,"status":"melted"},{"id":"b","seq":4,"status":"expired"}]}
            """#
        let delta = try FeedCoder.decodeDelta(Array(json.utf8))
        #expect(delta.removals.map(\.id) == ["b"])
        #expect(delta.unreadable.map(\.description).first?.hasPrefix("card a cannot be read and is skipped") == true)
    }

    @Test func `an outcome contains its readable parts`() throws {
        let times = #""at":"2026-01-01T00:00:00Z","receivedAt":"2026-01-01T00:00:00Z""#
        let json = #"""
            {"id":"c","user":"ana","stream":"s","status":"completed","created":"2026-01-01T00:00:00Z",
            "updated":"2026-01-01T00:00:00Z","responses":[{"action":"sing",\#(times)},
            {"action":"submit","button":"ok","values":{"deep":\#(Self.nested(62))},\#(times)}]}
            """#
        let outcome = try FeedCoder.decodeCardOutcome(Array(json.utf8))
        #expect(outcome.unreadable.map(\.pointer) == ["/responses/0/action"])
        guard case .submit("ok", let values)? = outcome.responses.first?.response else {
            Issue.record("the answer that an older server took is lost")
            return
        }
        #expect(JSONValue.object(values).text() == #"{"deep":\#(Self.nested(62))}"#)
    }

    @Test func `a document that is not a page is still an error`() {
        for json in [#"{"stream":"s"}"#, "[]", "{", #"{"stream":"s","cursor":"c","entries":7}"#] {
            #expect(throws: Problem.self) { try FeedCoder.decodePage(Array(json.utf8)) }
        }
    }

    @Test func `a record's properties are limited in depth`() throws {
        func record(_ levels: Int) -> [UInt8] {
            let json =
                #"{"id":"1","eventName":"a","timestamp":"2026-01-01T00:00:00Z","properties":{"x":\#(Self.nested(levels))}}"#
            return Array(json.utf8)
        }
        #expect(throws: Never.self) { try FeedCoder.decodeAnalyticsRecord(record(CardLimits.depth - 1)) }
        let problem = #expect(throws: Problem.self) { try FeedCoder.decodeAnalyticsRecord(record(CardLimits.depth)) }
        #expect(problem?.pointer == "/properties/x" + String(repeating: "/0", count: CardLimits.depth - 1))
        let event = #"{"id":"1","name":"a","timestamp":"2026-01-01T00:00:00Z","properties":{"x":[]}}"#
        #expect(throws: Problem.self) { try FeedCoder.decodeCustomEvent(Array(event.utf8)) }
    }
}
