internal import AppRuntime
internal import Cards
internal import Glibc

/// The changes that a login makes on this machine: settings in the profile's configuration file, and separate files
/// with the token and the key. Either all changes are written, or none.
struct LoginChanges {
    /// A file with a token or a key.
    struct Secret {
        var path: String
        var text: String
    }

    private let setup: Setup
    /// The path of the configuration file, after resolving symbolic links.
    let file: String
    private let before: [UInt8]
    private(set) var secrets: [Secret] = []
    private var settings: [LoginRecord.Setting] = []

    /// Groups of settings that replace each other.
    private static let alternatives = [["token_file", "token_command"]]

    /// Reads the configuration file, and checks that all files can be written. Nothing is written.
    init(_ setup: Setup) throws {
        self.setup = setup
        let path = setup.profileFile
        file = Self.resolved(path)
        before = PrivateFile.exists(file) ? try PrivateFile.read(file, limit: 1 << 20) : []
        _ = try ConfigEditor(before, path: file)
        // The other file refers to the same token file, so the new token would be sent to the other file's server.
        if let other = LoginRecord.load(setup)?.file, other != file, PrivateFile.exists(other) {
            throw CommandFailure(
                .failure,
                "the login of the profile \"\(setup.config.profile)\" is in another file, \(other.shownAsFile): run "
                    + "`cardstream logout` first, or connect another profile with --profile NAME")
        }
        for path in [file, setup.paths.loginFile(profile: setup.config.profile)] { try Self.requireWritable(path) }
    }

    mutating func set(_ name: String, to value: ConfigEditor.Value) {
        settings.append(LoginRecord.Setting(name: name, value: value))
    }

    /// Writes a secret to a separate file, and sets a setting to the file's path.
    mutating func set(_ name: String, toFile path: String, holding text: String) {
        secrets.append(Secret(path: path, text: text))
        set(name, to: .text(path))
    }

    /// The names of the settings, in the order of writing.
    var names: [String] { settings.map(\.name) }

    /// Writes everything. If an error occurs, all files are restored.
    func write() throws {
        let old = LoginRecord.load(setup)
        var editor = try ConfigEditor(before, path: file)
        var written: [LoginRecord.Setting] = []
        for setting in settings {
            let isOwn = old?.file == file && old?.settings.contains(setting) == true
            // Settings that the user has written are not recorded, so that they stay after a logout.
            if try isOwn || editor.value(of: setting.name) != setting.value { written.append(setting) }
            for name in Self.alternatives.first(where: { $0.contains(setting.name) }) ?? [] where name != setting.name {
                try editor.remove(name)
            }
            try editor.set(setting.name, to: setting.value)
        }
        if let old, old.file == file {
            written += old.settings.filter { setting in !settings.contains { $0.name == setting.name } }
        }
        let kept = Set(secrets.map(\.path))
        let unused = (old?.credentials ?? []).filter { !kept.contains($0) }
        let record = LoginRecord(file: file, settings: written, credentials: secrets.map(\.path))
        let paths = [setup.paths.loginFile(profile: setup.config.profile), file] + secrets.map(\.path)
        // Nothing is written if a file cannot be read, because it could not be restored.
        let backups = try paths.map { ($0, PrivateFile.exists($0) ? try PrivateFile.read($0, limit: 1 << 20) : nil) }
        do {
            try record.save(setup)
            for secret in secrets { try PrivateFile.write(secret.text + "\n", to: secret.path) }
            // The configuration file is written last, because it completes the login.
            try PrivateFile.write(String(decoding: editor.bytes, as: UTF8.self), to: file)
        } catch {
            for (path, bytes) in backups {
                // If restoring also fails, nothing else can be done. The first error is reported.
                if let bytes {
                    try? PrivateFile.write(String(decoding: bytes, as: UTF8.self), to: path)
                } else {
                    unlink(path)
                }
            }
            throw error
        }
        for path in unused { unlink(path) }
    }

    // MARK: Files

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// - Throws: If files cannot be created in the directory or, if it does not exist, in its nearest existing parent.
    private static func requireWritable(_ path: String) throws(FileProblem) {
        var folder = path[...]
        repeat {
            guard let slash = folder.lastIndex(of: "/") else { return }
            folder = slash == folder.startIndex ? "/" : folder[..<slash]
        } while folder != "/" && !PrivateFile.exists(String(folder))
        guard access(String(folder), W_OK | X_OK) == 0 else {
            throw FileProblem(path: path, doing: "write", code: errno)
        }
    }
}
