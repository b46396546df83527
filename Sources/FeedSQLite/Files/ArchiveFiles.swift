import Basics
import CLinux
import FeedStorage
import Glibc

/// The uploaded files of a data directory, for archives. They are read and written in pieces of the same size. All
/// calls block.
enum ArchiveFiles {
    /// Reads a file in pieces. A missing file has no pieces, so that it is missing in the copy, too.
    static func read(_ id: String, in directory: String, _ read: (ArchiveRow) throws -> Void) throws {
        guard isName(id) else { return }
        let file = open("\(directory)/uploads/\(id)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var number = 0
        while true {
            var bytes: [UInt8] = []
            while bytes.count < ArchiveRow.chunkSize {
                do { bytes += try FileReading.read(file, atMost: ArchiveRow.chunkSize - bytes.count) } catch {
                    guard error.code == 0 else { throw failure(error.code) }
                    break
                }
            }
            if !bytes.isEmpty, let row = ArchiveRow.chunk(of: id, number, bytes) { try read(row) }
            guard bytes.count == ArchiveRow.chunkSize else { return }
            number += 1
        }
    }

    /// Writes pieces of files. They are on stable storage when this returns.
    static func write(_ rows: [ArchiveRow], in directory: String) throws {
        let path = "\(directory)/uploads"
        let made = clinux_make_folders(path, 0o700)
        guard made == 0 else { throw failure(made) }
        for (id, rows) in Dictionary(grouping: rows, by: { $0["upload"].text ?? "" }) {
            guard isName(id) else { throw ArchiveError.unreadable("the archive has an upload with an invalid id") }
            let file = open("\(path)/\(id)", O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw failure(errno) }
            defer { close(file) }
            for row in rows {
                let bytes = row["bytes"].bytes ?? []
                let start = Int(clamping: row["number"].integer ?? 0).multipliedReportingOverflow(
                    by: ArchiveRow.chunkSize)
                guard !start.overflow, start.partialValue >= 0 else { throw failure(EFBIG) }
                var written = 0
                while written < bytes.count {
                    let count = bytes[written...].withUnsafeBytes {
                        pwrite(file, $0.baseAddress, $0.count, start.partialValue + written)
                    }
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw failure(errno) }
                    written += count
                }
            }
            guard fsync(file) == 0 else { throw failure(errno) }
        }
        let synced = clinux_sync_folder(path)
        guard synced == 0 else { throw failure(synced) }
    }

    /// Whether the text is a valid id of an upload. It becomes a part of a path, so nothing else is allowed.
    private static func isName(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    private static func failure(_ code: Int32) -> ArchiveError {
        .failed("cannot read or write an uploaded file: \(String(cString: strerror(code)))")
    }
}
