internal import Glibc

/// Reads small text files without Foundation, which would cost more at start than the rest of the program.
enum TextFile {
    /// Bytes; a theme has a few thousand.
    private static let limit = 1 << 20

    /// The file's text; nil when there is no such file.
    static func read(_ path: String) throws(ThemeError) -> String? {
        // Not to wait for one who writes into a pipe: this runs where keys are read.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .unreadable(file: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(file: path, reason: "it is no file")
        }
        guard status.st_size <= limit else { throw .unreadable(file: path, reason: "it is over \(limit >> 20) MiB") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .unreadable(file: path, reason: String(cString: strerror(errno)))
            }
            bytes += chunk[..<count]
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(file: path, reason: "it is not UTF-8 text")
        }
        return text
    }
}
