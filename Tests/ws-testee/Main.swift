import CurlTransport
import Glibc

/// Implements the client's part of the Autobahn WebSocket test suite: `ws-testee ws://127.0.0.1:9001 [AGENT]` requests
/// the number of cases from the fuzzing server, echoes what it sends in each, and lets it write its reports.
@main struct Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let base = arguments.first else {
            return fail("usage: ws-testee ws://HOST:PORT [AGENT]")
        }
        let testee = Testee(base: base, agent: arguments.dropFirst().first ?? "cardstream")
        do {
            let count = try await testee.caseCount()
            for number in 1...max(count, 1) where number <= count { await testee.run(number) }
            try await testee.updateReports()
        } catch {
            fail("\(error)")
        }
    }

    private static func fail(_ text: String) {
        complain(text)
        exit(1)
    }
}

private func complain(_ text: String) {
    let line = Array("ws-testee: \(text)\n".utf8)
    // A failure to write to stderr cannot be reported anywhere.
    _ = write(STDERR_FILENO, line, line.count)
}

private struct Testee: Sendable {
    let base: String
    let agent: String
    private let driver = CurlDriver()
    /// The suite sends messages of up to 16 MiB, in up to 65,536 fragments.
    private let limits = WebSocketLimits(maxFrameBytes: 32 << 20, maxMessageBytes: 32 << 20, maxFragments: 100_000)

    init(base: String, agent: String) {
        self.base = base
        self.agent = agent
    }

    private func open(_ path: String) async throws(TransportError) -> WebSocketSession {
        try await driver.openWebSocket(WebSocketRequest(url: base + path, limits: limits))
    }

    func caseCount() async throws(TransportError) -> Int {
        let session = try await open("/getCaseCount")
        guard let message = try await session.next(), let count = Int(String(decoding: message.bytes, as: UTF8.self))
        else { throw .malformed("the server tells no number of cases") }
        await session.close()
        return count
    }

    /// Echoes messages until the server ends the case. The server judges how it ends.
    func run(_ number: Int) async {
        do throws(TransportError) {
            let session = try await open("/runCase?case=\(number)&agent=\(agent)")
            while let message = try await session.next() { try await session.send(message) }
        } catch {
            if case .upgradeRefused = error { complain("case \(number): \(error)") }
        }
    }

    func updateReports() async throws(TransportError) {
        let session = try await open("/updateReports?agent=\(agent)")
        while try await session.next() != nil {}
    }
}
