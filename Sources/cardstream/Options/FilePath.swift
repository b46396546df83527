internal import AppRuntime
internal import Cards
internal import Glibc

/// Paths given on the command line.
enum FilePath {
    /// The path from the root, for files that are read again from another directory.
    static func absolute(_ path: String) throws(CommandFailure) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let folder = getcwd(nil, 0) else {
            throw CommandFailure(
                .failure, "the working directory cannot be found; name \(path.shownAsFile) with its full path")
        }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
