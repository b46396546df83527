import Basics
import CLinux
import Cards
import FeedAPI
import FeedStorage
import Glibc

import struct Foundation.UUID

/// The files that users upload, in a directory that only this server can read, with one file per upload. The database
/// contains their properties, and whether they were submitted.
///
/// The actor has its own queue, because writing waits for the disk, which would block threads of the cooperative pool.
actor DirectoryFiles: FileStorage {
    private let executor = QueueExecutor(label: "cardstream.uploads")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The disk space in bytes that must stay free.
    private let freeBytes: Int
    /// The directory; nil until the first upload of a server without a data directory.
    private var path: String?
    private let isTemporary: Bool
    /// Files that are being written, and complete files whose upload is not in the database yet.
    private var unsettled: [UploadID: Unsettled] = [:]

    private struct Unsettled {
        /// The file descriptor; -1 after the file was closed.
        var descriptor: Int32
        /// The number of announced bytes that have not arrived yet. This disk space is reserved.
        var awaited: Int
    }

    /// - Parameter directory: The server's data directory; nil creates a temporary directory, which is removed when the
    ///   server stops.
    init(directory: String?, freeBytes: Int) {
        path = directory.map { $0 + "/uploads" }
        isTemporary = directory == nil
        self.freeBytes = freeBytes
    }

    func begin(size: Int) throws(Problem) -> UploadID {
        let directory = try openDirectory()
        try checkSpace(for: size, in: directory)
        let id = UploadID(stored: UUID().uuidString.lowercased())
        let file = Glibc.open("\(directory)/\(id)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure() }
        unsettled[id] = Unsettled(descriptor: file, awaited: size)
        return id
    }

    func append(_ bytes: [UInt8], to id: UploadID) throws(Problem) {
        guard let file = unsettled[id]?.descriptor, file >= 0 else { throw Problem(.shuttingDown) }
        let code = FileWriting.writeAll(bytes, to: file)
        guard code == 0 else { throw Self.failure(code) }
        let awaited = unsettled[id]?.awaited ?? 0
        unsettled[id]?.awaited = max(0, awaited - bytes.count)
    }

    /// Finishes a file. Its name and content are on stable storage when this returns.
    func finish(_ id: UploadID) throws(Problem) {
        guard let file = unsettled[id]?.descriptor, let path else { throw Problem(.shuttingDown) }
        unsettled[id] = Unsettled(descriptor: -1, awaited: 0)
        defer { Glibc.close(file) }
        guard fsync(file) == 0 else { throw Self.failure() }
        let code = clinux_sync_folder(path)
        guard code == 0 else { throw Self.failure(code) }
    }

    /// Call this when the database contains the uploads of these files.
    func settle(_ ids: [UploadID]) { for id in ids { unsettled[id] = nil } }

    func discard(_ id: UploadID) {
        guard let file = unsettled.removeValue(forKey: id)?.descriptor else { return }
        if file >= 0 { Glibc.close(file) }
        remove([id])
    }

    func remove(_ ids: [UploadID]) {
        guard let path else { return }
        // A file that cannot be removed is found by the next removal of stray files.
        for id in ids { unlink("\(path)/\(id)") }
    }

    func open(_ id: UploadID) throws(Problem) -> any FileContent {
        guard let path, !id.rawValue.contains("/" as Character) else { throw Problem(.notFound) }
        let file = Glibc.open("\(path)/\(id)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw Problem(.notFound, detail: "The file is no longer on the server's disk.") }
        return OpenFile(descriptor: file)
    }

    /// All complete files whose uploads the database should contain.
    func settledFiles() -> [UploadID] {
        guard let path, let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var ids: [UploadID] = []
        while let entry = readdir(directory) {
            let name = String(cString: clinux_entry_name(entry))
            if !name.hasPrefix("."), unsettled[UploadID(stored: name)] == nil { ids.append(UploadID(stored: name)) }
        }
        return ids
    }

    func close() {
        for file in unsettled.values where file.descriptor >= 0 { Glibc.close(file.descriptor) }
        unsettled = [:]
        guard isTemporary, let path else { return }
        remove(settledFiles())
        rmdir(path)
        self.path = nil
    }

    private func openDirectory() throws(Problem) -> String {
        if let path {
            let code = clinux_make_folders(path, 0o700)
            guard code == 0 else { throw Self.failure(code) }
            return path
        }
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/cardstream-uploads-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.failure() }
        let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = made
        return made
    }

    private func checkSpace(for size: Int, in directory: String) throws(Problem) {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { throw Self.failure() }
        let free = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
        let promised = unsettled.values.reduce(size) { $0 + $1.awaited }
        guard free.overflow || free.partialValue - promised >= freeBytes else { throw Self.full }
    }

    private static let full = Problem(
        .storageFull, detail: "Nothing was stored. Free some space on the server's disk and try again.")

    private static func failure(_ code: Int32 = errno) -> Problem {
        [ENOSPC, EDQUOT, EFBIG].contains(code)
            ? full
            : Problem(
                .internalError, detail: "The server's storage for uploads failed: \(String(cString: strerror(code))).")
    }
}
