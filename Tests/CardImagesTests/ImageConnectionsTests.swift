import Cards
import CurlTransport
import Foundation
import Support
import Synchronization
import Testing

@testable import CardImages

/// Fetches from a real TLS server with a private certificate authority.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ImageConnectionsTests {
    private static let certificates = Result { try TestCertificates() }

    /// The file of a server, or the problem.
    private func fetch(_ certificate: String, authorityFile: String?) async throws -> Result<[UInt8], ImageProblem> {
        let folder = try TemporaryDirectory()
        try Data(Fixture.png).write(to: URL(fileURLWithPath: folder.path + "/plan.png"))
        let server = try Self.certificates.get().serve(certificate, responding: .files(folder: folder.path))
        defer { server.stop() }
        let connections = ImageConnections(authorityFile: authorityFile)
        let fetcher = ImageFetcher { request throws(TransportError) in try await connections.send(request) }
        do throws(ImageProblem) {
            guard
                case .file(let bytes, _) = try await fetcher.fetch(
                    "https://localhost:\(server.port)/plan.png", known: nil)
            else { return .failure(.unreadable) }
            return .success(bytes)
        } catch { return .failure(error) }
    }

    @Test func `an image of a server with a private authority loads if the authority is configured`() async throws {
        let file = try Self.certificates.get().path("ca.pem")
        #expect(try await fetch("good", authorityFile: file) == .success(Fixture.png))
    }

    @Test(arguments: ["good", "self-signed", "expired"])
    func `an image of a server with an unknown authority does not load`(certificate: String) async throws {
        let file = certificate == "good" ? nil : try Self.certificates.get().path("ca.pem")
        #expect(
            try await fetch(certificate, authorityFile: file)
                == .failure(.network("the connection is not secure")))
    }

    @Test func `the network policy is checked for a picture and for each redirect`() async throws {
        let certificates = try Self.certificates.get()
        let folder = try TemporaryDirectory()
        let head = "HTTP/1.0 302 Found\r\nLocation: https://tracker.test/pixel.png\r\nContent-Length: 0\r\n\r\n"
        try Data(head.utf8).write(to: URL(fileURLWithPath: folder.path + "/moved.png"))
        let server = try certificates.serve("good", responding: .wholeResponses(folder: folder.path))
        defer { server.stop() }
        let attempts = Mutex<[OutgoingRequest]>([])
        let policy = RequestPolicy { request in
            attempts.withLock { $0.append(request) }
            return request.host == "tracker.test" ? .deny : .allow
        }
        let connections = ImageConnections(authorityFile: certificates.path("ca.pem"), policy: policy)
        let fetcher = ImageFetcher { request throws(TransportError) in try await connections.send(request) }
        await #expect(throws: ImageProblem.denied) {
            _ = try await fetcher.fetch("https://localhost:\(server.port)/moved.png", known: nil)
        }
        #expect(attempts.withLock { $0.map(\.host) } == ["localhost", "localhost", "tracker.test"])
        #expect(
            attempts.withLock { $0.map(\.stage) } == [.beforeRequest, .certificateValidation, .beforeRequest])
        let pinned = ImageConnections(
            authorityFile: certificates.path("ca.pem"),
            policy: RequestPolicy { _ in .allowPinned([]) })
        await #expect(throws: ImageProblem.denied) {
            _ = try await ImageFetcher { request throws(TransportError) in try await pinned.send(request) }
                .fetch("https://localhost:\(server.port)/moved.png", known: nil)
        }
    }

    @Test func `the system's authorities are tried after the configured ones, only for certificate errors`()
        async throws
    {
        let attempts = AttemptLog()
        func connections(_ first: TransportError) -> ImageConnections {
            ImageConnections([attempts.connection(1, first), attempts.connection(2, .timedOut("slow"))])
        }
        let request = HTTPRequest(url: "https://example.com/")
        await #expect(throws: TransportError.timedOut("slow")) { try await connections(.tls("unknown")).send(request) }
        #expect(attempts.numbers.withLock { $0 } == [1, 2])
        await #expect(throws: TransportError.timedOut("slow")) {
            try await connections(.timedOut("slow")).send(request)
        }
        #expect(attempts.numbers.withLock { $0 } == [1, 2, 1])
    }
}

/// Records which connections were tried. All of them fail.
private final class AttemptLog: Sendable {
    let numbers = Mutex<[Int]>([])

    func connection(_ number: Int, _ error: TransportError) -> ImageFetcher.Send {
        { [self] _ throws(TransportError) -> HTTPResponse in
            numbers.withLock { $0.append(number) }
            throw error
        }
    }
}
