import CardSources
import Support

@testable import Cards
@testable import FeedAPI

/// Requests, responses and frames of the protocol, and patterns in cards.
extension CardFuzz {
    private static let cursor = FeedCursor(epoch: "e", sequence: 2)
    private static let delta = FeedCoder.encode(
        .delta(FeedDelta(streamID: StreamID("s"), cursor: cursor, upserts: [makeEntry()], serverTime: .fixed)))
    private static let page = FeedCoder.encode(
        FeedPage(
            streamID: StreamID("s"), cursor: cursor, entries: [makeEntry()], totalCount: 1, hasEverHadCard: true,
            serverTime: .fixed))

    /// A decoded value is encoded as bytes that mean the same.
    static let wire = FuzzTarget(
        name: "wire",
        seeds: [delta, page]
            + [
                #"{"kind":"hello","protocol":1,"serverTime":"2026-01-01T00:00:00Z","maxFrameBytes":1000,"pingSeconds":30}"#,
                #"{"kind":"subscribe","streams":[{"stream":"s","since":"e-1","filters":[]}]}"#,
                #"{"kind":"ack","stream":"s","cursor":"e-1"}"#,
                #"{"stream":"s","users":["ana"],"key":"0123456789abcdef","card":{"content":[]}}"#,
                #"{"stream":"s","users":["ana","bo"],"key":"0123456789abcdef","card":{"content":[]},"timeout":600,"quorum":2}"#,
                #"{"key":"0123456789abcdef","stream":"s","card":"c","kind":"submit","button":"go","values":{"a":1},"at":"2026-01-01T00:00:00Z"}"#,
                #"{"name":"n","properties":{"a":1}}"#, #"{"url":"https://a.b/c","events":["answer"]}"#,
                #"{"users":["ana"]}"#,
            ].map { Array($0.utf8) },
        words: [
            "\"kind\":", "\"stream\":", "\"cursor\":", "\"key\":", "\"users\":", "\"card\":", "\"at\":",
            "2026-01-01T00:00:00Z",
        ]
    ) { input in
        try roundTrip(input, FeedCoder.decodePushFrame, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeClientFrame, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeActionRequest, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeActionReceipt, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodePublishRequest, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodePublishReceipt, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeAskRequest, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeAsk, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodePage, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeCustomEvent, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeWebhookRequest, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeInvitationRequest, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeUser, FeedCoder.encode)
        try roundTrip(input, FeedCoder.decodeProblem, FeedCoder.encode)
        _ = try? FeedCoder.decodeAnalytics(input.bytes)
        _ = try? FeedCoder.decodeCardPage(input.bytes)
    }

    private static func roundTrip<Value>(
        _ input: FuzzInput, _ decode: ([UInt8]) throws(Problem) -> Value, _ encode: (Value) -> [UInt8]
    ) throws {
        guard let value = try? decode(input.bytes) else { return }
        // Input that cannot be decoded is reported, and not sent on.
        let sent = encode(value)
        let again = try decode(sent)
        try require(encode(again) == sent, "\(value), and decoded again \(again)")
    }

    /// A pattern is refused, or matches any text with a bounded amount of work.
    static let pattern = FuzzTarget(
        name: "pattern", longest: 200,
        seeds: [#"^[a-z]{2,4}(?:-\d+)*$"#, #"(?i)(\p{L}+)\s\1"#, #"(?<=a)b|c(?=d)"#, #"(a+)+$"#].map { Array($0.utf8) },
        words: [
            "(?:", "(?=", "(?<", "(?R)", "(?1)", "\\1", "\\g{-1}", "[^", "[[:alpha:]]", "{1,65535}", "\\p{L}",
            "\\x{10FFFF}",
            "\\u0041", "\\K", "\\C", "(*ACCEPT)", "(*", "é",
        ]
    ) { input in
        guard let expression = RegularExpression(input.text) else { return }
        for text in ["", "aaaaaaaaaaaaaaaaaaaaaaaa!", "ab-12", "éÉ\n\u{1F600}"] { _ = expression.matchWhole(text) }
    }
}
