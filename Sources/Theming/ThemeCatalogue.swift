internal import Glibc

/// A theme that can be chosen by its name.
package struct ThemeEntry: Equatable, Sendable {
    package let name: String
    /// The path of its file; nil for one inside the program.
    package let path: String?
    /// The first sentence of the comment it begins with; empty without one.
    package let summary: String
}

extension ThemeLoader {
    /// The themes there are: the user's own first, then those inside the program. Of one name only the one that counts.
    ///
    /// A file that cannot be read is listed without a summary; loading it tells why.
    package static func entries(searchPaths: [String]) -> [ThemeEntry] {
        var entries: [ThemeEntry] = []
        for folder in searchPaths {
            for file in themeFiles(in: folder) {
                guard let name = name(ofFile: file), !entries.contains(where: { $0.name == name }) else { continue }
                let path = "\(folder)/\(file)"
                // Only its summary is lost: loading it tells why it cannot be read.
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

    /// The name that the list has for a theme: `dark` and `light` are the default one.
    package static func listedName(of name: String) -> String {
        Appearance(rawValue: name) == nil ? name : standard
    }

    /// A theme's file as it is written, to copy and change; a scheme as the theme it stands for.
    ///
    /// - Parameters: as for loading.
    /// - Throws: ``ThemeError`` when there is none, or it cannot be read.
    package static func text(of name: String, searchPaths: [String]) throws(ThemeError) -> String {
        for path in paths(of: name, searchPaths: searchPaths) {
            if let text = try themeText(path) { return text }
        }
        if let text = EmbeddedThemes.text(of: name) { return text }
        throw notFound(name, searchPaths: searchPaths)
    }

    /// In the order of the alphabet; none for a folder that is not there.
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
