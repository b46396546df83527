import Synchronization
import Testing

@testable import CurlTransport

/// libcurl repeats a request if a reused connection ends without a response.
@Suite(.timeLimit(.minutes(1))) struct RepetitionTests {
    private final class Count: Sendable {
        let posts = Atomic<Int>(0)
    }

    @Test(arguments: [(true, 2), (false, 1)])
    func `a request that may not repeat is sent once`(mayRepeat: Bool, count: Int) async throws {
        let seen = Count()
        let server = try ScriptServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                guard head.hasPrefix("POST") else {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                seen.posts.add(1, ordering: .relaxed)
                return
            }
        }
        defer { server.stop() }
        let driver = CurlDriver()
        // Leaves a connection that can be reused.
        #expect(try await driver.send(HTTPRequest(url: server.http)).status == 200)
        await #expect(throws: TransportError.self) {
            _ = try await driver.send(HTTPRequest("POST", url: server.http, mayRepeat: mayRepeat))
        }
        #expect(seen.posts.load(ordering: .relaxed) == count)
    }
}
