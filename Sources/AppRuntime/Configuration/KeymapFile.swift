package import AppCore
import Basics
internal import Canvas
internal import Cards
import TOML

/// Reads the user's key bindings: one table per layer, with entries `"KEYS" = "command"`, merged over the standard
/// bindings. An empty command removes the binding.
package struct KeymapFile {
    package var path: String

    package init(path: String) { self.path = path }

    /// The standard bindings, overridden by those of the file; the standard ones if there is no file.
    package func load() throws(ConfigError) -> Keymap {
        guard PrivateFile.exists(path) else { return .standard }
        do {
            return try merge(try PrivateFile.read(path, limit: 1 << 20))
        } catch let problem as FileProblem {
            throw ConfigError(.file(path: path, line: nil), "cannot be read: \(problem.reason)")
        } catch let error as ConfigError {
            throw error
        } catch {
            throw ConfigError(.file(path: path, line: nil), "\(error)")
        }
    }

    func merge(_ text: String) throws(ConfigError) -> Keymap { try merge(Array(text.utf8)) }

    func merge(_ bytes: [UInt8]) throws(ConfigError) -> Keymap {
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable.read(bytes) } catch { throw ConfigError(error, in: path) }
        var bindings: [Binding] = []
        var problems: [ConfigError] = []
        for entry in table.entries {
            let layers = KeyLayer.allCases.map(\.rawValue)
            guard let layer = KeyLayer(rawValue: entry.key), let keys = entry.value.table else {
                problems.append(
                    ConfigError(
                        .file(path: path, line: entry.line),
                        "expected a table of keys: one of \(layers.map { "[\($0)]" }.joined(separator: ", "))"))
                continue
            }
            for entry in keys.entries {
                do throws(ConfigError) {
                    bindings.append(try binding(entry, layer))
                } catch {
                    problems.append(error)
                }
            }
        }
        // Sorted by line, across all tables.
        bindings.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        var keymap = Keymap.standard
        for (index, binding) in bindings.enumerated() {
            if let problem = duplicateBinding(binding, bindings[..<index]) { problems.append(problem) }
            keymap.bind(binding.chords, to: binding.command, in: binding.layer)
        }
        problems += bindings.compactMap { shadowingBinding(of: $0, keymap, bindings) }
        if let all = ConfigError.joined(ConfigError.sorted(problems)) { throw all }
        return keymap
    }

    /// One line of the file.
    private struct Binding {
        var keys: String
        var chords: [KeyChord]
        var command: Command?
        var layer: KeyLayer
        var line: Int?
    }

    private func binding(
        _ entry: TOMLTable.Entry, _ layer: KeyLayer
    ) throws(ConfigError) -> Binding {
        let keys = entry.key
        let origin = ConfigError.Origin.file(path: path, line: entry.line)
        let chords: [KeyChord]
        do { chords = try KeySequence.read(keys) } catch { throw ConfigError(origin, error.description) }
        let command = try command(entry.value.string, origin)
        if let command, let reason = bindingProblem(with: chords, as: keys, for: command) {
            throw ConfigError(origin, reason)
        }
        if command != nil, layer.takesText || layer == .global, chords[0].typed != nil {
            throw ConfigError(
                origin,
                "\"\(keys)\" types text in [\(layer.rawValue)]; use a key with ctrl or alt, or a named key such as f5")
        }
        return Binding(keys: keys, chords: chords, command: command, layer: layer, line: entry.line)
    }

    /// The reason why the keys cannot be bound; nil if they can.
    private func bindingProblem(with chords: [KeyChord], as keys: String, for command: Command) -> String? {
        if chords.contains(.control("z")), command != .suspend || chords.count > 1 {
            return "\"ctrl-z\" suspends the program everywhere; use another key"
        }
        for chord in chords {
            guard let sent = Self.equivalentControlKeys.first(where: { $0.chord == chord })?.key else { continue }
            return "a terminal sends \"\(chord.name)\" as \"\(sent)\"; bind \"\(sent)\", or use another key"
        }
        return nil
    }

    /// Keys that send the same control character as another key (ECMA-48, C0 set).
    private static let equivalentControlKeys: [(chord: KeyChord, key: String)] = [
        (.control("i"), "tab"), (.control("m"), "enter"), (.control("["), "esc"),
    ]

    // MARK: Conflicts

    /// Finds an earlier binding of the same keys, which may be spelled in another way.
    private func duplicateBinding(_ binding: Binding, _ earlier: ArraySlice<Binding>) -> ConfigError? {
        let same = { (other: Binding) in other.layer == binding.layer && other.chords == binding.chords }
        guard let other = earlier.first(where: same) else { return nil }
        return ConfigError(
            .file(path: path, line: binding.line),
            "\"\(binding.keys)\" is the same key as \"\(other.keys)\"" + (other.line.map { " on line \($0)" } ?? "")
                + "; bind it once")
    }

    /// Finds a shorter sequence with a command: it makes every longer sequence that begins with it unreachable.
    private func shadowingBinding(of binding: Binding, _ keymap: Keymap, _ all: [Binding]) -> ConfigError? {
        guard binding.command != nil else { return nil }
        for count in 1..<binding.chords.count {
            let start = Array(binding.chords.prefix(count))
            guard let command = keymap.command(for: start, in: binding.layer) else { continue }
            let keys = KeySequence.text(start)
            let line = all.first { $0.layer == binding.layer && $0.chords == start }?.line
            return ConfigError(
                .file(path: path, line: binding.line),
                "\"\(binding.keys)\" never works, because \"\(keys)\" already runs \"\(command.name)\""
                    + (line.map { " on line \($0)" } ?? "")
                    + "; to free \"\(keys)\", write \"\(keys)\" = \"\" in [\(binding.layer.rawValue)]"
            )
        }
        return nil
    }

    private func command(_ name: String?, _ origin: ConfigError.Origin) throws(ConfigError) -> Command? {
        guard let name else { throw ConfigError(origin, "expected the name of a command in quotes") }
        if name.isEmpty { return nil }
        if let entry = Command.table.first(where: { $0.name == name }) { return entry.command }
        let guess = Spelling.nearest(to: name, among: Command.table.map(\.name)).map { "; did you mean \"\($0)\"?" }
        throw ConfigError(origin, "unknown command \"\(name)\"" + (guess ?? ""))
    }
}
