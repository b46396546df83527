/// Something in a theme file that was skipped. The theme still loads; the rest of it applies.
package struct ThemeProblem: Equatable, Sendable, CustomStringConvertible {
    /// The path of the file, or `NAME (built in)`.
    package var file: String
    /// 1-based; 0 when the place is not known.
    package var line: Int
    /// What is wrong, what is allowed there, and the nearest allowed name when there is one.
    package var message: String

    package init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// In the order of these files, and of one file's lines: as one goes through them to mend them.
    package static func inOrder(_ problems: [ThemeProblem], of files: [String]) -> [ThemeProblem] {
        func place(_ problem: ThemeProblem) -> Int { files.firstIndex(of: problem.file) ?? files.count }
        return problems.sorted { (place($0), $0.file, $0.line) < (place($1), $1.file, $1.line) }
    }

    /// `FILE:LINE: MESSAGE`, the form editors jump to.
    package var description: String {
        line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
    }
}
