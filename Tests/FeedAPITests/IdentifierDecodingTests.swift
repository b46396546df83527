import Cards
import FeedAPI
import Support
import Testing

/// Every decoder refuses a text that is not a valid identifier, and names the member.
@Suite struct IdentifierDecodingTests {
    private static let entry =
        #"{"id":"c","seq":1,"status":"active","created":"2026-11-21T09:30:00.000Z","card":{"content":[]}}"#
    private static let time = "2026-11-21T09:30:00.000Z"

    /// A document, a text in it, the position of that text, and the decoder that reads it.
    struct DecodingCase: CustomTestStringConvertible, Sendable {
        var document: String
        var text: String
        var pointer: String
        var decode: @Sendable ([UInt8]) throws -> Void
        var testDescription: String { "\(pointer) of \(document)" }

        init(
            _ document: String, _ text: String, _ pointer: String,
            _ decode: @escaping @Sendable ([UInt8]) throws -> Void
        ) {
            self.document = document
            self.text = text
            self.pointer = pointer
            self.decode = decode
        }
    }

    /// A card or removal that cannot be read is left out of its page or delta, with a reason. That counts as a refusal
    /// here.
    private static func leftOut(_ parts: [UnreadablePart]) throws(Problem) {
        guard let part = parts.first else { return }
        throw Problem(.malformedRequest, detail: part.reason, pointer: part.pointer, expected: part.reason)
    }

    static let cases: [DecodingCase] = {
        let page =
            #"{"stream":"s","cursor":"e-1","entries":[\#(entry)],"totalCount":1,"hasEverHadCard":true,"serverTime":"\#(time)"}"#
        let delta =
            #"{"kind":"delta","stream":"s","cursor":"e-1","upserts":[\#(entry)],"removals":[{"id":"r","seq":2,"status":"expired"}],"serverTime":"\#(time)"}"#
        let outcome =
            #"{"id":"c","user":"u","stream":"s","status":"active","created":"\#(time)","updated":"\#(time)","responses":[]}"#
        let receipt = #"{"cards":[{"id":"c","user":"u","stream":"s","status":"active"}]}"#
        let line =
            #"{"seq":1,"endUserId":"u","receivedAt":"\#(time)","id":"i","name":"n","timestamp":"\#(time)"}"#
        let webhook = #"{"id":"w","url":"https://x.example","streams":["s"],"created":"\#(time)"}"#
        let dead =
            #"{"deliveries":[{"id":"d","type":"card.expired","card":"c","timestamp":"\#(time)","attempts":1}]}"#
        let upload = #"{"id":"i","bucket":"b","filename":"f.png","type":"image/png","size":1}"#
        let action = #"{"key":"k","card":"c","status":"active","seq":1}"#
        var cases: [DecodingCase] = []
        for (text, pointer) in [("s", "/stream"), ("e-1", "/cursor"), ("c", "/entries/0/id")] {
            cases.append(DecodingCase(page, text, pointer) { try leftOut(FeedCoder.decodePage($0).unreadable) })
        }
        for (text, pointer) in [("s", "/stream"), ("e-1", "/cursor"), ("c", "/upserts/0/id"), ("r", "/removals/0/id")] {
            cases.append(
                DecodingCase(delta, text, pointer) { bytes in
                    guard case .delta(let delta) = try FeedCoder.decodePushFrame(bytes) else { return }
                    try leftOut(delta.unreadable)
                })
            cases.append(DecodingCase(delta, text, pointer) { try leftOut(FeedCoder.decodeDelta($0).unreadable) })
        }
        for frame in [#"{"kind":"gap","stream":"s"}"#, #"{"kind":"live","stream":"s","cursor":"e-1"}"#] {
            cases.append(DecodingCase(frame, "s", "/stream") { _ = try FeedCoder.decodePushFrame($0) })
        }
        cases.append(
            DecodingCase(#"{"kind":"live","stream":"s","cursor":"e-1"}"#, "e-1", "/cursor") {
                _ = try FeedCoder.decodePushFrame($0)
            })
        for (text, pointer) in [("c", "/id"), ("u", "/user"), ("s", "/stream")] {
            cases.append(DecodingCase(outcome, text, pointer) { _ = try FeedCoder.decodeCardOutcome($0) })
            cases.append(
                DecodingCase(receipt, text, "/cards/0" + pointer) { _ = try FeedCoder.decodePublishReceipt($0) })
        }
        for (text, pointer) in [("u", "/endUserId"), ("i", "/id")] {
            cases.append(DecodingCase(line, text, pointer) { _ = try FeedCoder.decodeEventLine($0) })
        }
        for (text, pointer) in [("w", "/id"), ("s", "/streams/0")] {
            cases.append(DecodingCase(webhook, text, pointer) { _ = try FeedCoder.decodeWebhook($0) })
        }
        for (text, pointer) in [("d", "/deliveries/0/id"), ("c", "/deliveries/0/card")] {
            cases.append(DecodingCase(dead, text, pointer) { _ = try FeedCoder.decodeDeadDeliveries($0) })
        }
        for (text, pointer) in [("i", "/id"), ("b", "/bucket")] {
            cases.append(DecodingCase(upload, text, pointer) { _ = try FeedCoder.decodeUploadReceipt($0) })
        }
        for (text, pointer) in [("k", "/key"), ("c", "/card")] {
            cases.append(DecodingCase(action, text, pointer) { _ = try FeedCoder.decodeActionReceipt($0) })
        }
        cases.append(
            DecodingCase(#"{"total":1,"unseen":1,"streams":{"s":{"total":1,"unseen":1}}}"#, "s", "/streams/") {
                _ = try FeedCoder.decodeMetrics($0)
            })
        return cases
    }()

    @Test(arguments: cases) func `a decoder refuses an invalid identifier`(testCase: DecodingCase) throws {
        try testCase.decode(Array(testCase.document.utf8))
        for text in ["", "\0", "a\0b", "a\u{1}", "a\u{7F}", "a\u{85}", String(repeating: "a", count: 1025)] {
            let bad = testCase.document.replacing(
                "\"\(testCase.text)\"", with: String(decoding: JSONValue.string(text).encoded(), as: UTF8.self))
            let problem = #expect(throws: Problem.self, "\(text.debugDescription)") {
                try testCase.decode(Array(bad.utf8))
            }
            #expect(problem?.pointer?.hasPrefix(testCase.pointer) == true, "\(problem as Any)")
            #expect(problem?.expected != nil)
        }
    }

    @Test func `identifiers that were stored before the rules are still read`() throws {
        let request =
            #"{"key":"k\u0000x","stream":"ops","card":"c\u0007","action":"dismiss","at":"2026-11-21T09:30:00.000Z"}"#
        let stored = try FeedCoder.decodeStoredActionRequest(Array(request.utf8))
        #expect(stored.key.rawValue == "k\0x" && stored.cardID.rawValue == "c\u{7}")
        #expect(throws: Problem.self) { try FeedCoder.decodeActionRequest(Array(request.utf8)) }
        let receipt = #"{"cards":[{"id":"c","user":"a\u0000","stream":"s","status":"active"}]}"#
        #expect(try FeedCoder.decodeStoredPublishReceipt(Array(receipt.utf8)).cards.first?.user.rawValue == "a\0")
        let answer = #"{"key":"k\u0000","card":"c","status":"active","seq":7}"#
        #expect(try FeedCoder.decodeStoredActionReceipt(Array(answer.utf8)).sequence == 7)
    }
}
