internal import Glibc

/// A theme that can be selected by name.
package struct ThemeEntry: Equatable, Sendable {
    package let name: String
    /// The path of the theme's file; nil for a built-in theme.
    package let path: String?
    /// The first sentence of the file's initial comment; empty without one.
    package let summary: String
}

extension ThemeLoader {
    /// The available themes: the user's own first, then built-in ones. Only the first theme of each name is listed.
    ///
    /// A file that cannot be read is listed without a summary; loading it reports why.
    package static func entries(searchPaths: [String]) -> [ThemeEntry] {
        var entries: [ThemeEntry] = []
        for folder in searchPaths {
            for file in themeFiles(in: folder) {
                guard let name = name(ofFile: file), !entries.contains(where: { $0.name == name }) else { continue }
                let path = "\(folder)/\(file)"
                // Only the summary is lost: loading the theme reports the error.
                let text = (try? themeText(path)) ?? ""
                entries.append(ThemeEntry(name: name, path: path, summary: summary(of: text)))
            }
        }
        for name in builtIn where !entries.contains(where: { $0.name == name }) {
            entries.append(
                ThemeEntry(name: name, path: nil, summary: summary(of: EmbeddedThemes.text(of: name) ?? "")))
        }
        return entries
    }

    /// The listed name of a theme: `dark` and `light` are the default theme.
    package static func listedName(of name: String) -> String {
        Appearance(rawValue: name) == nil ? name : standard
    }

    /// The text of a theme's file, to copy and change; a scheme is converted to a theme.
    ///
    /// - Parameters: See ``ThemeLoader/load(_:searchPaths:appearance:depth:textSize:)``.
    /// - Throws: ``ThemeError`` if the theme does not exist or cannot be read.
    package static func text(of name: String, searchPaths: [String]) throws(ThemeError) -> String {
        for path in paths(of: name, searchPaths: searchPaths) {
            if let text = try themeText(path) { return text }
        }
        if let text = EmbeddedThemes.text(of: name) { return text }
        throw notFound(name, searchPaths: searchPaths)
    }

    /// The names of the theme files in a folder, sorted; empty if the folder does not exist.
    private static func themeFiles(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isThemeFile(name), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private static func summary(of text: String) -> String {
        var words: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("#") else { break }
            let line = line.dropFirst().drop { $0 == " " }
            if line.isEmpty { break }
            for word in line.split(separator: " ") {
                words.append(word)
                if word.hasSuffix(".") { return words.joined(separator: " ") }
            }
        }
        return words.joined(separator: " ")
    }
}
