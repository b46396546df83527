/// The user's home folder, for paths that are shown.
package struct HomeFolder: Sendable {
    /// Without a slash at the end; empty where there is none that could be shortened.
    private let path: String

    /// - Parameter environment: of the program; `HOME` counts.
    package init(_ environment: [String: String]) {
        var path = environment["HOME"] ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path.hasPrefix("/") ? path : ""
    }

    /// A text that begins with the path of a file, with `~` for the folder.
    package func shortening(_ text: String) -> String {
        guard !path.isEmpty, text.hasPrefix("\(path)/") else { return text }
        return "~\(text.dropFirst(path.count))"
    }
}
