/// A problem in a theme file whose part was skipped. The rest of the theme is used.
package struct ThemeProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the file, or `NAME (built in)`.
    package var file: String
    /// 1-based; 0 if not known.
    package var line: Int
    /// What is wrong, what is allowed there, and the nearest allowed name if there is one.
    package var message: String

    package init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// Sorted by these files, then by line.
    package static func inOrder(_ problems: [ThemeProblem], of files: [String]) -> [ThemeProblem] {
        func place(_ problem: ThemeProblem) -> Int { files.firstIndex(of: problem.file) ?? files.count }
        return problems.sorted { (place($0), $0.file, $0.line) < (place($1), $1.file, $1.line) }
    }

    /// For a document without a path: "line 4: MESSAGE".
    package var brief: String { line > 0 ? "line \(line): \(message)" : message }

    /// `FILE:LINE: MESSAGE`, the format that editors recognise.
    package var description: String {
        line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
    }
}
