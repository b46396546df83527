import FeedSQLite
import FeedStorage
import Foundation
import Glibc
import Testing

/// A directory that other users can write to is not safe: they could replace the feed and the keys in it.
@Suite struct DataDirectoryTests {
    private func directory(mode: mode_t) throws -> String {
        let path = temporaryDirectory()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try #require(chmod(path, mode) == 0)
        return path
    }

    private func refusal(of path: String) async -> String? {
        do {
            try await SQLiteStorage(directory: path).close()
            return nil
        } catch { return (error as? StorageError)?.description ?? "\(error)" }
    }

    @Test(arguments: [(0o777, "0777"), (0o775, "0775"), (0o757, "0757"), (0o720, "0720"), (0o1777, "1777")])
    func `a directory that others can write to is refused with a remedy`(mode: mode_t, shown: String) async throws {
        let path = try directory(mode: mode)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let words = try #require(await refusal(of: path))
        #expect(words.contains(path) && words.contains(shown) && words.contains("chmod 700 \(path)"), "\(words)")
        // Nothing was written into the directory.
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        #expect(throws: StorageError.self) { try SQLiteStorage.setAsideIfDamaged(directory: path) }
    }

    @Test(arguments: [0o700, 0o750, 0o755, 0o711] as [mode_t])
    func `a directory that others can only read is accepted`(mode: mode_t) async throws {
        let path = try directory(mode: mode)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(await refusal(of: path) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a directory away"))
    func `a directory of another user is refused`() async throws {
        let path = try directory(mode: 0o700)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(chown(path, 65534, 65534) == 0)
        let words = try #require(await refusal(of: path))
        #expect(words.contains(path) && words.contains("65534") && words.contains("chown"), "\(words)")
    }
}
