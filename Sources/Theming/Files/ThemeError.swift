/// Why a theme could not be loaded. Smaller problems are ``ThemeProblem``s.
package enum ThemeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No file on the search path and no built-in theme has that name.
    ///
    /// `inFiles` has the names of the themes on the search path.
    case notFound(name: String, searched: [String], builtIn: [String], inFiles: [String] = [], nearest: String? = nil)
    /// The inherited theme does not exist. The line is 1-based, 0 if it is not known.
    case unknownInherited(name: String, file: String, line: Int, nearest: String?)
    /// The file exists but cannot be read.
    case unreadable(file: String, reason: String)
    /// The file is not TOML, with the reason. Line and column are 1-based.
    case malformed(file: String, line: Int, column: Int, reason: String)
    /// A YAML file that is not a Base16 or Base24 scheme. The line is 1-based, 0 if it is not known.
    case badScheme(file: String, line: Int, reason: String)
    /// The theme inherits from itself indirectly. The chain starts and ends with the same name.
    case inheritanceLoop(chain: [String])

    /// The description. For a missing theme, it leaves out the places that were searched.
    package var brief: String {
        guard case .notFound(let name, _, let builtIn, let inFiles, let nearest) = self else { return description }
        let files = inFiles.isEmpty ? "" : "theme files: \(inFiles.joined(separator: ", ")); "
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "\(files)built in: \(builtIn.joined(separator: ", "))"
        return "Unknown theme \"\(name)\"; \(hint)"
    }

    package var description: String {
        switch self {
        case .notFound(let name, let searched, let builtIn, let inFiles, let nearest):
            let places = searched.isEmpty ? "" : "; searched \(searched.joined(separator: ", "))"
            let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? "."
            let files = inFiles.isEmpty ? "" : " Theme files: \(inFiles.joined(separator: ", "))."
            return "Unknown theme \"\(name)\"\(places)\(hint)\(files) Built in: \(builtIn.joined(separator: ", "))."
        case .unknownInherited(let name, let file, let line, let nearest):
            let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "`cardstream themes` lists all themes"
            let place = line > 0 ? "\(file):\(line)" : file
            return "\(place): it inherits the unknown theme \"\(name)\"; \(hint)"
        case .unreadable(let file, let reason):
            return "\(file): cannot read this theme: \(reason)."
        case .malformed(let file, let line, let column, let reason):
            return "\(file):\(line):\(column): \(reason)"
        case .badScheme(let file, let line, let reason):
            return "\(line > 0 ? "\(file):\(line)" : file): not a Base16 scheme: \(reason)"
        case .inheritanceLoop(let chain):
            return "A theme cannot inherit from itself: \(chain.joined(separator: " → "))."
        }
    }
}
