internal import AppRuntime
internal import Cards
internal import Glibc

/// A record of what `cardstream login` wrote for a profile, so that `cardstream logout` can undo exactly that.
struct LoginRecord: Equatable {
    /// The path of the configuration file.
    var file: String
    /// The written settings, in order.
    var settings: [Setting]
    /// The paths of the files with the token and the key.
    var credentials: [String]

    /// A setting as it was written.
    struct Setting: Equatable {
        var name: String
        var value: ConfigEditor.Value
    }

    /// The record of a profile; nil if there is none. A record that cannot be read counts as missing, so nothing is
    /// undone.
    static func load(_ setup: Setup) -> LoginRecord? {
        let path = setup.paths.loginFile(profile: setup.config.profile)
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20), let json = try? JSONParser.parse(bytes),
            let file = json["file"]?.string, case .object(let members)? = json["settings"]
        else { return nil }
        return LoginRecord(
            file: file,
            settings: members.members.compactMap { name, value in
                switch value {
                case .string(let text): Setting(name: name, value: .text(text))
                case .bool(let flag): Setting(name: name, value: .flag(flag))
                default: nil
                }
            }, credentials: json["credentials"]?.array?.compactMap(\.string) ?? [])
    }

    func save(_ setup: Setup) throws(FileProblem) {
        var members = JSONObject()
        for setting in settings {
            switch setting.value {
            case .text(let text): members[setting.name] = .string(text)
            case .flag(let flag): members[setting.name] = .bool(flag)
            }
        }
        let json = JSONValue.object([
            "file": .string(file), "settings": .object(members),
            "credentials": .array(credentials.map { .string($0) }),
        ])
        try PrivateFile.write(
            String(decoding: json.encoded(), as: UTF8.self) + "\n",
            to: setup.paths.loginFile(profile: setup.config.profile))
    }

    /// Removes what a login wrote, except for settings that were changed since, and the record itself.
    ///
    /// - Returns: Descriptions of what was removed; empty if nothing was.
    /// - Throws: If the configuration file cannot be changed. The token and the key are removed even then.
    func undo(_ setup: Setup) throws -> [String] {
        var removed: [String] = []
        for path in credentials where unlink(path) == 0 { removed.append(path.shownAsFile) }
        if PrivateFile.exists(file) {
            var editor = try ConfigEditor(try PrivateFile.read(file, limit: 1 << 20), path: file)
            var names: [String] = []
            for setting in settings where try editor.value(of: setting.name) == setting.value {
                try editor.remove(setting.name)
                names.append(setting.name)
            }
            if editor.isBlank {
                unlink(file)
            } else if !names.isEmpty {
                try PrivateFile.write(String(decoding: editor.bytes, as: UTF8.self), to: file)
            }
            if !names.isEmpty { removed.append("\(names.joined(separator: ", ")) in \(file.shownAsFile)") }
        }
        unlink(setup.paths.loginFile(profile: setup.config.profile))
        return removed
    }
}
