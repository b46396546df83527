internal import AppRuntime
internal import Cards
internal import Glibc

/// Converts paths from the command line.
enum FilePath {
    /// The absolute path, for files that are read again from a different directory.
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
