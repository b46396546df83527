import Basics
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// Every route and member with an identifier refuses invalid ones, and names the field.
@Suite struct RefusalTests {
    /// A request with `{}` in place of the identifier: percent-encoded in an address, escaped in JSON.
    struct Case: CustomTestStringConvertible, Sendable {
        var method: String
        var target: String
        var body = ""
        var isPublisher = false
        var pointer: String
        var testDescription: String { "\(method) \(target) \(pointer)" }
    }

    private static let action =
        #"{"key":"k","stream":"ops","card":"c","at":"2026-11-21T09:30:00.000Z","action":"dismiss"}"#
    private static let publication = #"{"stream":"ops","users":["ana"],"key":"k","card":{"content":[]}}"#
    private static let record =
        #"{"id":"r","eventName":"card-displayed","timestamp":"2026-11-21T09:30:00.000Z","sdkContext":{"containerId":"a"}}"#

    private static func replacing(_ old: String, in text: String) -> String {
        text.replacing("\"\(old)\"", with: "\"{}\"")
    }

    static let cases: [Case] = [
        Case(method: "GET", target: "/v1/streams/{}/snapshot", pointer: "/stream"),
        Case(method: "GET", target: "/v1/streams/{}/changes?since=e-1", pointer: "/stream"),
        Case(method: "GET", target: "/v1/streams/ops/changes?since={}", pointer: "/since"),
        Case(method: "GET", target: "/v1/cards/{}", isPublisher: true, pointer: "/id"),
        Case(method: "DELETE", target: "/v1/cards/{}", isPublisher: true, pointer: "/id"),
        Case(method: "GET", target: "/v1/uploads/{}", isPublisher: true, pointer: "/id"),
        Case(method: "DELETE", target: "/v1/webhooks/{}", isPublisher: true, pointer: "/id"),
        Case(method: "GET", target: "/v1/webhooks/{}/dead", isPublisher: true, pointer: "/id"),
        Case(method: "POST", target: "/v1/webhooks/{}/replay", body: "{}", isPublisher: true, pointer: "/id"),
        Case(method: "GET", target: "/v1/users?after={}", isPublisher: true, pointer: "/after"),
        Case(method: "GET", target: "/v1/cards?user={}", isPublisher: true, pointer: "/user"),
        Case(method: "GET", target: "/v1/cards?stream={}", isPublisher: true, pointer: "/stream"),
        Case(method: "POST", target: "/v1/uploads?stream=ops&card=c&bucket=b&key={}", pointer: "/key"),
        Case(method: "POST", target: "/v1/uploads?stream={}&card=c&bucket=b&key=k", pointer: "/stream"),
        Case(method: "POST", target: "/v1/uploads?stream=ops&card={}&bucket=b&key=k", pointer: "/card"),
        Case(method: "POST", target: "/v1/uploads?stream=ops&card=c&bucket={}&key=k", pointer: "/bucket"),
        Case(method: "POST", target: "/v1/actions", body: replacing("k", in: action), pointer: "/key"),
        Case(method: "POST", target: "/v1/actions", body: replacing("ops", in: action), pointer: "/stream"),
        Case(method: "POST", target: "/v1/actions", body: replacing("c", in: action), pointer: "/card"),
        Case(
            method: "POST", target: "/v1/cards", body: replacing("ops", in: publication), isPublisher: true,
            pointer: "/stream"),
        Case(
            method: "POST", target: "/v1/cards", body: replacing("ana", in: publication), isPublisher: true,
            pointer: "/users/0"),
        Case(
            method: "POST", target: "/v1/cards", body: replacing("k", in: publication), isPublisher: true,
            pointer: "/key"),
        Case(
            method: "POST", target: "/v1/cards",
            body: #"{"stream":"ops","users":["ana"],"card":{"content":[],"lifecycleId":"{}"}}"#, isPublisher: true,
            pointer: "/card/lifecycleId"),
        Case(
            method: "POST", target: "/v1/cards",
            body:
                #"{"stream":"ops","users":["ana"],"card":{"content":[{"type":"fileUpload","name":"f","bucketId":"{}"}]}}"#,
            isPublisher: true, pointer: "/card/content/0/bucketId"),
        Case(
            method: "POST", target: "/v1/webhooks/w/replay", body: #"{"ids":["a","{}"]}"#, isPublisher: true,
            pointer: "/ids/1"),
        Case(
            method: "POST", target: "/v1/webhooks", body: #"{"url":"https://x.example/{}"}"#, isPublisher: true,
            pointer: "/url"),
        Case(
            method: "POST", target: "/v1/webhooks", body: #"{"url":"https://x.example","streams":["{}"]}"#,
            isPublisher: true, pointer: "/streams/0"),
        Case(
            method: "POST", target: "/v1/events",
            body: #"{"id":"{}","name":"n","timestamp":"2026-11-21T09:30:00.000Z"}"#, pointer: "/id"),
        Case(method: "POST", target: "/v1/devices", body: #"{"token":"0123456789{}"}"#, pointer: "/token"),
        Case(method: "POST", target: "/v1/devices/deregister", body: #"{"token":"0123456789{}"}"#, pointer: "/token"),
        Case(
            method: "POST", target: "/v1/devices/streams", body: #"{"token":"0123456789{}","streams":[]}"#,
            pointer: "/token"),
        Case(method: "POST", target: "/v1/devices/streams", body: #"{"streams":["a","{}"]}"#, pointer: "/streams/1"),
    ]

    @Test(arguments: cases) func `an invalid identifier is refused with its field`(_ one: Case) async throws {
        let test = try await TestServer()
        try await test.publish(key: "first")
        let credentials = one.isPublisher ? test.keys.publisherCredentials : try await test.viewer()
        try await test.listening { port in
            for text in HostileTexts.refused {
                let client = try await RawClient(port: port)
                let answer = try await client.request(
                    one.method, one.target.replacing("{}", with: PercentCoding.encode(text)), credentials,
                    body: Array(one.body.replacing("{}", with: JSONValue.string(text).encoded().quoted).utf8))
                #expect((400..<500).contains(answer.status), "\(text.debugDescription): \(answer.status)")
                #expect(answer.problem?.pointer == one.pointer, "\(text.debugDescription): \(answer.problem as Any)")
                #expect(answer.problem?.expected != nil)
                try client.close()
            }
            // Nothing was stored, and the first card is unchanged.
            #expect(try await test.entries().map(\.sequence) == [1])
        }
    }

    @Test func `records of a batch are refused one by one`() async throws {
        let test = try await TestServer()
        let viewer = try await test.viewer()
        try await test.listening { port in
            for (old, pointer) in [("r", "/records/1/id"), ("a", "/records/1/sdkContext/containerId")] {
                for text in HostileTexts.refused {
                    let bad = Self.record.replacing(
                        "\"\(old)\"", with: "\"" + JSONValue.string(text).encoded().quoted + "\"")
                    let good = Self.record.replacing(#""r""#, with: "\"\(old)-\(text.unicodeScalars.map(\.value))\"")
                    let client = try await RawClient(port: port)
                    let answer = try await client.request(
                        .sendAnalytics, viewer, body: Array("{\"records\":[\(good),\(bad)]}".utf8))
                    let receipt = try FeedCoder.decodeAnalyticsReceipt(answer.body)
                    #expect(receipt.accepted == 1 && receipt.refused.map(\.pointer) == [pointer])
                    try client.close()
                }
            }
        }
    }

    @Test func `frames of a push connection are refused, and the connection goes on`() async throws {
        let test = try await TestServer()
        let viewer = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            #expect(try await client.upgrade(viewer).status == 101)
            _ = try await client.push()
            let frames = [
                (#"{"kind":"subscribe","streams":[{"stream":"{}"}]}"#, "/streams/0/stream"),
                (#"{"kind":"subscribe","streams":[{"stream":"ops","since":"{}"}]}"#, "/streams/0/since"),
                (#"{"kind":"unsubscribe","streams":["{}"]}"#, "/streams/0"),
                (#"{"kind":"ack","stream":"{}","cursor":"e-1"}"#, "/stream"),
                (#"{"kind":"ack","stream":"ops","cursor":"{}"}"#, "/cursor"),
            ]
            for (frame, pointer) in frames {
                for text in HostileTexts.refused {
                    let bytes = Array(frame.replacing("{}", with: JSONValue.string(text).encoded().quoted).utf8)
                    try await client.send(opcode: 1, bytes)
                    guard case .error(let problem) = try await client.push() else {
                        Issue.record("\(frame) with \(text.debugDescription) was taken")
                        return
                    }
                    #expect(problem.pointer == pointer)
                }
            }
            try await client.send(.ping(token: "still here"))
            #expect(try await client.push() == .pong(token: "still here"))
        }
    }

    @Test(arguments: ["atomic_sub", "atomic_id", "sub", "id"])
    func `a token whose claim is not a user's id gives no access, regardless of other claims`(claim: String)
        async throws
    {
        let test = try await TestServer()
        try await test.publish(to: ["ana"])
        let secret = Array(test.keys.secret.utf8)
        let end = Int(test.clock.now.timeIntervalSince1970) + 600
        try await test.listening { port in
            for text in HostileTexts.refused {
                let user = "\"" + JSONValue.string(text).encoded().quoted + "\""
                let payload = #"{"\#(claim)":\#(user),"\#(claim == "id" ? "x" : "id")":"ana","exp":\#(end)}"#
                let token = StrictToken.sign(Array(#"{"alg":"HS256"}"#.utf8), Array(payload.utf8), secret: secret)
                let client = try await RawClient(port: port)
                let answer = try await client.request(
                    .snapshot(stream: "ops"),
                    FeedCredentials(
                        environment: test.keys.environment.rawValue, apiKey: test.keys.viewerKey,
                        token: String(decoding: token, as: UTF8.self)))
                #expect(answer.problem?.type == .unauthenticated && answer.problem?.pointer == "/\(claim)")
                try client.close()
            }
        }
    }

    @Test func `an invalid page token is refused`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        let cursor = try await test.client().snapshot("ops", nil).cursor
        for page in ["\(cursor):5:0:\(card)\0", "\(cursor)\0:5:0:\(card)", "\(cursor):5:0:", ":5:0:\(card)"] {
            #expect(await problem { try await test.client().snapshot("ops", page) }?.type == .malformedRequest)
        }
    }
}

extension [UInt8] {
    /// A JSON string without its quotes.
    fileprivate var quoted: String { String(decoding: dropFirst().dropLast(), as: UTF8.self) }
}
