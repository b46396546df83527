import FlyingSocks
import Glibc
import HTTPSockets
import Testing

import struct Foundation.Data

@Suite(.timeLimit(.minutes(1))) struct EventPoolTests {
    /// Runs a body with a pool, and stops the pool.
    private func withPool(_ body: (EventPool) async throws -> Void) async throws {
        let pool = EventPool()
        try await pool.prepare()
        let running = Task { try await pool.run() }
        do { try await body(pool) } catch {
            running.cancel()
            throw error
        }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        await #expect(throws: CancellationError.self) {
            try await pool.suspendSocket(Socket.makePair().0, untilReadyFor: [.read])
        }
    }

    @Test func `each of many sockets is read when it has data`() async throws {
        try await withPool { pool in
            let pairs = try (0..<300).map { _ in try Socket.makePair() }
            let readers = try pairs.map { try AsyncSocket(socket: $0.0, pool: pool) }
            try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
                for (number, reader) in readers.enumerated() {
                    group.addTask {
                        let first = try await reader.read(atMost: 8)
                        return (number, first + (try await reader.read(atMost: 8)))
                    }
                }
                for round in 0..<2 {
                    for (number, pair) in pairs.enumerated().reversed() {
                        _ = try pair.1.write(Data([UInt8(number & 255), UInt8(round)]))
                        // Waits, so that the second part is read separately.
                        if round == 0 { while pair.0.hasUnread { await Task.yield() } }
                    }
                }
                for try await (number, bytes) in group {
                    #expect(bytes == [UInt8(number & 255), 0, UInt8(number & 255), 1])
                }
            }
            for pair in pairs {
                try pair.0.close()
                try pair.1.close()
            }
        }
    }

    @Test func `one waits to read and another to write the same socket`() async throws {
        try await withPool { pool in
            let (near, far) = try Socket.makePair()
            let socket = try AsyncSocket(socket: near, pool: pool)
            let reading = Task { try await socket.read(atMost: 8) }
            // More than the kernel buffers.
            let sent = [UInt8](repeating: 7, count: 2_000_000)
            let writing = Task { try await socket.write(sent) }
            let peer = try AsyncSocket(socket: far, pool: pool)
            #expect(try await peer.read(bytes: sent.count) == sent)
            try await writing.value
            _ = try far.write(Data([1, 2]))
            #expect(try await reading.value == [1, 2])
        }
    }

    @Test func `a cancelled wait ends, before and after it has begun, and the socket can wait again`() async throws {
        try await withPool { pool in
            let (near, far) = try Socket.makePair()
            for _ in 0..<200 {
                let waiting = Task { try await pool.suspendSocket(near, untilReadyFor: [.read]) }
                await Task.yield()
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
            }
            let waiting = Task { try await pool.suspendSocket(near, untilReadyFor: [.read]) }
            _ = try far.write(Data([1]))
            try await waiting.value
        }
    }

    @Test func `a disconnected peer ends the wait`() async throws {
        try await withPool { pool in
            let (near, far) = try Socket.makePair()
            let socket = try AsyncSocket(socket: near, pool: pool)
            let reading = Task { try await socket.read(atMost: 8) }
            try far.close()
            await #expect(throws: SocketError.self) { try await reading.value }
        }
    }

    @Test func `a reused descriptor is another socket`() async throws {
        try await withPool { pool in
            var numbers: Set<Int32> = []
            for _ in 0..<50 {
                let (near, far) = try Socket.makePair()
                numbers.insert(near.file.rawValue)
                let waiting = Task { try await pool.suspendSocket(near, untilReadyFor: [.read]) }
                _ = try far.write(Data([1]))
                try await waiting.value
                try near.close()
                try far.close()
            }
            #expect(numbers.count < 50)
        }
    }
}

extension Socket {
    /// Two connected sockets that do not block.
    fileprivate static func makePair() throws -> (Socket, Socket) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0 else {
            throw SocketError.makeFailed("socketpair")
        }
        return (Socket(file: FileDescriptor(rawValue: ends[0])), Socket(file: FileDescriptor(rawValue: ends[1])))
    }

    fileprivate var hasUnread: Bool {
        var count: Int32 = 0
        return ioctl(file.rawValue, UInt(FIONREAD), &count) == 0 && count > 0
    }
}
