import Glibc

/// The metadata of an open file.
package struct FileStatus: Hashable, Sendable {
    /// The size in bytes.
    package var size: Int
    package var isRegular: Bool
    /// The permission bits, as `chmod` takes them.
    package var permissions: UInt32
    /// The file system, and the file's number in it.
    package var device: UInt64
    package var inode: UInt64

    /// Nil if the descriptor is not open.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        size = Int(status.st_size)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        permissions = UInt32(status.st_mode & 0o7777)
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
