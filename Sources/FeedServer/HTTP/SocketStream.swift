import FlyingSocks
import Glibc

import struct Foundation.Data

/// A connected socket with one read buffer. One task reads, one writes.
actor SocketReader {
    private let socket: AsyncSocket
    private var buffer: [UInt8] = []
    private var position = 0

    init(_ socket: AsyncSocket) { self.socket = socket }

    private var available: Int { buffer.count - position }

    private func fill() async throws {
        if position > 0, position == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            position = 0
        }
        buffer += try await socket.read(atMost: 4096)
    }

    /// Waits for the first byte of what comes next.
    func waitForByte() async throws { if available == 0 { try await fill() } }

    /// Everything up to an empty line, without it; the limit bounds what is held.
    /// - Throws: ``StreamError/tooLarge``, or what the socket throws.
    func readHead(limit: Int) async throws -> [UInt8] {
        // Empty lines before a request are allowed (RFC 9112 2.2).
        var searched = 0
        while true {
            var index = position + searched
            while index < buffer.count {
                if buffer[index] == UInt8(ascii: "\n") {
                    let isEmptyLine =
                        index == position || (index == position + 1 && buffer[index - 1] == UInt8(ascii: "\r"))
                        || buffer[index - 1] == UInt8(ascii: "\n")
                        || (index >= position + 2 && buffer[index - 1] == UInt8(ascii: "\r")
                            && buffer[index - 2] == UInt8(ascii: "\n"))
                    if isEmptyLine {
                        var end = index
                        while end > position,
                            buffer[end - 1] == UInt8(ascii: "\r") || buffer[end - 1] == UInt8(ascii: "\n")
                        {
                            end -= 1
                        }
                        let head = Array(buffer[position..<end])
                        position = index + 1
                        if !head.isEmpty { return head }
                        searched = 0
                        index = position
                        continue
                    }
                }
                index += 1
            }
            searched = buffer.count - position
            guard searched <= limit else { throw StreamError.tooLarge }
            try await fill()
        }
    }

    func read(count: Int) async throws -> [UInt8] {
        var result: [UInt8] = []
        // Grows with what arrives, not with what was announced.
        while result.count < count {
            if available == 0 { try await fill() }
            let part = min(count - result.count, available)
            result += buffer[position..<position + part]
            position += part
        }
        return result
    }

    /// A line without its end.
    func readLine(limit: Int) async throws -> [UInt8] {
        var line: [UInt8] = []
        while true {
            let byte = try await read(count: 1)[0]
            if byte == UInt8(ascii: "\n") { return line.last == UInt8(ascii: "\r") ? line.dropLast() : line }
            line.append(byte)
            guard line.count <= limit else { throw StreamError.tooLarge }
        }
    }

    /// What has arrived of so many bytes, at least one.
    func readSome(atMost count: Int) async throws -> [UInt8] {
        if available == 0 { try await fill() }
        let part = min(count, available)
        defer { position += part }
        return Array(buffer[position..<position + part])
    }

    /// A body in chunks (RFC 9112 7.1); extensions and trailers are dropped.
    func readChunks(limit: Int) async throws -> [UInt8] {
        var body: [UInt8] = []
        while let size = try await readChunkSize() {
            guard body.count + size <= limit else { throw StreamError.tooLarge }
            body += try await read(count: size)
            try await endChunk()
        }
        return body
    }

    /// The size of the chunk that follows; nil after the last one, with its trailers read.
    func readChunkSize() async throws -> Int? {
        let line = String(
            decoding: try await readLine(limit: 1024).prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        guard line.utf8.count <= 8, let size = Int(line.filter { $0 != " " }, radix: 16), size >= 0 else {
            throw StreamError.malformed
        }
        guard size == 0 else { return size }
        for _ in 0..<64 where try await readLine(limit: 1024).isEmpty { return nil }
        throw StreamError.malformed
    }

    func endChunk() async throws {
        guard try await readLine(limit: 1).isEmpty else { throw StreamError.malformed }
    }
}

enum StreamError: Error, Hashable, Sendable {
    case tooLarge
    case malformed
}

extension AsyncSocket {
    func write(_ bytes: [UInt8]) async throws { try await write(Data(bytes)) }

    /// Small frames must leave at once, and no child process inherits the connection.
    func prepareConnection() {
        var on: Int32 = 1
        _ = setsockopt(socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    }
}
