import Synchronization
import Testing

@testable import CurlTransport

/// Servers that violate the protocol.
extension WebSocketSessionTests {
    struct Misbehaviour: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let code: Int
        /// Whether the bytes are sent repeatedly until the peer stops reading.
        var isEndless = false
    }

    @Test(arguments: [
        Misbehaviour(testDescription: "a masked frame", bytes: [0x81, 0x81, 1, 2, 3, 4, 5], code: 1002),
        Misbehaviour(testDescription: "1 TiB", bytes: frame(2, [1, 2, 3], claim: 1 << 40), code: 1009),
        Misbehaviour(testDescription: "bad UTF-8", bytes: frame(1, [0xC3, 0x28]), code: 1007),
        Misbehaviour(
            testDescription: "a message of endless fragments", bytes: frame(0, [65], final: false), code: 1009,
            isEndless: true),
        Misbehaviour(
            testDescription: "endless empty fragments", bytes: frame(0, final: false), code: 1009, isEndless: true),
        Misbehaviour(
            testDescription: "endless large fragments",
            bytes: frame(0, Array(repeating: 65, count: 60_000), final: false), code: 1009,
            isEndless: true),
    ])
    func `a misbehaving server gets the close code and is disconnected`(misbehaviour: Misbehaviour) async throws {
        let (codes, report) = AsyncStream.makeStream(of: Int.self)
        let server = try ScriptServer { connection in
            connection.upgrade(then: misbehaviour.isEndless ? frame(2, [], final: false) : [])
            var goesOn = connection.send(misbehaviour.bytes)
            if misbehaviour.isEndless {
                let many = Array(repeatElement(misbehaviour.bytes, count: 100).joined())
                for _ in 0..<1000 where goesOn { goesOn = connection.send(many) }
            }
            let close = clientFrames(connection.readAll()).first { $0.opcode == 8 }
            report.yield(close.map { Int($0.payload[0]) << 8 | Int($0.payload[1]) } ?? 0)
        }
        defer { server.stop() }
        guard case .protocolViolation(let code, _) = await failure(server, WebSocketLimits(closeTimeout: .seconds(5)))
        else {
            Issue.record("not left")
            return
        }
        #expect(code == misbehaviour.code)
        if !misbehaviour.isEndless {
            for await code in codes {
                #expect(code == misbehaviour.code)
                break
            }
        }
    }
}
