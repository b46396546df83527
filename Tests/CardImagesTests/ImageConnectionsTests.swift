import CurlTransport
import Foundation
import Support
import Synchronization
import Testing

@testable import CardImages

/// Against a real TLS server with a private authority.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ImageConnectionsTests {
    private static let certificates = Result { try TestCertificates() }

    /// The file of a server, or why it is not had.
    private func fetch(_ certificate: String, authorityFile: String?) async throws -> Result<[UInt8], ImageProblem> {
        let folder = try TemporaryDirectory()
        try Data(Fixture.png).write(to: URL(fileURLWithPath: folder.path + "/plan.png"))
        let server = try Self.certificates.get().serve(certificate, folder: folder.path)
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

    @Test func `an image of a server with a private authority comes when that is named`() async throws {
        let file = try Self.certificates.get().path("ca.pem")
        #expect(try await fetch("good", authorityFile: file) == .success(Fixture.png))
    }

    @Test(arguments: ["good", "self-signed", "expired"])
    func `an image of a server that nobody vouches for does not`(certificate: String) async throws {
        let file = certificate == "good" ? nil : try Self.certificates.get().path("ca.pem")
        #expect(
            try await fetch(certificate, authorityFile: file)
                == .failure(.network("the connection is not secure")))
    }

    @Test func `the system's authorities are asked after the named ones, for certificates only`() async throws {
        let asked = Asked()
        func connections(_ first: TransportError) -> ImageConnections {
            ImageConnections([asked.way(1, first), asked.way(2, .timedOut("slow"))])
        }
        let request = HTTPRequest(url: "https://example.com/")
        await #expect(throws: TransportError.timedOut("slow")) { try await connections(.tls("unknown")).send(request) }
        #expect(asked.numbers.withLock { $0 } == [1, 2])
        await #expect(throws: TransportError.timedOut("slow")) {
            try await connections(.timedOut("slow")).send(request)
        }
        #expect(asked.numbers.withLock { $0 } == [1, 2, 1])
    }
}

/// Which ways were tried, none of which leads anywhere.
private final class Asked: Sendable {
    let numbers = Mutex<[Int]>([])

    func way(_ number: Int, _ error: TransportError) -> ImageFetcher.Send {
        { [self] _ throws(TransportError) -> HTTPResponse in
            numbers.withLock { $0.append(number) }
            throw error
        }
    }
}
