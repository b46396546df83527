import Glibc

/// The address of a socket in the file system. The system limits the path of a socket to 107 bytes; a longer path is
/// reached through a descriptor of its folder.
struct LocalSocketAddress {
    private static let limit = 107

    private let path: String
    /// The descriptor of the folder of a long path; -1 for a short path.
    private let folder: Int32

    /// Opens the folder of a long path. Throws the system's error number.
    init(_ path: String) throws(LocalSocketError) {
        guard path.utf8.count > Self.limit, let slash = path.lastIndex(of: "/") else {
            (self.path, folder) = (path, -1)
            return
        }
        folder = Glibc.open(String(path[..<slash]), O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw LocalSocketError(code: errno) }
        self.path = "/proc/self/fd/\(folder)\(path[slash...])"
        guard self.path.utf8.count <= Self.limit else {
            Glibc.close(folder)
            throw LocalSocketError(code: ENAMETOOLONG)
        }
    }

    func close() { if folder >= 0 { Glibc.close(folder) } }

    /// Calls `body` with the address in the system's form.
    func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    static func makeSocket() throws(LocalSocketError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw LocalSocketError(code: errno) }
        return descriptor
    }
}

/// Why a local socket cannot be used.
package struct LocalSocketError: Error, Hashable, Sendable {
    /// The system's error number.
    package var code: Int32

    /// The text of the error number.
    package var reason: String { String(cString: strerror(code)) }
}
