/// The user's home directory, used to shorten paths for display.
package struct HomeFolder: Sendable {
    /// The path without a trailing slash; empty if it cannot be used for shortening.
    private let path: String

    /// - Parameter environment: The program's environment, for `HOME`.
    package init(_ environment: [String: String]) {
        var path = environment["HOME"] ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path.hasPrefix("/") ? path : ""
    }

    /// Replaces the home directory at the start of a path with `~`.
    package func shortening(_ text: String) -> String {
        guard !path.isEmpty, text.hasPrefix("\(path)/") else { return text }
        return "~\(text.dropFirst(path.count))"
    }
}
