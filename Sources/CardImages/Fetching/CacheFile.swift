internal import CLinux
internal import Glibc

/// File operations of the cache. None of them throws: a failed operation counts as nothing cached.
enum CacheFile {
    /// Creates a directory with its parents, readable by the owner only.
    static func makeDirectory(_ path: String) -> Bool {
        clinux_make_folders(path, 0o700) == 0 && access(path, W_OK | X_OK) == 0
    }

    /// Nil also for a file that cannot be read: the image is then fetched again.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        try? LocalFile.read(path, limit: limit, followsLinks: false)
    }

    /// Writes a new file and renames it over the old one, so that readers never see half of it.
    static func replace(_ path: String, by bytes: [UInt8]) -> Bool {
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        var written = 0
        while written < bytes.count {
            let step = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if step < 0, errno == EINTR { continue }
            if step <= 0 { break }
            written += step
        }
        close(descriptor)
        if written == bytes.count, rename(draft, path) == 0 { return true }
        unlink(draft)
        return false
    }

    static func size(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Sets the time of last use, in seconds since 1970.
    static func touch(_ path: String, at seconds: Int) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, path, [time, time], 0)
    }

    static func list(_ directory: String) -> [(name: String, size: Int, used: Int)] {
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var files: [(name: String, size: Int, used: Int)] = []
        while let entry = readdir(handle) {
            let name = String(cString: clinux_entry_name(entry))
            var status = stat()
            guard lstat("\(directory)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append((name, Int(status.st_size), status.st_mtim.tv_sec))
        }
        return files
    }
}
