// Imports only what a host imports.
import CardStream
import Foundation
import Testing

/// Values that a host stores in its own files, or passes on as JSON.
@Suite struct CodableTests {
    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `ids are strings, also as keys, and checked when they are read`() throws {
        let card: CardID = "c-1"
        #expect(try text([card]) == #"["c-1"]"#)
        #expect(try roundTrip([card]) == [card])
        let seen: [StreamID: [CardID]] = ["inbox": [card]]
        #expect(try text(seen) == #"{"inbox":["c-1"]}"#)
        #expect(try roundTrip(seen) == seen)
        #expect(try roundTrip(["ana", "ben"] as [UserID]) == ["ana", "ben"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([StreamID].self, from: Data(#"["bad stream!"]"#.utf8))
        }
    }

    @Test func `metrics have an object for each stream`() throws {
        let metrics = UserMetrics(streams: ["inbox": .init(total: 3, unseen: 1), "ops": .init()])
        #expect(try text(metrics) == #"{"streams":{"inbox":{"total":3,"unseen":1},"ops":{"total":0,"unseen":0}}}"#)
        #expect(try roundTrip(metrics) == metrics)
    }

    @Test func `a notification is its payload`() throws {
        let notification = PushNotification(
            id: "n", cardID: "c", streamID: "inbox", title: "Release?", isSnoozed: true, user: "ana",
            detail: ["link": "https://a/b"])
        #expect(try roundTrip(notification) == notification)
        #expect(
            try PushNotification(payload: Array(JSONEncoder().encode(notification))) == notification)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PushNotification.self, from: Data(#"{"aps":{}}"#.utf8))
        }
    }

    @Test(arguments: details) func `an event of each kind round-trips`(detail: SDKEvent.Detail) throws {
        let event = SDKEvent(
            id: "e", at: Date(timeIntervalSince1970: 1_800_000_000.125), localTimestamp: "2027-01-15T09:00:00+01:00",
            userID: "ana",
            report: EventReport(
                detail, streamID: "inbox", streamIDs: ["inbox", "ops"],
                stream: .init(length: 3, visible: 2, position: 1, mode: .horizon),
                card: .init(id: "c", status: .active, viewState: .subview, presentation: .individual),
                view: .init(subviewID: "s", subviewTitle: "More")))
        #expect(try roundTrip(event) == event)
        #expect(try roundTrip(SDKEvent(id: "e", at: event.at, report: EventReport(detail))).detail == detail)
    }

    @Test func `there is an event of each kind among these`() {
        #expect(Set(Self.details.map(\.kind)) == Set(SDKEvent.Kind.allCases))
    }

    private static let details: [SDKEvent.Detail] = [
        .cardDisplayed(metadata: ["tier": "gold"]), .cardCompleted(buttonName: "yes", values: ["n": 1.5, "ok": true]),
        .cardDismissed, .cardSnoozed(until: Date(timeIntervalSince1970: 1_800_000_600), seconds: 600),
        .cardFeedUpdated(cardCount: 2), .cardVotedUp(source: .overflow, message: nil),
        .cardVotedDown(source: .cardButton, reason: .notRelevant, message: "No"),
        .runtimeVarsUpdated(values: ["name": "Ana"], isSent: true), .streamDisplayed,
        .userRedirected(to: .url("https://a/b"), by: .linkButton),
        .userRedirected(to: .payload(["screen": "home"]), by: .submitButton), .snoozeOptionsDisplayed,
        .snoozeOptionsCanceled, .cardSubviewDisplayed, .cardSubviewExited, .videoPlayed(url: "https://a/v"),
        .videoCompleted(url: "https://a/v"), .sdkInitialized, .requestFailed(path: "/v1/actions", status: 503),
        .notificationReceived(PushNotification(id: "n", cardID: "c", streamID: "inbox", title: "Release?")),
        .userFileUploadsStarted([.init(filename: "a.png", bucketID: "photo")]), .userFileUploadsCompleted([]),
        .userFileUploadsFailed([.init(filename: "a.png", bucketID: "photo")]),
    ]
}
