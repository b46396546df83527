import Foundation

/// A web server for the files of one test, which records the requested paths.
final class FileHost: @unchecked Sendable {
    // Invariant: `asked` is only accessed under `lock`.
    let port: UInt16
    private let listener: Int32
    private let files: [String: [UInt8]]
    private let otherwise: String
    private let lock = NSLock()
    private var asked: Set<String> = []

    /// - Parameters:
    ///   - files: The files, by path.
    ///   - otherwise: The status for all other paths.
    init(_ files: [String: [UInt8]], otherwise: String = "404 Not Found") throws {
        self.files = files
        self.otherwise = otherwise
        (listener, port) = try FaultProxy.listening()
        Thread.detachNewThread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 { answer(client) }
        }
    }

    /// Stops the thread, which retains this object.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    var requests: Set<String> { lock.withLock { asked } }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Sends one response and closes the connection. Only the path of the request matters.
    private func answer(_ client: Int32) {
        defer { close(client) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(client, &buffer, buffer.count, 0)
        let words = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        guard words.count > 1 else { return }
        let path = String(words[1])
        _ = lock.withLock { asked.insert(path) }
        let status = files[path] == nil ? otherwise : "200 OK"
        let body = files[path] ?? []
        let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array(head.utf8) + body
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(client, Int32(SHUT_WR))
        // Read the rest: closing a connection with unread bytes would reset it, possibly before the client has read the
        // response.
        while recv(client, &buffer, buffer.count, 0) > 0 {}
    }
}
