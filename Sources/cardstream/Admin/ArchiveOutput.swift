internal import AppRuntime
internal import Basics
internal import Cards
internal import Glibc

/// The destination of an archive: standard output, or a file that gets its final name only when it is complete.
final class ArchiveOutput: Sendable {
    private let descriptor: CInt
    /// The temporary and the final path; nil for standard output.
    private let file: (draft: String, path: String)?
    private let buffer = Lock<[UInt8]>([])

    private static let bufferSize = 262_144

    init(_ path: String) throws {
        guard path != "-" else {
            descriptor = STDOUT_FILENO
            file = nil
            return
        }
        let draft = "\(path).part"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        self.descriptor = descriptor
        file = (draft, path)
    }

    deinit {
        guard let file else { return }
        close(descriptor)
        unlink(file.draft)
    }

    /// - Parameter line: A line of JSON. Control characters are escaped on standard output, because it may be a
    ///   terminal.
    func write(_ line: [UInt8]) throws {
        let printed = file == nil ? Array(PrintableJSON.text(line).utf8) : line
        let full = buffer.withLock { buffer -> [UInt8]? in
            buffer += printed
            guard buffer.count >= Self.bufferSize else { return nil }
            defer { buffer = [] }
            return buffer
        }
        if let full { try flush(full) }
    }

    private func flush(_ bytes: [UInt8]) throws {
        let code = FileWriting.writeAll(bytes, to: descriptor)
        guard code == 0 else { throw Self.failure(file?.path ?? "standard output", code) }
    }

    /// Writes the rest of the buffer, syncs the file to disk, and gives it its final name.
    func finish() throws {
        try flush(
            buffer.withLock { buffer in
                defer { buffer = [] }
                return buffer
            })
        guard let file else { return }
        guard fsync(descriptor) == 0, rename(file.draft, file.path) == 0 else { throw Self.failure(file.path, errno) }
    }

    private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
        CommandFailure(.failure, "cannot write \(path.shownAsFile): \(String(cString: strerror(code)))")
    }
}
