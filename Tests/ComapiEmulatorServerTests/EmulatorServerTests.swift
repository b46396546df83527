import ComapiEmulator
import CurlTransport
import EmulatorHTTP
import EmulatorSockets
import Foundation
import Testing

@testable import ComapiEmulatorServer

/// The emulator's port: requests that do not belong to the service, and how it starts and stops.
@Suite(.timeLimit(.minutes(1))) struct EmulatorServerTests {
    private func run(_ test: (EmulatorServer, CurlDriver) async throws -> Void) async throws {
        let server = try await Self.start()
        let result: Result<Void, any Error>
        do { result = .success(try await test(server, CurlDriver(CurlConfiguration()))) } catch {
            result = .failure(error)
        }
        await server.close()
        try result.get()
    }

    private static func start(port: UInt16 = 0) async throws -> EmulatorServer {
        let configuration = EmulatorConfiguration(apiSpaceID: "shop", secret: "s")
        return try await EmulatorServer.start(configuration, port: port, clock: { Date(timeIntervalSince1970: 0) })
    }

    @Test func `an address in use is refused`() async throws {
        try await run { server, _ in
            let port = try #require(UInt16(server.baseURL.split(separator: ":")[2]))
            await #expect(throws: EmulatorServerError.portInUse(port)) { try await Self.start(port: port) }
        }
    }

    @Test func `a closed server frees its port`() async throws {
        let first = try await Self.start()
        let port = try #require(UInt16(first.baseURL.split(separator: ":")[2]))
        await first.close()
        await first.close()
        let second = try await Self.start(port: port)
        #expect(second.baseURL == first.baseURL)
        await second.close()
    }

    @Test func `requests follow each other on one connection`() async throws {
        try await run { server, driver in
            for _ in 0..<3 {
                let url = "\(server.baseURL)/apispaces/shop/sessions/start"
                let response = try await driver.send(HTTPRequest(url: url))
                #expect(response.status == 200 && response["ETag"] != nil && response.mediaType == "application/json")
            }
        }
    }

    @Test func `a request of another path or method is refused with a sentence`() async throws {
        try await run { server, driver in
            let rows = [
                ("GET", "/", 404), ("GET", "/apispaces/shop/socket", 401), ("DELETE", "/apispaces/shop/profiles", 401),
            ]
            for (method, path, status) in rows {
                let response = try await driver.send(HTTPRequest(method, url: server.baseURL + path))
                #expect(response.status == status && !response.body.isEmpty, "\(method) \(path)")
            }
        }
    }

    @Test func `a body that is too large is refused`() async throws {
        try await run { server, driver in
            let body = [UInt8](repeating: 0x20, count: EmulatorConnection.bodyLimit + 1)
            let request = HTTPRequest("POST", url: server.baseURL + "/apispaces/shop/sessions", body: body)
            // The server closes the connection before it has read everything, so the client sees its response or the
            // end.
            let status: Int
            do { status = try await driver.send(request).status } catch { status = 413 }
            #expect(status == 413)
        }
    }

    @Test func `a socket without a session is refused`() async throws {
        try await run { server, driver in
            await #expect(throws: TransportError.self) {
                _ = try await driver.openWebSocket(
                    WebSocketRequest(url: server.baseURL + "/apispaces/shop/socket?token=unknown"))
            }
            #expect(await server.emulator.socketCount == 0)
        }
    }

    @Test func `a half-open socket answers neither frames nor pings`() async throws {
        try await run { server, driver in
            let person = try await DemoPerson(
                "ana", server.emulator, EmulatorConfiguration(apiSpaceID: "shop", secret: "s"),
                now: Date(timeIntervalSince1970: 0))
            let socket = try await driver.openWebSocket(
                WebSocketRequest(
                    url: server.baseURL + "/apispaces/shop/socket?token=" + person.token,
                    limits: WebSocketLimits(pingInterval: .milliseconds(50), pongTimeout: .milliseconds(500))))
            let info = try #require(try await socket.next())
            #expect(String(decoding: info.bytes, as: UTF8.self).contains("socket.info"))
            let echo = WebSocketMessage.text(#"{"name":"echo","payload":{}}"#)
            try await socket.send(echo)
            #expect(try await socket.next() == echo)
            var faults = await server.emulator.faults
            faults.isHalfOpen = true
            await server.emulator.setFaults(faults)
            try await socket.send(echo)
            await #expect(throws: TransportError.self) { _ = try await socket.next() }
        }
    }
}
