/// A problem in a theme file. The affected part is skipped, and the rest of the theme is used.
package struct ThemeProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the file, or `NAME (built in)`.
    package var file: String
    /// The line, from 1; 0 if it is not known.
    package var line: Int
    /// The mistake, the values that are allowed there, and the nearest allowed name if there is one.
    package var message: String

    package init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// Sorts problems by the order of `files`, then by line.
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
