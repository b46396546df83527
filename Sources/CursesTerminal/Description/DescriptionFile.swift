import Glibc

/// Finds compiled terminal descriptions in the directories that ncurses uses (terminfo(5)).
enum DescriptionFile {
    /// The maximum size of a description in bytes (`MAX_ENTRY_SIZE` of ncurses).
    private static let limit = 32_768
    /// The directories of descriptions on Debian and other systems.
    private static let systemFolders = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]

    /// The description of a terminal type; nil if there is none or it cannot be read.
    static func description(of type: String, _ variables: (String) -> String?) -> TerminalDescription? {
        guard let first = type.utf8.first, !type.contains("/") else { return nil }
        let letter = String(Unicode.Scalar(first))
        let code = String(first, radix: 16)
        for folder in folders(variables) {
            for name in [letter, code] {
                if let bytes = read("\(folder)/\(name)/\(type)") { return TerminalDescription(bytes) }
            }
        }
        return nil
    }

    private static func folders(_ variables: (String) -> String?) -> [String] {
        var folders: [String] = []
        if let folder = variables("TERMINFO"), folder.hasPrefix("/") { folders.append(folder) }
        if let home = variables("HOME"), !home.isEmpty { folders.append(home + "/.terminfo") }
        for folder in variables("TERMINFO_DIRS")?.split(separator: ":", omittingEmptySubsequences: false) ?? [] {
            // An empty entry stands for the system directories.
            folders += folder.isEmpty ? systemFolders : [String(folder)]
        }
        return folders + systemFolders
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : bytes
    }
}
