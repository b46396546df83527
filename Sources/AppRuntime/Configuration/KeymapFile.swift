internal import Cards
import TOMLKit
package import ViewModels

/// Reads the user's keys: a table for each layer, `"KEYS" = "command"`, merged over the standard ones. An empty command
/// frees the keys.
package struct KeymapFile {
    package var path: String

    package init(path: String) { self.path = path }

    /// The standard keys with those of the file over them; without a file the standard ones.
    package func load() throws(ConfigError) -> Keymap {
        guard PrivateFile.exists(path) else { return .standard }
        do {
            return try merge(String(decoding: try PrivateFile.read(path, limit: 1 << 20), as: UTF8.self))
        } catch let problem as FileProblem {
            throw ConfigError(.file(path: path, line: nil), "cannot be read: \(problem.reason)")
        } catch let error as ConfigError {
            throw error
        } catch {
            throw ConfigError(.file(path: path, line: nil), "\(error)")
        }
    }

    func merge(_ text: String) throws(ConfigError) -> Keymap {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch {
            throw ConfigError(parsing: text, of: path, error)
        }
        let lines = TOMLLines(text)
        var keymap = Keymap.standard
        for (name, value) in table {
            let layers = KeyLayer.allCases.map(\.rawValue)
            guard let layer = KeyLayer(rawValue: name), let bindings = value.table else {
                throw ConfigError(
                    .file(path: path, line: lines.line(of: name)),
                    "expected a table of keys: one of \(layers.map { "[\($0)]" }.joined(separator: ", "))")
            }
            for (keys, value) in bindings {
                let origin = ConfigError.Origin.file(path: path, line: lines.line(of: "\(name).\(keys)"))
                guard let chords = KeySequence.parse(keys) else {
                    throw ConfigError(origin, "\"\(keys)\" is no key; write for example \"ctrl-d\", \"G\" or \"g g\"")
                }
                keymap.bind(chords, to: try command(value.string, origin), in: layer)
            }
        }
        return keymap
    }

    private func command(_ name: String?, _ origin: ConfigError.Origin) throws(ConfigError) -> Command? {
        guard let name else { throw ConfigError(origin, "expected the name of a command in quotes") }
        if name.isEmpty { return nil }
        if let entry = Command.table.first(where: { $0.name == name }) { return entry.command }
        let guess = Spelling.nearest(to: name, among: Command.table.map(\.name)).map { "; did you mean \"\($0)\"?" }
        throw ConfigError(origin, "there is no command \"\(name)\"" + (guess ?? ""))
    }
}
