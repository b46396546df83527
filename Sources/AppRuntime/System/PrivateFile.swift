import Basics
import CLinux
import Glibc

/// Files that only their owner can read and write, such as cards, tokens and logs.
package enum PrivateFile {
    /// Creates a directory and its parents with the permissions 0700.
    package static func makeDirectory(_ path: String) throws(FileProblem) {
        let code = clinux_make_folders(path, 0o700)
        guard code == 0 else { throw FileProblem(path: path, doing: "create the directory", code: code) }
        if access(path, W_OK | X_OK) != 0 { throw FileProblem(path: path, doing: "write to", code: errno) }
    }

    package static func makeParent(of path: String) throws(FileProblem) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        try makeDirectory(String(path[..<slash]))
    }

    /// Replaces a file by renaming a new file. A reader never sees partial content, and after a power failure the file
    /// has either the old or the new content.
    package static func write(_ text: String, to path: String) throws(FileProblem) {
        try write(Array(text.utf8), to: path)
    }

    /// Replaces a file with the given bytes.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        try makeParent(of: path)
        let draft = "\(path).\(getpid())"
        // A file left by an earlier process with the same id could have other permissions, or be a symbolic link.
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
        var code = FileWriting.writeAll(bytes, to: descriptor)
        if code == 0, fsync(descriptor) != 0, errno != EINVAL { code = errno }
        close(descriptor)
        if code == 0, rename(draft, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(draft)
            throw FileProblem(path: path, doing: "write", code: code)
        }
    }

    /// Reads a whole file. Throws if it has more than `limit` bytes.
    package static func read(_ path: String, limit: Int = 64 << 20) throws(FileProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "read", code: errno) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// Reads an open descriptor until its end.
    package static func read(descriptor: CInt, name: String, limit: Int = 64 << 20) throws(FileProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileProblem(path: name, doing: "read", code: errno)
            }
            bytes += buffer[..<count]
            if bytes.count > limit { throw FileProblem(path: name, doing: "read", code: EFBIG) }
        }
    }

    /// The names in a directory; nil if it cannot be read.
    package static func names(in path: String) -> [String]? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = String(cString: clinux_entry_name(entry))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a directory and its content. Symbolic links are removed, not followed. Failures are ignored.
    package static func removeTree(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = String(cString: clinux_entry_name(entry))
                guard name != ".", name != ".." else { continue }
                let child = "\(path)/\(name)"
                if unlink(child) != 0 { removeTree(child) }
            }
            closedir(directory)
        }
        rmdir(path)
    }

    /// Whether only the owner can read or write the file.
    ///
    /// - Parameter orNoFile: Whether pipes and devices also count as private, such as those that a shell passes for
    ///   `<(…)`.
    package static func isPrivate(_ path: String, orNoFile: Bool = false) throws(FileProblem) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileProblem(path: path, doing: "read", code: errno) }
        return status.st_mode & 0o077 == 0 || orNoFile && status.st_mode & S_IFMT != S_IFREG
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether the path exists and can be read like a file: anything but a directory.
    package static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
}
