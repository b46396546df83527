import Basics
internal import CLinux
internal import Cards
internal import Glibc

/// Files of this machine, read whole.
package enum LocalFile {
    /// Reads a whole file on a thread that may block.
    ///
    /// - Parameter limit: In bytes; a larger file is not read.
    package static func contents(of path: String, limit: Int) async throws(ImageProblem) -> [UInt8] {
        try await Blocking.run { Result { () throws(ImageProblem) in try read(path, limit: limit) } }.get()
    }

    /// Blocks, but never on special files such as a pipe without a writer.
    static func read(_ path: String, limit: Int, followsLinks: Bool = true) throws(ImageProblem) -> [UInt8] {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        guard file >= 0 else { throw .notReadable(code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .notReadable(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .wrongType }
        guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let step = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
                if step < 0, errno == EINTR { continue }
                if step <= 0 { break }
                count += step
            }
        }
    }
}
