internal import AppRuntime
internal import Cards
internal import Glibc

/// A file to send with a message, with its content at the start of the command.
struct AttachedFile {
    /// The name for the other participants.
    let filename: String
    let bytes: [UInt8]

    /// - Throws: ``CommandFailure`` if the file cannot be read, is empty, or is too large.
    init(path: String) throws(CommandFailure) {
        do throws(FileProblem) {
            bytes = try PrivateFile.read(path, limit: ComapiFiles.maxFileBytes)
        } catch {
            switch error.code {
            case EISDIR: throw CommandFailure(.usage, "\(path.shownAsFile) is a directory; expected a file")
            case EFBIG:
                let limit = ByteCount.text(ComapiFiles.maxFileBytes)
                throw CommandFailure(.usage, "\(path.shownAsFile) is too large; the limit is \(limit)")
            default: throw CommandFailure(error)
            }
        }
        guard !bytes.isEmpty else { throw CommandFailure(.usage, "\(path.shownAsFile) is empty") }
        filename = path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The media type, according to the extension of the name.
    var type: String {
        let ending = filename.lastIndex(of: ".").map { filename[filename.index(after: $0)...].lowercased() } ?? ""
        return Self.types[ending] ?? "application/octet-stream"
    }

    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "txt": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv",
        "html": "text/html", "json": "application/json", "xml": "application/xml", "pdf": "application/pdf",
        "zip": "application/zip", "gz": "application/gzip", "mp3": "audio/mpeg", "mp4": "video/mp4",
    ]
}
