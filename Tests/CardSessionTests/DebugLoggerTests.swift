import Basics
import Cards
import Logging
import Testing

@testable import CardSession

/// The logger that a session uses if the host gives none.
@Suite struct DebugLoggerTests {
    @Test func `messages of every log level arrive`() throws {
        let session = try CardSession(.memory)
        session.setDebugLevel(.everything)
        #expect(session.state.withLock { $0.log.logger?.logLevel } == .trace)
        // The level of a host's own logger is not changed.
        var own = Logger(label: "host")
        own.logLevel = .warning
        session.setDebugLevel(.everything, logger: own)
        #expect(session.state.withLock { $0.log.logger?.logLevel } == .warning)
    }
}
