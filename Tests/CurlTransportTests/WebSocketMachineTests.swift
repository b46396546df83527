import Testing

@testable import CurlTransport

/// The tests set the time.
@Suite struct WebSocketMachineTests {
    private let start = ContinuousClock.now

    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func make(limits: WebSocketLimits = WebSocketLimits()) throws -> WebSocketMachine {
        let url = try #require(ServerURL("ws://localhost/"))
        return try WebSocketMachine(
            url: url, headers: [], limits: limits, nonce: Array(repeating: 0, count: 16), now: start)
    }

    private func open(limits: WebSocketLimits = WebSocketLimits(), then bytes: [UInt8] = []) throws -> WebSocketMachine
    {
        var machine = try make(limits: limits)
        let request = String(decoding: machine.takeOutput()?.bytes ?? [], as: UTF8.self)
        let key = try #require(request.header("Sec-WebSocket-Key"))
        let answer =
            "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            + WebSocketHandshake.accept(for: key) + "\r\n\r\n"
        receive(Array(answer.utf8) + bytes, &machine, 0)
        #expect(machine.takeEvents().first == .opened)
        return machine
    }

    private func receive(_ bytes: [UInt8], _ machine: inout WebSocketMachine, _ seconds: Double) {
        bytes.withUnsafeBytes { machine.receive($0, at: at(seconds)) }
    }

    /// All pending output, as frames.
    private func written(_ machine: inout WebSocketMachine) -> [(opcode: UInt8, payload: [UInt8])] {
        var bytes: [UInt8] = []
        while let output = machine.takeOutput() { bytes += output.bytes }
        return clientFrames(bytes)
    }

    @Test func `an open connection may be idle`() throws {
        #expect(try open().deadline == nil)
    }

    @Test func `an incomplete message must be continued in time, unless its reader lags`() throws {
        var machine = try open()
        receive(frame(1, [65], claim: 100), &machine, 5)
        #expect(machine.deadline == at(65))
        machine.pause()
        #expect(machine.deadline == nil)
        machine.resume(at: at(100))
        #expect(machine.deadline == at(160))
        machine.tick(at(160))
        #expect(machine.takeEvents() == [.ended(.timedOut("a message did not arrive completely in time"))])
        #expect(machine.isFinished)
    }

    @Test func `a ping is answered with its payload, between the fragments of a message`() throws {
        var machine = try open()
        receive(frame(1, [65], final: false) + frame(9, [1, 2, 3]) + frame(0, [66]), &machine, 1)
        #expect(machine.takeEvents() == [.message(.text("AB"))])
        let frames = written(&machine)
        #expect(frames.map(\.opcode) == [10])
        #expect(frames.first?.payload == [1, 2, 3])
    }

    @Test func `a flood of pings queues at most seventeen pongs, of which the last is the newest`() throws {
        var machine = try open()
        for number in 0..<5000 { receive(frame(9, [UInt8(number >> 8), UInt8(number & 255)]), &machine, 1) }
        let frames = written(&machine)
        #expect(frames.count == WebSocketMachine.maxPendingPongs + 1)
        #expect(frames.last?.payload == [UInt8(4999 >> 8), UInt8(4999 & 255)])
    }

    @Test func `the peer's close is echoed and reported, and the peer gets a moment to disconnect`() throws {
        var machine = try open()
        receive(closeFrame(4001, "no") + text("late"), &machine, 1)
        #expect(machine.takeEvents() == [.ended(.closed(code: 4001, reason: "no"))])
        let frames = written(&machine)
        #expect(frames.map(\.opcode) == [8])
        #expect(frames.first?.payload == [0x0F, 0xA1])
        #expect(!machine.isFinished)
        machine.tick(at(3.1))
        #expect(machine.isFinished)
    }

    @Test(arguments: [closeFrame(1000, "bye"), frame(8)])
    func `an ordinary close is not an error`(bytes: [UInt8]) throws {
        var machine = try open()
        receive(bytes, &machine, 1)
        #expect(machine.takeEvents() == [.ended(nil)])
        machine.receiveEnd()
        #expect(machine.isFinished)
        #expect(machine.takeEvents().isEmpty)
    }

    @Test func `the client's close waits for the peer's close, with a limit`() throws {
        var machine = try open()
        machine.close(code: 1000, reason: "done", at: at(1))
        #expect(machine.send(.text("late"), token: nil) == false)
        #expect(written(&machine).map(\.opcode) == [8])
        receive(text("still talking") + frame(9), &machine, 1.5)
        #expect(machine.takeEvents().isEmpty)
        #expect(written(&machine).isEmpty)
        machine.tick(at(3))
        #expect(machine.takeEvents() == [.ended(nil)])
        #expect(machine.isFinished)
    }

    @Test func `a violation is reported to the peer, and its input is discarded until it disconnects`() throws {
        var machine = try open()
        receive(text("fine") + [0x81, 0x81, 1, 2, 3, 4, 5], &machine, 1)
        #expect(
            machine.takeEvents() == [
                .message(.text("fine")),
                .ended(.protocolViolation(code: 1002, "a frame from the server is masked")),
            ])
        #expect(written(&machine).first?.payload.prefix(2) == [0x03, 0xEA])
        receive(text("more"), &machine, 2)
        #expect(machine.takeEvents().isEmpty)
        machine.receiveEnd()
        #expect(machine.isFinished)
    }

    @Test func `an end without a close frame is a lost connection`() throws {
        var machine = try open()
        machine.receiveEnd()
        #expect(machine.takeEvents() == [.ended(.connection("the connection ended without a close frame"))])
    }

    @Test func `a message that never ends causes a timeout, even if bytes keep arriving`() throws {
        var machine = try open()
        receive(Array(frame(1, claim: 10_000).prefix(4)), &machine, 1)
        for second in 2...60 { receive([65], &machine, Double(second)) }
        #expect(machine.isOpen)
        machine.tick(at(61))
        #expect(machine.takeEvents() == [.ended(.timedOut("a message did not arrive completely in time"))])
    }

    @Test func `consecutive messages do not count as a message that never ends`() throws {
        var machine = try open()
        let half = text("ab")
        receive(Array(half.prefix(3)), &machine, 1)
        for second in 2...200 { receive([half[3]] + half.prefix(3), &machine, Double(second)) }
        machine.tick(at(200))
        #expect(machine.isOpen)
    }

    @Test func `a server that does not respond to the upgrade causes a timeout`() throws {
        var machine = try make()
        #expect(machine.deadline == at(10))
        receive(Array("HTTP/1.1 101 x\r\nUp".utf8), &machine, 9)
        machine.tick(at(10))
        #expect(
            machine.takeEvents() == [.ended(.timedOut("the server did not respond to the upgrade request in time"))])
    }

    @Test func `a refusal whose body never arrives is still a refusal`() throws {
        var machine = try make()
        receive(Array("HTTP/1.1 503 x\r\nContent-Length: 100\r\n\r\n{".utf8), &machine, 1)
        machine.tick(at(10))
        guard case .ended(.upgradeRefused(let response)) = machine.takeEvents().last else {
            Issue.record("no refusal")
            return
        }
        #expect(response.status == 503)
    }

    @Test func `a server that must send a first frame and does not causes a timeout`() throws {
        let limits = WebSocketLimits(greetingTimeout: .seconds(4))
        var silent = try open(limits: limits)
        #expect(silent.deadline == at(4))
        silent.tick(at(4))
        #expect(silent.takeEvents() == [.ended(.timedOut("the server did not send its first message in time"))])
        var polite = try open(limits: limits, then: text("hello"))
        polite.tick(at(5))
        #expect(polite.isOpen)
    }

    @Test func `a silent peer gets a ping, and a timeout if it does not respond`() throws {
        let limits = WebSocketLimits(pingInterval: .seconds(60), pongTimeout: .seconds(10))
        var machine = try open(limits: limits)
        #expect(machine.deadline == at(60))
        receive(text("event"), &machine, 50)
        machine.tick(at(60))
        #expect(written(&machine).isEmpty)
        machine.tick(at(110))
        #expect(written(&machine).map(\.opcode) == [9])
        #expect(machine.deadline == at(120))
        receive(frame(10, []), &machine, 112)
        machine.tick(at(120))
        #expect(machine.isOpen)
        #expect(machine.deadline == at(172))
        machine.tick(at(172))
        #expect(written(&machine).map(\.opcode) == [9])
        machine.tick(at(182))
        #expect(machine.takeEvents().last == .ended(.timedOut("the server no longer responds")))
        #expect(machine.isFinished)
    }
}
