import Cards
import Foundation
import Testing

@testable import CardStreamCordial

/// The file of an account.
@Suite struct StoreTests {
    @Test func `The file is private because it contains the token`() async throws {
        try await withDatabase { path in
            #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644]))
            let store = try CordialStore(path: path, account: "a")
            try await store.update { $0.token = "secret" }
            for file in [path, path + "-wal", path + "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
        }
    }

    @Test func `A file that is not a database is refused and not changed`() async throws {
        try await withDatabase { path in
            try Data("not a database, and longer than a header of one, which has a hundred bytes".utf8)
                .write(to: URL(fileURLWithPath: path))
            #expect(throws: CordialError.self) { try CordialStore(path: path, account: "a") }
            #expect(throws: CordialError.self) { try CordialStore(path: path + "/below", account: "a") }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data("not a database".utf8)))
        }
    }

    /// The limits apply to the stored contents before the new one is added, so its size may exceed them.
    @Test func `Of four contents of 7 bytes three fit into 16 bytes`() async throws {
        var limits = InboxCacheLimits()
        limits.size = 16
        limits.messageSize = 8
        let (store, small) = (try CordialStore(path: "", account: "a"), limits)
        try await store.change { access in
            for id in ["1", "2", "3", "4"] { try access.keep(content: "content", of: id, small) }
            try access.keep(content: "too large", of: "5", small)
        }
        let kept = try await store.change { access in
            try ["1", "2", "3", "4", "5"].filter { try access.content($0) != nil }
        }
        #expect(kept == ["2", "3", "4"])
        // The least recently used content is removed, not the oldest.
        let after = try await store.change { access in
            _ = try access.content("2")
            try access.keep(content: "content", of: "6", small)
            return try ["2", "3", "4", "6"].filter { try access.content($0) != nil }
        }
        #expect(after == ["4", "2", "6"].sorted())
    }

    @Test func `A value survives, whatever it contains`() async throws {
        try await withDatabase { path in
            let text = "quotes \" ' \\ and \u{0} and \u{1F600}"
            let first = try CordialStore(path: path, account: "a")
            try await first.update { $0.attributes = ["a.b": .string(text)] }
            let second = try CordialStore(path: path, account: "a")
            #expect(try await second.state().attributes["a.b"]?.string == text)
            #expect(try await second.state() == first.state())
        }
    }

    /// SQLite determines from the lock whether it is the last user of a file. Without the lock, the next program that
    /// closes the file would remove its write-ahead log, and this one would never see another change.
    @Test func `A second store of a process leaves the lock of the first one alone`() async throws {
        try await withDatabase { path in
            let first = try CordialStore(path: path, account: "a")
            // Kept open until all checks are done, because closing it would also release the locks.
            let descriptor = open(path, O_RDWR)
            defer { close(descriptor) }
            #expect(isLocked(descriptor))
            _ = try CordialStore(path: path, account: "a")
            #expect(isLocked(descriptor))
            _ = try await first.state()
        }
    }

    /// Whether any process, including this one, has locked a file.
    private func isLocked(_ descriptor: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        // 36 is F_OFD_GETLK, because F_GETLK ignores locks of the same process.
        return fcntl(descriptor, 36, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
