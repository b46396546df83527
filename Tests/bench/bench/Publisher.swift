import Foundation

/// Publishes single cards over one open connection, so that the figure does not include the start of a process.
final class Publisher {
    private let descriptor: Int32
    private let headers: String

    init(address: String, keyFile: String) throws {
        guard let url = URLComponents(string: address), let port = url.port else {
            throw BenchError("no port in \(address)")
        }
        let key = try String(contentsOfFile: keyFile, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        headers = """
            Host: 127.0.0.1:\(port)\r\nCardstream-Environment: development\r\nCardstream-Key: \(key)\r\n\
            Content-Type: application/json\r\n
            """
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(port).bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if !connected { throw BenchError("cannot connect to \(address)") }
    }

    deinit { close(descriptor) }

    /// Sends the request and returns the time at which it was sent. ``finish()`` reads the response.
    func send(_ card: String, to user: String) -> UInt64 {
        send("POST", "/v1/cards", "{\"stream\":\"inbox\",\"users\":[\"\(user)\"],\"card\":\(card)}")
    }

    /// Sends any request.
    @discardableResult
    func send(_ method: String, _ path: String, _ body: String) -> UInt64 {
        let request = Array(
            "\(method) \(path) HTTP/1.1\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        let start = Terminal.now()
        _ = write(descriptor, request, request.count)
        return start
    }

    /// Returns the response with its headers.
    @discardableResult
    func finish() throws -> String {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw BenchError("the server closed the publisher's connection") }
            answer += buffer[..<count]
            let text = String(decoding: answer, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
            guard text.hasPrefix("HTTP/1.1 2") else { throw BenchError("the server refused a card: \(text)") }
            let length = text.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
            if text[end.upperBound...].utf8.count >= length { return text }
        }
    }
}
