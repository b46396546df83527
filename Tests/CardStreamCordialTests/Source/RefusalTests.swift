import CardSources
import CurlTransport
import Testing

@testable import CardStreamCordial

/// How a waiting action reacts to a refusal by the service.
@Suite struct RefusalTests {
    @Test(arguments: [407, 408, 425, 429, 500, 502, 503, 504, 520])
    func `what passes is tried again`(status: Int) throws {
        let error = CordialError(HTTPResponse(status: status, headers: [], body: []))
        #expect(error.isTemporary)
        guard case .refused(let refusal) = SourceError(error) else { throw error }
        #expect([.busy, .failed, .unavailable].contains(refusal.reason))
    }
}
