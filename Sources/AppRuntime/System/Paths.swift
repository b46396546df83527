import Glibc

/// Where the program keeps its files, by the XDG base directory specification.
package struct Paths: Sendable, Equatable {
    /// Holds `config.toml`, `keys.toml` and `themes/`.
    package var configuration: String
    /// Holds one folder per profile: cards and outbox.
    package var data: String
    /// Holds the log and what running programs tell each other.
    package var state: String

    package init(configuration: String, data: String, state: String) {
        self.configuration = configuration
        self.data = data
        self.state = state
    }

    /// By environment variables. A relative XDG path is ignored, as the specification asks.
    package init(environment: [String: String]) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        func directory(_ variable: String, or fallback: String) -> String {
            guard let path = environment[variable], path.hasPrefix("/") else { return "\(home)/\(fallback)/cardstream" }
            return "\(path)/cardstream"
        }
        configuration = directory("XDG_CONFIG_HOME", or: ".config")
        data = directory("XDG_DATA_HOME", or: ".local/share")
        state = directory("XDG_STATE_HOME", or: ".local/state")
    }

    package var configurationFile: String { "\(configuration)/config.toml" }
    package var keysFile: String { "\(configuration)/keys.toml" }
    package var themes: String { "\(configuration)/themes" }
    package var logFile: String { "\(state)/cardstream.log" }

    /// The cards and outbox of one profile.
    package func database(profile: String) -> String { "\(data)/\(profile)/cards.sqlite" }
    /// The data of the server that the viewer carries for a profile.
    package func embeddedServer(profile: String) -> String { "\(data)/\(profile)/server" }
    /// Names the address of the profile's running server; `publish` reads it.
    package func endpointFile(profile: String) -> String { "\(state)/\(profile)/server-address" }
}

/// A directory or file could not be made or read.
package struct FileProblem: Error, Equatable, Sendable, CustomStringConvertible {
    package var path: String
    package var doing: String
    package var code: Int32

    package init(path: String, doing: String, code: Int32) {
        self.path = path
        self.doing = doing
        self.code = code
    }

    package var description: String {
        "cannot \(doing) \(path): \(String(cString: strerror(code)))\(advice.map { "; \($0)" } ?? "")"
    }

    private var advice: String? {
        switch code {
        case EACCES, EPERM, EROFS: "check its owner and permissions, or choose another place"
        case ENOSPC, EDQUOT: "free some space on that disk"
        default: nil
        }
    }
}

/// Files with the permissions this program wants: nobody else may read cards, tokens and logs.
package enum PrivateFile {
    /// Makes a directory and its parents, each new one 0700.
    package static func makeDirectory(_ path: String) throws(FileProblem) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/\(part)"
            if mkdir(built, 0o700) != 0, errno != EEXIST {
                throw FileProblem(path: built, doing: "make the directory", code: errno)
            }
        }
        if access(path, W_OK | X_OK) != 0 { throw FileProblem(path: path, doing: "write in", code: errno) }
    }

    package static func makeParent(of path: String) throws(FileProblem) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        try makeDirectory(String(path[..<slash]))
    }

    /// Replaces a file's content by a new file moved over it, so that a reader never sees half of it.
    package static func write(_ text: String, to path: String) throws(FileProblem) {
        try makeParent(of: path)
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
        let written = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let code = errno
        close(descriptor)
        guard written == text.utf8.count, rename(draft, path) == 0 else {
            let reason = written == text.utf8.count ? errno : code
            unlink(draft)
            throw FileProblem(path: path, doing: "write", code: reason)
        }
    }

    /// A whole file, at most `limit` bytes of it.
    package static func read(_ path: String, limit: Int = 64 << 20) throws(FileProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "read", code: errno) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// Everything that comes from an open descriptor until its end.
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

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
