package import FlyingSocks
import Glibc

import struct Foundation.Data

/// Reads from a connected socket with a buffer. One task reads, and another may write.
package actor SocketReader {
    private let socket: AsyncSocket
    private var buffer: [UInt8] = []
    private var position = 0

    package init(_ socket: AsyncSocket) { self.socket = socket }

    private var available: Int { buffer.count - position }

    private func fill() async throws {
        if position > 0, position == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            position = 0
        }
        buffer += try await socket.read(atMost: 4096)
    }

    /// Waits for the next byte.
    package func waitForByte() async throws { if available == 0 { try await fill() } }

    /// Waits for the next byte in a pool, without trying to read first.
    func waitForByte(in pool: EventPool) async throws {
        guard available == 0 else { return }
        try await pool.suspendSocket(socket.socket, untilReadyFor: .read)
        try await fill()
    }

    /// Reads up to an empty line. Returns the bytes before it, without the line break. The limit in bytes bounds the
    /// memory.
    ///
    /// Lines end in CR LF. RFC 9112 also allows a single LF, but a proxy might interpret such a head differently.
    /// - Throws: ``StreamError``, or an error of the socket.
    package func readHead(limit: Int) async throws -> [UInt8] {
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
                // Empty lines before a request are allowed (RFC 9112, 2.2).
                skipped += 2
                searched = 0
            }
            guard searched + skipped <= limit else { throw StreamError.tooLarge }
            try await fill()
        }
    }

    package func read(count: Int) async throws -> [UInt8] {
        var result: [UInt8] = []
        // Allocate memory for received bytes only, not for the announced number.
        while result.count < count {
            if available == 0 { try await fill() }
            let part = min(count - result.count, available)
            result += buffer[position..<position + part]
            position += part
        }
        return result
    }

    /// Reads a line that ends in CR LF and contains no other control characters except tabs. Returns it without the
    /// line break.
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

    /// Returns at least one and at most `count` received bytes.
    func readSome(atMost count: Int) async throws -> [UInt8] {
        if available == 0 { try await fill() }
        let part = min(count, available)
        defer { position += part }
        return Array(buffer[position..<position + part])
    }

    /// Reads a chunked body (RFC 9112, 7.1). Extensions and trailers are dropped.
    package func readChunks(limit: Int) async throws -> [UInt8] {
        var body: [UInt8] = []
        while let size = try await readChunkSize() {
            guard body.count + size <= limit else { throw StreamError.tooLarge }
            body += try await read(count: size)
            try await endChunk()
        }
        return body
    }

    /// Reads the size of the next chunk; nil after the last chunk and its trailers.
    func readChunkSize() async throws -> Int? {
        let line = try await readLine(limit: 1024)
        let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
        // Spaces are allowed only before an extension.
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

/// Why received bytes are refused.
package enum StreamError: Error, Hashable, Sendable {
    case tooLarge
    case malformed
}

extension AsyncSocket {
    package func write(_ bytes: [UInt8]) async throws { try await write(Data(bytes)) }

    /// Configures a connection: small frames are sent at once, the descriptor is closed on exec, and the kernel detects
    /// a lost connection: after 30 seconds of silence, it sends four probes within 20 seconds.
    package func prepareConnection() {
        func set(_ level: Int, _ name: Int32, _ value: Int32) {
            var value = value
            _ = setsockopt(socket.file.rawValue, Int32(level), name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        set(IPPROTO_TCP, TCP_NODELAY, 1)
        set(Int(SOL_SOCKET), SO_KEEPALIVE, 1)
        set(IPPROTO_TCP, TCP_KEEPIDLE, 30)
        set(IPPROTO_TCP, TCP_KEEPINTVL, 5)
        set(IPPROTO_TCP, TCP_KEEPCNT, 4)
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    }
}
