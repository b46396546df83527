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

    /// Everything up to an empty line, without that and the line end before it; the limit bounds what is held.
    ///
    /// A line ends in CR LF. RFC 9112 lets a bare LF pass; a proxy in front may read such a head otherwise.
    /// - Throws: ``StreamError``, or what the socket throws.
    func readHead(limit: Int) async throws -> [UInt8] {
        var lineStart = 0
        var searched = 0
        var skipped = 0
        while true {
            while position + searched < buffer.count {
                let offset = searched
                searched += 1
                guard buffer[position + offset] == UInt8(ascii: "\n") else { continue }
                guard offset > lineStart, buffer[position + offset - 1] == UInt8(ascii: "\r") else {
                    throw StreamError.malformed
                }
                guard offset - 1 == lineStart else {
                    lineStart = offset + 1
                    continue
                }
                let head = lineStart > 0 ? Array(buffer[position..<position + lineStart - 2]) : nil
                position += offset + 1
                if let head { return head }
                // Empty lines before a request are allowed (RFC 9112 2.2).
                skipped += 2
                searched = 0
            }
            guard searched + skipped <= limit else { throw StreamError.tooLarge }
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

    /// A line without its end, which is CR LF. No other control character may be in it.
    private func readLine(limit: Int) async throws -> [UInt8] {
        var line: [UInt8] = []
        while true {
            let byte = try await read(count: 1)[0]
            let follows = line.last == UInt8(ascii: "\r")
            if byte == UInt8(ascii: "\n"), follows { return line.dropLast() }
            guard !follows, byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            else { throw StreamError.malformed }
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
        let line = try await readLine(limit: 1024)
        let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
        // Space is allowed before an extension, and only there.
        let rest = line.dropFirst(digits.count)
        guard (1...8).contains(digits.count), let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
            rest.isEmpty || rest.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: ";")
        else { throw StreamError.malformed }
        guard size == 0 else { return size }
        for _ in 0..<64 {
            let trailer = try await readLine(limit: 1024)
            if trailer.isEmpty { return nil }
            guard HTTPHead.Field(trailer) != nil else { throw StreamError.malformed }
        }
        throw StreamError.malformed
    }

    func endChunk() async throws {
        guard try await read(count: 2).elementsEqual("\r\n".utf8) else { throw StreamError.malformed }
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
