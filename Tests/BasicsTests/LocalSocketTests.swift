import Basics
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct LocalSocketTests {
    let folder = NSTemporaryDirectory() + "cs-\(UInt32.random(in: 0 ... .max))"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    private func pair(_ path: String) throws -> (LocalListener, LocalConnection, LocalConnection) {
        let listener = try LocalListener(path: path)
        let client = try LocalConnection(path: path)
        return (listener, client, try #require(listener.accept()))
    }

    @Test func `messages arrive whole in both directions, and the end is reported`() throws {
        defer { removeFolder() }
        let (listener, client, server) = try pair(folder + "/socket")
        let messages: [[UInt8]] = [[], [7], Array(repeating: 1, count: 100_000), Array("last".utf8)]
        for message in messages {
            #expect(client.send(message))
            #expect(try server.receive() == message)
        }
        #expect(server.send([3]) && server.processID == getpid())
        #expect(try client.receive() == [3])
        server.close()
        #expect(try client.receive() == nil)
        #expect(!server.send([1]))
        listener.close()
        #expect(listener.accept() == nil)
        let error = #expect(throws: LocalSocketError.self) { try LocalConnection(path: folder + "/socket") }
        #expect(error?.code == ENOENT)
    }

    @Test func `a path longer than the system's limit works, and a stale socket file is replaced`() throws {
        defer { removeFolder() }
        let deep = folder + "/" + String(repeating: "d", count: 150)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try Data("left".utf8).write(to: URL(filePath: deep + "/socket"))
        let old = umask(0)
        let (listener, client, server) = try pair(deep + "/socket")
        umask(old)
        #expect(client.send([1]))
        #expect(try server.receive() == [1])
        let attributes = try FileManager.default.attributesOfItem(atPath: deep + "/socket")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        listener.close()
        #expect(throws: LocalSocketError.self) {
            try LocalListener(path: deep + "/" + String(repeating: "n", count: 120))
        }
    }

    @Test func `a length that is not allowed and a message that breaks off are errors`() throws {
        defer { removeFolder() }
        for (bytes, failure): ([UInt8], LocalConnection.Failure) in [
            ([0xFF, 0xFF, 0xFF, 0xFF], .badLength(0xFFFF_FFFF)), ([0, 4, 0, 1], .badLength(LocalConnection.limit + 1)),
            ([0, 0, 0, 5, 1, 2], .broken), ([0, 0], .broken),
        ] {
            let path = folder + "/socket"
            let listener = try LocalListener(path: path)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            #expect(code == 0)
            let server = try #require(listener.accept())
            #expect(write(descriptor, bytes, bytes.count) == bytes.count)
            close(descriptor)
            #expect(throws: failure) { try server.receive() }
            listener.close()
        }
    }

    @Test func `a peer that does not read is disconnected`() throws {
        defer { removeFolder() }
        let (listener, client, server) = try pair(folder + "/socket")
        let message = [UInt8](repeating: 9, count: 60_000)
        var sent = 0
        while sent < 1000, server.send(message) { sent += 1 }
        #expect(sent > 0 && sent < 1000)
        #expect(!server.send([1]))
        for _ in 0..<sent { #expect(try client.receive() == message) }
        // A partially sent message is not delivered.
        let rest = Result { try client.receive() }
        if case .success(let more?) = rest { Issue.record("\(more.count)") }
        listener.close()
    }
}
