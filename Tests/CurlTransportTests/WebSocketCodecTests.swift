import Support
import Testing

@testable import CurlTransport

/// Feeds bytes to a new codec, in pieces of `step` bytes.
private func decode(_ bytes: [UInt8], step: Int = .max, limits: WebSocketLimits = WebSocketLimits()) -> [WebSocketCodec
    .Event]
{
    var codec = WebSocketCodec(limits: limits)
    var events: [WebSocketCodec.Event] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        let piece = rest.prefix(step)
        rest = rest.dropFirst(piece.count)
        Array(piece).withUnsafeBytes { codec.receive($0, into: &events) }
    }
    return events
}

private func failure(_ events: [WebSocketCodec.Event]) -> Int? {
    guard case .failed(let code, _)? = events.last else { return nil }
    return code
}

@Suite struct WebSocketCodecTests {
    struct Violation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let code: Int

        init(_ name: String, _ bytes: [UInt8], _ code: Int) {
            (testDescription, self.bytes, self.code) = (name, bytes, code)
        }
    }

    static let violations: [Violation] = [
        Violation("RSV1", frame(1, [65], rsv: 4), 1002),
        Violation("RSV2", frame(1, [65], rsv: 2), 1002),
        Violation("RSV3", frame(9, [], rsv: 1), 1002),
        Violation("opcode 3", frame(3), 1002),
        Violation("opcode 7", frame(7), 1002),
        Violation("opcode 11", frame(11), 1002),
        Violation("opcode 15", frame(15), 1002),
        Violation("a masked frame", [0x81, 0x81, 1, 2, 3, 4, 65], 1002),
        Violation("a fragmented ping", frame(9, final: false), 1002),
        Violation("a fragmented close", frame(8, final: false), 1002),
        Violation("a ping of 126 bytes", frame(9, Array(repeating: 0, count: 126)), 1002),
        Violation("a continuation of nothing", frame(0, [65]), 1002),
        Violation("a final continuation after a whole message", text("a") + frame(0, [65]), 1002),
        Violation("a text inside a text", frame(1, [65], final: false) + text("b"), 1002),
        Violation("a binary inside a text", frame(1, [65], final: false) + frame(2, [65]), 1002),
        Violation("16 bits for a short length", [0x82, 126, 0, 125], 1002),
        Violation("64 bits for a short length", [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
        Violation("a length with its highest bit set", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 1], 1002),
        Violation("1 TiB", frame(2, claim: 1 << 40), 1009),
        Violation("a byte over the frame limit", frame(2, claim: (1 << 20) + 1), 1009),
        Violation("a close of one byte", frame(8, [3]), 1002),
        Violation("close 0", closeFrame(0), 1002),
        Violation("close 999", closeFrame(999), 1002),
        Violation("close 1004", closeFrame(1004), 1002),
        Violation("close 1005", closeFrame(1005), 1002),
        Violation("close 1006", closeFrame(1006), 1002),
        Violation("close 1015", closeFrame(1015), 1002),
        Violation("close 1016", closeFrame(1016), 1002),
        Violation("close 2999", closeFrame(2999), 1002),
        Violation("close 5000", closeFrame(5000), 1002),
        Violation("a close reason that is not UTF-8", frame(8, [0x03, 0xE8, 0xFF]), 1007),
        Violation("a lone continuation byte", frame(1, [0x80]), 1007),
        Violation("an overlong slash", frame(1, [0xC0, 0xAF]), 1007),
        Violation("an overlong three bytes", frame(1, [0xE0, 0x9F, 0xBF]), 1007),
        Violation("a surrogate", frame(1, [0xED, 0xA0, 0x80]), 1007),
        Violation("past U+10FFFF", frame(1, [0xF4, 0x90, 0x80, 0x80]), 1007),
        Violation("a text cut inside a character", frame(1, [0xE2, 0x82]), 1007),
        Violation("bad in the second fragment", frame(1, [0xE2], final: false) + frame(0, [0x41]), 1007),
    ]

    @Test(arguments: violations)
    func `every violation of a MUST ends the connection with its code, at every fragmentation`(violation: Violation) {
        for step in [Int.max, 1, 2, 3, 7] {
            #expect(failure(decode(violation.bytes, step: step)) == violation.code)
        }
    }

    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999])
    func `a close code that may be sent is passed on`(code: Int) {
        #expect(decode(closeFrame(code, "bye µ")) == [.close(code: code, reason: "bye µ")])
    }

    @Test func `a stream is decoded identically at every fragmentation`() {
        let long = String(repeating: "grün ", count: 30_000)
        let stream =
            text("hello") + frame(1, [0xE2], final: false) + frame(9, [1, 2]) + frame(0, [0x82], final: false)
            + frame(0, [0xAC]) + frame(10, []) + frame(2, [0xFF, 0]) + frame(1) + text(String(long.prefix(300)))
            + closeFrame(1000, "done") + text("ignored")
        let expected: [WebSocketCodec.Event] = [
            .message(.text("hello")), .ping([1, 2]), .message(.text("€")), .pong([]),
            .message(WebSocketMessage(.binary, [0xFF, 0])), .message(.text("")),
            .message(.text(String(long.prefix(300)))), .close(code: 1000, reason: "done"),
        ]
        for cut in 0...stream.count {
            var codec = WebSocketCodec()
            var events: [WebSocketCodec.Event] = []
            Array(stream[..<cut]).withUnsafeBytes { codec.receive($0, into: &events) }
            Array(stream[cut...]).withUnsafeBytes { codec.receive($0, into: &events) }
            #expect(events == expected, "cut at \(cut)")
        }
        #expect(decode(stream, step: 1) == expected)
        #expect(decode(text(long), step: 4096) == [.message(.text(long))])
    }

    @Test func `invalid text is detected before its frame is complete`() {
        let bytes = Array(frame(1, [0x41, 0xFF] + Array(repeating: 0x41, count: 1000)).prefix(6))
        #expect(failure(decode(bytes)) == CloseCode.badData)
    }

    @Test func `messages are bounded in bytes and in fragments`() {
        let limits = WebSocketLimits(maxFrameBytes: 100, maxMessageBytes: 150, maxFragments: 4)
        let piece = Array(repeating: UInt8(65), count: 100)
        #expect(failure(decode(frame(1, piece, final: false) + frame(0, piece), limits: limits)) == CloseCode.tooBig)
        let empty = frame(1, final: false) + frame(0, final: false) + frame(0, final: false)
        #expect(decode(empty + frame(0), limits: limits) == [.message(.text(""))])
        #expect(failure(decode(empty + frame(0, final: false) + frame(0), limits: limits)) == CloseCode.tooBig)
    }

    @Test func `memory is not allocated for a declared length before its bytes arrive`() {
        var codec = WebSocketCodec(limits: WebSocketLimits(maxFrameBytes: 1 << 40, maxMessageBytes: 1 << 40))
        var events: [WebSocketCodec.Event] = []
        (frame(2, claim: 1 << 39) + [1, 2, 3]).withUnsafeBytes { codec.receive($0, into: &events) }
        #expect(events.isEmpty)
        #expect(codec.isMidMessage)
    }

    @Test func `no mutation of a stream traps or decodes to more bytes than it has`() {
        var random = SeededGenerator(seed: 20_261_121)
        let stream = text("hello wörld") + frame(9, [1]) + frame(2, Array(0...200)) + closeFrame(1001, "x")
        for _ in 0..<3000 {
            var bytes = stream
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            let whole = decode(bytes)
            #expect(whole == decode(bytes, step: Int.random(in: 1...9, using: &random)))
            let held = whole.reduce(0) { sum, event in
                guard case .message(let message) = event else { return sum }
                return sum + message.bytes.count
            }
            #expect(held <= bytes.count)
        }
    }

    @Test(arguments: [0, 1, 3, 4, 7, 8, 9, 125, 126, 127, 65535, 65536, 70001])
    func `sent frames are masked and can be decoded independently`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let bytes = WebSocketCodec.encode(WebSocketMessage(.binary, payload), mask: 0x12_34_56_78)
        let frames = clientFrames(bytes)
        #expect(frames.count == 1)
        #expect(frames.first?.opcode == 2)
        #expect(frames.first?.payload == payload)
        let start = bytes.count - count
        #expect(Array(bytes[start - 4..<start]) == [0x12, 0x34, 0x56, 0x78])
        #expect(bytes[1] & 0x80 != 0)
    }

    @Test func `masks differ from frame to frame`() {
        #expect(Set((0..<64).map { _ in WebSocketCodec.randomMask() }).count > 60)
    }

    @Test func `a long close reason is cut between characters`() throws {
        let bytes = WebSocketCodec.encodeClose(code: 1002, reason: String(repeating: "µ", count: 100))
        let payload = try #require(clientFrames(bytes).first?.payload)
        #expect(payload.count == 124)
        #expect(String(validating: payload.dropFirst(2), as: UTF8.self) == String(repeating: "µ", count: 61))
        #expect(clientFrames(WebSocketCodec.encodeClose(code: CloseCode.none)).first?.payload == [])
    }

    @Test func `twenty thousand small cards are decoded in far less than four seconds`() {
        let card = #"{"kind":"delta","stream":"main","upserts":[{"id":"c-0001","seq":17,"card":{"title":"Approve"}}]}"#
        let batch = (0..<1000).flatMap { _ in text(card) }
        var codec = WebSocketCodec()
        var count = 0
        let elapsed = ContinuousClock().measure {
            for _ in 0..<20 {
                var events: [WebSocketCodec.Event] = []
                batch.withUnsafeBytes { codec.receive($0, into: &events) }
                count += events.count
            }
        }
        #expect(count == 20_000)
        // The limit for a debug build under load; a release build needs a fiftieth of it.
        #expect(elapsed < .seconds(4))
    }
}
