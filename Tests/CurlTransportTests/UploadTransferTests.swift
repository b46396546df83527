import Cards
import FeedAPI
import Foundation
import Synchronization
import Testing

@testable import CurlTransport

/// Uploads to servers that do not behave correctly.
@Suite(.timeLimit(.minutes(1))) struct UploadTransferTests {
    private let driver = CurlDriver()

    /// Runs the body with a file of this size.
    private func withFile<Result>(_ size: Int, _ body: (HTTPForm, [UInt8]) async throws -> Result) async throws
        -> Result
    {
        let path = NSTemporaryDirectory() + "form-\(UUID().uuidString)"
        // Large files consist of zeros, which are generated faster.
        let bytes = size > 1_000_000 ? [UInt8](repeating: 0, count: size) : (0..<size).map { UInt8($0 & 0xFF) }
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(
            HTTPForm(name: "file", filename: "a \"b\".png", contentType: "image/png", path: path, size: size), bytes)
    }

    private func failure(_ request: HTTPRequest) async -> TransportError? {
        do throws(TransportError) {
            _ = try await driver.send(request)
            return nil
        } catch { return error }
    }

    @Test func `a file arrives byte for byte with its length, and its progress is reported`() async throws {
        let server = try ScriptServer { connection in
            let head = connection.readHead()
            let length = Int(head.header("Content-Length") ?? "") ?? 0
            var body: [UInt8] = []
            while body.count < length, case let piece = connection.read(), !piece.isEmpty { body += piece }
            connection.answer("201 Created", Array(head.utf8) + body)
        }
        defer { server.stop() }
        try await withFile(500_000) { form, bytes in
            let reported = Mutex<[Int]>([])
            let response = try await driver.send(HTTPRequest("POST", url: server.http + "/u", form: form)) { sent in
                reported.withLock { $0.append(sent) }
            }
            let echo = Data(response.body)
            let head = String(decoding: echo.prefix(1500), as: UTF8.self)
            #expect(head.contains("Content-Type: multipart/form-data; boundary="))
            #expect(!head.contains("Expect:"))
            #expect(head.contains("Content-Disposition: form-data; name=\"file\"; filename=\"a %22b%22.png\"\r\n"))
            #expect(head.contains("Content-Type: image/png\r\n\r\n"))
            #expect(echo.firstRange(of: Data(bytes)) != nil)
            let steps = reported.withLock { $0 }
            #expect(steps == steps.sorted() && steps.last == 500_000 && steps.count > 3)
        }
    }

    @Test func `a refusal before the end of the file is the response`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            _ = connection.read()
            connection.answer("413 Content Too Large")
            _ = connection.readAll()
        }
        defer { server.stop() }
        try await withFile(8_000_000) { form, _ in
            let response = try await driver.send(HTTPRequest("POST", url: server.http + "/", form: form))
            #expect(response.status == 413)
        }
    }

    @Test func `a server that disconnects during an upload is a lost connection`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            _ = connection.read()
        }
        defer { server.stop() }
        try await withFile(8_000_000) { form, _ in
            guard case .connection = await failure(HTTPRequest("POST", url: server.http + "/", form: form)) else {
                Issue.record("expected a broken connection")
                return
            }
        }
    }

    @Test func `a server that stops reading causes a timeout`() async throws {
        let release = DispatchSemaphore(value: 0)
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            _ = release.wait(timeout: .now() + 20)
        }
        defer {
            release.signal()
            server.stop()
        }
        try await withFile(20_000_000) { form, _ in
            let limits = HTTPLimits(lowSpeedTime: .seconds(1), lowSpeedBytesPerSecond: 1000)
            let clock = ContinuousClock()
            let start = clock.now
            let steps = Mutex<[String]>([])
            let request = HTTPRequest("POST", url: server.http + "/", form: form, limits: limits)
            var result: TransportError?
            do throws(TransportError) {
                _ = try await driver.send(request) { sent in
                    steps.withLock { $0.append("\(sent) \(clock.now - start)") }
                }
            } catch { result = error }
            guard case .timedOut = result else {
                Issue.record(
                    "expected a time-out, not \(String(describing: result)) \(steps.withLock { $0.suffix(8) })")
                return
            }
            #expect(clock.now - start < .seconds(15))
        }
    }

    @Test func `cancelling ends the transfer`() async throws {
        let started = DispatchSemaphore(value: 0)
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            started.signal()
            _ = connection.readAll()
        }
        defer { server.stop() }
        try await withFile(20_000_000) { form, _ in
            let progress = AsyncStream.makeStream(of: Int.self)
            let task = Task { [driver] in
                try await driver.send(HTTPRequest("POST", url: server.http + "/", form: form)) {
                    progress.continuation.yield($0)
                }
            }
            for await _ in progress.stream { break }
            task.cancel()
            await #expect(throws: TransportError.cancelled) { try await task.value }
        }
    }

    @Test func `a file that is missing, not a file or changed is reported before anything is sent`() async throws {
        let server = try ScriptServer { connection in _ = connection.readHead() }
        defer { server.stop() }
        var gone = HTTPForm(name: "file", filename: "a", contentType: "image/png", path: "/no/such", size: 1)
        #expect(
            await failure(HTTPRequest("POST", url: server.http, form: gone)) == .file("No such file or directory"))
        gone.path = NSTemporaryDirectory()
        let changed = TransportError.file("the file has changed since it was chosen")
        #expect(await failure(HTTPRequest("POST", url: server.http, form: gone)) == changed)
        try await withFile(100) { form, _ in
            var form = form
            form.size = 99
            #expect(await failure(HTTPRequest("POST", url: server.http, form: form)) == changed)
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `a file that shrinks while it is sent is reported`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            while !connection.read().isEmpty {}
        }
        defer { server.stop() }
        try await withFile(8_000_000) { form, _ in
            let path = form.path
            let result: TransportError?
            do throws(TransportError) {
                _ = try await driver.send(HTTPRequest("POST", url: server.http + "/", form: form)) { _ in
                    truncate(path, 1000)
                }
                result = nil
            } catch { result = error }
            #expect(result == .file("the file got shorter while it was being read"))
        }
    }
}
