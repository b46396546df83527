internal import Cards

/// A mistake in a script, or a step that failed.
package struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var message: String

    package init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    package var description: String { "\(file.shownAsFile):\(line): \(message)" }
}

/// The steps of a script, each with its line number.
package struct Script: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package var number: Int
        package var step: ScriptStep
    }

    package var file: String
    package var lines: [Line]

    /// The number of steps that print a screen.
    package var screenCount: Int {
        lines.count { line in if case .screen = line.step { true } else { false } }
    }

    /// Parses a script. Empty lines and lines that start with `#` are ignored.
    package init(_ text: String, file: String) throws(ScriptError) {
        self.file = file
        lines = []
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            var content = line
            while let last = content.last, last == "\r" || last == " " || last == "\t" { content.removeLast() }
            while let first = content.first, first == " " || first == "\t" { content.removeFirst() }
            guard let first = content.first, first != "#" else { continue }
            do {
                lines.append(Line(number: number, step: try ScriptStep(content)))
            } catch {
                throw ScriptError(file: file, line: number, message: error.message)
            }
        }
    }
}
