import Basics
import Cards
import Logging
import Testing

@testable import CardSession

/// The logger that a session takes where the host gives none.
@Suite struct DebugLoggerTests {
    @Test func `every level comes through`() throws {
        let session = try CardSession(.memory)
        session.setDebugLevel(.everything)
        #expect(session.state.withLock { $0.log.logger?.logLevel } == .trace)
        // A host's own stays as it is.
        var own = Logger(label: "host")
        own.logLevel = .warning
        session.setDebugLevel(.everything, logger: own)
        #expect(session.state.withLock { $0.log.logger?.logLevel } == .warning)
    }
}
