package import AppCore
import CLinux
import CardImages
import Cards
import Glibc

/// Looks up files and directories for the file browser. All functions block, so call them on a thread that may block.
package struct FileFinder: Sendable {
    /// The user's home folder, for `~`.
    private let home: String
    /// The directory that relative paths start from.
    private let start: String

    /// The maximum number of entries of a directory that are examined. A browser cannot usefully show more.
    private static let maxEntries = 10_000
    /// Enough for the header of any picture, including preceding thumbnails and profiles.
    private static let headBytes = 512 << 10

    package init(home: String, start: String) {
        self.home = home
        self.start = start
    }

    /// - Parameter environment: The environment, for `HOME`.
    package static func system(environment: [String: String]) -> FileFinder {
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        let start = folder.flatMap { String(validatingCString: $0) }
        return FileFinder(home: environment["HOME"] ?? "/", start: start ?? environment["HOME"] ?? "/")
    }

    package func find(_ look: FileLook) -> FileFinding {
        let path = resolve(look.path, base: look.base)
        var status = stat()
        guard stat(path, &status) == 0 else { return .failed(reason: Self.words(errno, path)) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return list(path)
        case S_IFREG: return examine(path)
        default: return .failed(reason: Strings.Files.noPicture(Self.name(path)))
        }
    }

    // MARK: Paths

    /// The absolute path, without `.`, `..` and double slashes.
    func resolve(_ typed: String?, base: String?) -> String {
        guard let typed else { return start }
        var path = typed
        if path == "~" || path.hasPrefix("~/") {
            path = home + path.dropFirst()
        } else if path.hasPrefix("~") {
            let name = path.dropFirst().prefix { $0 != "/" }
            if let folder = Self.home(of: String(name)) { path = folder + path.dropFirst(1 + name.count) }
        }
        if !path.hasPrefix("/") { path = (base ?? start) + "/" + path }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func home(of user: String) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        guard getpwnam_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_dir.flatMap { String(validatingCString: $0) }
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func words(_ code: Int32, _ path: String) -> String {
        "\(name(path)): \(String(cString: strerror(code)).lowercased())"
    }

    /// Completes the typed path with the common prefix of all matching names, and adds a slash after a directory.
    package func complete(_ look: FileLook) -> String {
        let typed = look.path ?? ""
        let known = typed.lastIndex(of: "/").map { typed[...$0] } ?? ""
        if known.isEmpty, typed.hasPrefix("~") { return typed + "/" }
        let start = typed[known.endIndex...]
        guard case .folder(let listing) = list(resolve(String(known), base: look.base)) else { return typed }
        let shown = listing.entries.filter { !start.isEmpty || !$0.name.hasPrefix(".") }
        var names = shown.filter { $0.name.hasPrefix(start) }
        // If there is no match, ignores case, as the list does.
        if names.isEmpty { names = shown.filter { $0.name.lowercased().hasPrefix(start.lowercased()) } }
        guard let first = names.first else { return typed }
        var common = first.name
        for entry in names.dropFirst() { common = Self.common(common, entry.name) }
        let ending = names.count == 1 && first.isFolder ? "/" : ""
        return known + common + ending
    }

    private static func common(_ left: String, _ right: String) -> String {
        String(zip(left, right).prefix { $0 == $1 }.map(\.0))
    }

    // MARK: Folders

    private func list(_ path: String) -> FileFinding {
        guard let folder = opendir(path) else { return .failed(reason: Self.words(errno, path)) }
        defer { closedir(folder) }
        var entries: [FileEntry] = []
        var leftOut = 0
        while let entry = readdir(folder) {
            guard let characters = clinux_entry_name(entry) else { continue }
            let name = String(cString: characters)
            if name == "." || name == ".." { continue }
            guard entries.count < Self.maxEntries else {
                leftOut += 1
                continue
            }
            // A name that is not valid UTF-8 cannot be converted back to a system path.
            if let valid = String(validatingCString: characters) {
                entries.append(Self.entry(valid, in: dirfd(folder)))
            } else {
                entries.append(FileEntry(name: name, kind: .unreadable))
            }
        }
        return .folder(FolderListing(path: path, entries: entries, leftOut: leftOut))
    }

    private static func entry(_ name: String, in folder: Int32) -> FileEntry {
        var status = stat()
        guard fstatat(folder, name, &status, 0) == 0 else { return FileEntry(name: name, kind: .unreadable) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return FileEntry(name: name, kind: .folder)
        case S_IFREG: break
        default: return FileEntry(name: name, kind: .other)
        }
        let size = Int(status.st_size)
        let file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return FileEntry(name: name, kind: .unreadable, size: size) }
        defer { close(file) }
        let format = FileFormat(sniffing: head(of: file, FileFormat.sniffedBytes))
        return FileEntry(name: name, kind: format.map { .picture($0) } ?? .other, size: size)
    }

    // MARK: Files

    private func examine(_ path: String) -> FileFinding {
        // The file may have been replaced with a pipe in the meantime, so opening it must not block.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return .failed(reason: Self.words(errno, path)) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .failed(reason: Strings.Files.noPicture(Self.name(path)))
        }
        let head = Self.head(of: file, Self.headBytes)
        guard let format = FileFormat(sniffing: head) else {
            return .failed(reason: Strings.Files.noPicture(Self.name(path)))
        }
        guard format.isUploadable || format.isConvertible else {
            return .failed(reason: Strings.Files.notConvertible(Self.name(path), format))
        }
        // A picture with an unreadable header still has the format that its first bytes indicate.
        let header = try? ImageHeader(head)
        return .file(
            ChosenFile(
                path: path, format: format, size: Int(status.st_size), modified: Self.modified(status),
                pixels: header.map { ChosenFile.Pixels(width: $0.width, height: $0.height) }))
    }

    /// Checks whether a file is unchanged since it was chosen. Returns nil if so, else the reason with its name.
    func problem(of chosen: ChosenFile) -> String? {
        var status = stat()
        guard stat(chosen.path, &status) == 0 else { return Self.words(errno, chosen.path) }
        guard access(chosen.path, R_OK) == 0 else { return Self.words(errno, chosen.path) }
        let isSame = Int(status.st_size) == chosen.size && Self.modified(status) == chosen.modified
        return isSame ? nil : Strings.Files.changed(chosen.name)
    }

    private static func modified(_ status: stat) -> Int {
        status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    private static func head(of file: Int32, _ limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 64 << 10))
        while bytes.count < limit {
            let count = Glibc.read(file, &buffer, min(buffer.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
