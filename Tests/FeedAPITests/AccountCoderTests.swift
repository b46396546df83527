import Cards
import FeedAPI
import Foundation
import Testing

private let now = FeedTime.date(milliseconds: 1_795_221_000_123)

private let record = AnalyticsRecord(
    id: "r1", name: "card-displayed", at: now, localTimestamp: "2026-11-21T13:30:00.123+13:00", streamID: "ops",
    streamIDs: ["ops", "news"], stream: .init(length: 9, visible: 2, position: 1, mode: .horizon),
    card: .init(id: "c1", status: .active, viewState: .subview, presentation: .individual),
    properties: ["values": ["amount": 42]], hostContext: ["app": "till", "beta": true, "shift": 2],
    clientAppVersion: "1.2 (3)")

private func failure<Value>(_ body: () throws(Problem) -> Value) -> Problem? {
    do throws(Problem) {
        _ = try body()
        return nil
    } catch { return error }
}

@Suite struct AccountCoderTests {
    @Test func `a batch of records round-trips`() throws {
        let bare = AnalyticsRecord(id: "r2", name: "sdk-initialized", at: now)
        let batch = try FeedCoder.decodeAnalytics(FeedCoder.encode([record, bare]))
        #expect(batch == AnalyticsBatch(records: [record, bare]))
    }

    @Test func `a record has the documented JSON`() {
        #expect(
            String(decoding: FeedCoder.encode(record), as: UTF8.self) == """
                {"id":"r1","eventName":"card-displayed","timestamp":"2026-11-21T00:30:00.123Z",\
                "eventContext":{"userLocalTimestamp":"2026-11-21T13:30:00.123+13:00"},\
                "sdkContext":{"containerId":"ops","clientAppVersion":"1.2 (3)","containerIds":["ops","news"]},\
                "streamContext":{"streamLength":9,"streamLengthVisible":2,"cardPositionInStream":1,\
                "displayMode":"horizon"},"cardContext":{"cardInstanceId":"c1","cardInstanceStatus":"active",\
                "cardViewState":"subview","cardPresentation":"individual"},\
                "properties":{"values":{"amount":42}},"hostContext":{"app":"till","beta":true,"shift":2}}
                """)
    }

    @Test(
        arguments: [
            (#"{"eventName":"a","timestamp":"2026-11-21T00:00:00Z"}"#, "/id", nil),
            (#"{"id":"x","eventName":"Card Displayed","timestamp":"2026-11-21T00:00:00Z"}"#, "/eventName", "x"),
            (#"{"id":"x","eventName":"a","timestamp":"yesterday"}"#, "/timestamp", "x"),
            (#"{"id":"x","eventName":"a","timestamp":"2026-11-21T00:00:00Z","sdkContext":[]}"#, "/sdkContext", "x"),
            (
                #"{"id":"x","eventName":"a","timestamp":"2026-11-21T00:00:00Z","sdkContext":{"containerId":"a b"}}"#,
                "/sdkContext/containerId", "x"
            ),
            (
                #"{"id":"x","eventName":"a","timestamp":"2026-11-21T00:00:00Z","cardContext":{"cardInstanceId":"c","cardViewState":"side"}}"#,
                "/cardContext/cardViewState", "x"
            ),
            (
                #"{"id":"x","eventName":"a","timestamp":"2026-11-21T00:00:00Z","sdkContext":{"clientAppVersion":""}}"#,
                "/sdkContext/clientAppVersion", "x"
            ),
            (
                #"{"id":"x","eventName":"a","timestamp":"2026-11-21T00:00:00Z","hostContext":{"a/b":[1]}}"#,
                "/hostContext/a~1b", "x"
            ),
            (
                #"{"id":"x","eventName":"a","timestamp":"2026-11-21T00:00:00Z","eventContext":{"userLocalTimestamp":"noon"}}"#,
                "/eventContext/userLocalTimestamp", "x"
            ),
            ("17", "", nil),
        ] as [(String, String, String?)])
    func `an invalid record is refused separately, with a pointer`(json: String, pointer: String, id: String?) throws {
        let good = String(decoding: FeedCoder.encode(record), as: UTF8.self)
        let batch = try FeedCoder.decodeAnalytics(Array(#"{"records":[\#(good),\#(json)]}"#.utf8))
        #expect(batch.records == [record])
        let refusal = try #require(batch.refused.first)
        #expect(refusal.index == 1 && refusal.id == id)
        #expect(refusal.pointer == "/records/1" + pointer)
        let receipt = AnalyticsReceipt(accepted: 1, duplicates: 2, refused: batch.refused)
        #expect(try FeedCoder.decodeAnalyticsReceipt(FeedCoder.encode(receipt)) == receipt)
    }

    @Test func `text that is not a batch is refused as a whole`() {
        #expect(failure { () throws(Problem) in try FeedCoder.decodeAnalytics(Array("[]".utf8)) } != nil)
        #expect(
            failure { () throws(Problem) in try FeedCoder.decodeAnalytics(Array("{}".utf8)) }?.pointer == "/records")
        let many = [AnalyticsRecord](repeating: record, count: AnalyticsBatch.mostRecords + 1)
        #expect(
            failure { () throws(Problem) in try FeedCoder.decodeAnalytics(FeedCoder.encode(many)) }?.type == .tooLarge)
    }

    @Test func `a line of collected records has the members of the server and of the sender`() throws {
        let line = FeedCoder.line(
            Collected(sequence: 12, user: "ana", receivedAt: now, content: FeedCoder.encode(record)))
        #expect(try JSONSlice(line).members().string("endUserId") == "ana")
        #expect(
            try FeedCoder.decodeAnalyticsLine(line)
                == Collected(sequence: 12, user: "ana", receivedAt: now, content: record))
        let event = CustomEvent(id: "e1", name: "Signed up", properties: ["plan": "gold", "seats": 3], at: now)
        #expect(try FeedCoder.decodeCustomEvent(FeedCoder.encode(event)) == event)
        let second = FeedCoder.line(
            Collected(sequence: 13, user: "bo", receivedAt: now, content: FeedCoder.encode(event)))
        #expect(try FeedCoder.decodeEventLine(second).content == event)
    }

    @Test(arguments: [
        (#"{"id":"","name":"a","timestamp":"2026-11-21T00:00:00Z"}"#, "/id"),
        (#"{"id":"1","name":"a\u001b[2J","timestamp":"2026-11-21T00:00:00Z"}"#, "/name"),
        (#"{"id":"1","name":"a","timestamp":"2026-11-21T00:00:00Z","properties":{"p":{}}}"#, "/properties/p"),
        (#"{"id":"1","name":"a","timestamp":"2026-11-21T00:00:00Z","properties":[]}"#, "/properties"),
    ])
    func `a bad event names its field`(json: String, pointer: String) {
        #expect(failure { () throws(Problem) in try FeedCoder.decodeCustomEvent(Array(json.utf8)) }?.pointer == pointer)
    }

    @Test func `a profile round-trips`() throws {
        var settings = UserSettings(
            externalID: "x", name: "Ana", email: "a@b", phone: "1", city: "W", country: "NZ", region: "",
            timeZone: "Pacific/Auckland", notificationsEnabled: false)
        settings.setText("gold", forCustomField: "tier")
        settings.setDate(now, forCustomField: "since")
        let office = try NotificationTimeframe(startHour: 8, endHour: 17, endMinute: 30)
        settings.setNotificationTimes([office], weekday: .default)
        settings.setNotificationTimes([], weekday: .sunday)
        #expect(try FeedCoder.decodeUserChange(FeedCoder.encode(settings)) == settings)
        #expect(try FeedCoder.decodeUser(Array("{}".utf8)) == UserSettings())
    }

    @Test(arguments: [
        ("{}", ""), (#"{"name":7}"#, "/name"), (#"{"name":"a\nb"}"#, "/name"),
        (#"{"custom":{"a b":"x"}}"#, "/custom/a b"), (#"{"custom":{"a":7}}"#, "/custom/a"),
        (#"{"custom":{"a":{"date":"soon"}}}"#, "/custom/a"), (#"{"timezone":"../etc\u0020"}"#, "/timezone"),
        (#"{"notificationsEnabled":"yes"}"#, "/notificationsEnabled"),
        (#"{"notifications":{"monday":[]}}"#, "/notifications/monday"),
        (#"{"notifications":{"mon":{}}}"#, "/notifications/mon"),
        (#"{"notifications":{"mon":[{"from":"09:00"}]}}"#, "/notifications/mon/0/to"),
        (#"{"notifications":{"mon":[{"from":"9","to":"10:00"}]}}"#, "/notifications/mon/0/from"),
        (#"{"notifications":{"mon":[{"from":"09:00","to":"24:00"}]}}"#, "/notifications/mon/0/to"),
        (#"{"notifications":{"mon":[{"from":"09:60","to":"10:00"}]}}"#, "/notifications/mon/0/from"),
        (#"{"notifications":{"mon":[{"from":"09:00","to":"09:00"}]}}"#, "/notifications/mon/0/to"),
    ])
    func `a bad change of a profile names its field`(json: String, pointer: String) {
        let problem = failure { () throws(Problem) in try FeedCoder.decodeUserChange(Array(json.utf8)) }
        #expect(problem?.pointer == pointer)
        #expect(problem?.expected?.isEmpty == false)
    }

    @Test func `devices, streams and metrics round-trip`() throws {
        let device = DeviceRegistration(token: "0123abcd", environment: .both)
        #expect(try FeedCoder.decodeDeviceRegistration(FeedCoder.encode(device)) == device)
        let streams = StreamRegistration(token: nil, streams: ["ops", "news"], notificationsEnabled: false)
        #expect(try FeedCoder.decodeStreamRegistration(FeedCoder.encode(streams)) == streams)
        #expect(
            try FeedCoder.decodeRegistered(FeedCoder.encode(registered: [.sandbox, .production]))
                == [.sandbox, .production])
        let metrics = UserMetrics(streams: ["ops": .init(total: 3, unseen: 1), "news": .init(total: 2, unseen: 2)])
        #expect(try FeedCoder.decodeMetrics(FeedCoder.encode(metrics)) == metrics)
        #expect(
            String(decoding: FeedCoder.encode(metrics), as: UTF8.self)
                == #"{"total":5,"unseen":3,"streams":{"news":{"total":2,"unseen":2},"ops":{"total":3,"unseen":1}}}"#)
        #expect(metrics.totalCards(in: "none") == 0 && metrics.unseenCards(in: "none") == 0)
    }

    @Test(arguments: [
        (#"{"environment":"both"}"#, "/token"), (#"{"token":"short"}"#, "/token"),
        (#"{"token":"with a space"}"#, "/token"), (#"{"token":"0123abcd","environment":"test"}"#, "/environment"),
    ])
    func `a bad device names its field`(json: String, pointer: String) {
        #expect(
            failure { () throws(Problem) in try FeedCoder.decodeDeviceRegistration(Array(json.utf8)) }?.pointer
                == pointer)
    }
}
