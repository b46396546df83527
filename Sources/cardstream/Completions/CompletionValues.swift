internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Theming

/// What a shell may offer for a value: read from this machine only, at the moment of the key. Errors offer nothing.
enum CompletionValues {
    static let themes = CompletionKind.custom { words, _, beginning in
        guard let setup = setup(words) else { return [] }
        let names = ThemeLoader.entries(searchPaths: ThemeChoice(setup, colors: .none).searchPaths).map(\.name)
        return matching(names + themeFiles(beginning), beginning)
    }

    static let screens = CompletionKind.custom { words, _, beginning in
        matching(setup(words)?.screens.screens.map(\.name) ?? [], beginning)
    }

    /// The folders of profiles that have data.
    static let profiles = CompletionKind.custom { words, _, beginning in
        guard let setup = setup(words) else { return [] }
        return matching(names(in: setup.paths.data).filter { ConfigKey.isName($0) }, beginning)
    }

    /// Open cards in the profile's store, including snoozed ones.
    static let cards = CompletionKind.custom { words, _, beginning in
        guard let setup = setup(words), let ids = try? ids(beginning, setup) else { return [] }
        return matching(ids, beginning)
    }

    // MARK: Sources

    private static func setup(_ words: [String]) -> Setup? {
        func value(_ name: String) -> String? {
            for (index, word) in words.enumerated() {
                if word == name, index + 1 < words.count { return words[index + 1] }
                if word.hasPrefix("\(name)=") { return String(word.dropFirst(name.count + 1)) }
            }
            return nil
        }
        var flags: [String: String] = [:]
        flags["profile"] = value("--profile")
        flags["stream"] = value("--stream")
        // A profile that is being typed may be no name yet.
        return (try? ConfigOptions.load(file: value("--config"), flags: flags))
            ?? (try? ConfigOptions.load(file: nil, flags: [:]))
    }

    private static func ids(_ beginning: String, _ setup: Setup) throws -> [String] {
        let cards = try CardsSession(reading: setup)
        return try runBlocking {
            let ids = try await cards.ids(beginningWith: beginning)
            await cards.close()
            return ids.map(\.rawValue)
        }
    }

    /// Theme files and folders, once a path is typed.
    private static func themeFiles(_ beginning: String) -> [String] {
        guard let slash = beginning.lastIndex(of: "/") else { return [] }
        let folder = String(beginning[...slash])
        return names(in: folder).compactMap { name in
            if isFolder(folder + name) { return "\(folder)\(name)/" }
            return name.hasSuffix(".toml") || name.hasSuffix(".yaml") ? folder + name : nil
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        closedir(directory)
        return true
    }

    /// The names in a folder, without hidden ones.
    private static func names(in folder: String) -> [String] {
        (PrivateFile.names(in: folder) ?? []).filter { !$0.hasPrefix(".") }
    }

    private static func matching(_ names: [String], _ beginning: String) -> [String] {
        names.filter { $0.hasPrefix(beginning) }.sorted()
    }
}
