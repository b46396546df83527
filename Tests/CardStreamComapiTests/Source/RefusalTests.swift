import CardSources
import CurlTransport
import Testing

@testable import CardStreamComapi

/// How a waiting action reacts to a refusal by the service.
@Suite struct RefusalTests {
    @Test(arguments: [407, 408, 425, 429, 500, 502, 503, 504, 520])
    func `temporary failures are retried`(status: Int) throws {
        let error = ComapiError(HTTPResponse(status: status, headers: [], body: []), .changing)
        #expect(error.isTemporary)
        guard case .refused(let refusal) = SourceError(error) else { throw error }
        #expect([.busy, .failed, .unavailable].contains(refusal.reason))
    }

    @Test(arguments: [400, 403, 404, 405, 409, 412, 413, 422])
    func `decisions of the service are not retried`(status: Int) throws {
        let error = ComapiError(HTTPResponse(status: status, headers: [], body: []), .changing)
        #expect(!error.isTemporary)
        guard case .refused(let refusal) = SourceError(error) else { throw error }
        #expect([.invalid, .forbidden, .notFound, .declined].contains(refusal.reason))
    }
}
