internal import Glibc

/// Reads small text files without Foundation, whose loading would dominate the start time.
enum TextFile {
    /// The maximum size in bytes; a theme has a few thousand.
    private static let limit = 1 << 20

    /// The file's text; nil if the file does not exist.
    static func read(_ path: String) throws(ThemeError) -> String? {
        // Opening must not block on a pipe, because this runs on the thread that reads keys.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .unreadable(file: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(file: path, reason: "it is not a file")
        }
        guard status.st_size <= limit else {
            throw .unreadable(file: path, reason: "it is larger than \(limit / 1_000_000) MB")
        }
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
