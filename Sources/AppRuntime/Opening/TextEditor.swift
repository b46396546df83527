package import AppCore
import Basics
import Glibc

/// Lets the user edit a text in an editor: `$VISUAL`, else `$EDITOR`, else `vi`.
///
/// The text is in a file that only its owner can read, in a directory that is removed together with all files that the
/// editor leaves there. If the edited text cannot be read, the file is kept, and the user is told its path.
package struct TextEditor: Sendable {
    /// The command may include arguments, which the shell splits, as in all programs that use these variables.
    private let command: String
    private let directory: String

    /// - Parameter directory: A private directory, which is created when needed.
    package init(environment: [String: String], directory: String) {
        let wanted = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { $0.contains { !$0.isWhitespace } }
        command = wanted ?? "vi"
        self.directory = directory
    }

    /// The result of editing, and whether the viewer was told to stop in the meantime.
    package struct Outcome {
        package var result: EditOutcome
        package var isStopWanted = false
    }

    /// Opens the editor on the terminal, which must have been released, and waits until it exits.
    ///
    /// - Parameter name: The name of the file. Its extension tells the editor the type of the content.
    package func edit(
        _ text: String, named name: String = "text.txt", on terminal: CInt?, signals: Signals?
    ) -> Outcome {
        let folder = "\(directory)/edit-\(getpid())"
        let path = "\(folder)/\(name)"
        defer { PrivateFile.removeTree(folder) }
        do throws(FileProblem) {
            PrivateFile.removeTree(folder)
            try PrivateFile.makeDirectory(folder)
            try PrivateFile.write(EditedText.file(of: text), to: path)
        } catch {
            return Outcome(result: .failed(reason: Strings.Editor.noFile("\(error)")))
        }
        let ending: ForegroundProgram.Ending
        do {
            ending = try ForegroundProgram(terminal: terminal, signals: signals)
                .run(words(opening: path))
        } catch  where error.code == ENOENT || error.code == EACCES {
            return Outcome(result: .failed(reason: Strings.Editor.notFound(command)))
        } catch {
            return Outcome(result: .failed(reason: Strings.Editor.noFile(error.reason)))
        }
        guard ending.status == 0 else {
            let reason = failure(status: ending.status, text: text, path: path)
            return Outcome(result: .failed(reason: reason), isStopWanted: ending.isStopWanted)
        }
        let edited: EditedText
        do throws(FileProblem) {
            edited = EditedText(try PrivateFile.read(path))
        } catch  where error.code == EFBIG {
            edited = .refused(reason: Strings.Editor.tooLong)
        } catch {
            return Outcome(result: .failed(reason: "\(error)"), isStopWanted: ending.isStopWanted)
        }
        switch edited {
        case .text(let text, let leftOut):
            return Outcome(result: .edited(text, leftOut: leftOut), isStopWanted: ending.isStopWanted)
        case .refused(let reason):
            return Outcome(result: .failed(reason: keep(path, reason)), isStopWanted: ending.isStopWanted)
        }
    }

    /// The command line to open a file. A command of plain words is started directly. A shell is used only if needed,
    /// because it is between the editor and the terminal's signals.
    private func words(opening path: String) -> [String] {
        let needsShell = command.contains { "|&;<>()$`\\\"'*?[#~=%".contains($0) || $0.isNewline }
        guard needsShell else { return command.split { $0 == " " || $0 == "\t" }.map(String.init) + [path] }
        return ["/bin/sh", "-c", command + " \"$@\"", command, path]
    }

    /// The message for a failed editor. As usual, a failure means that the text is not changed, but a file that was
    /// changed until then is kept. The shell uses 126 if the program cannot be run, and 127 if it does not exist.
    private func failure(status: Int32, text: String, path: String) -> String {
        if status == 126 || status == 127 { return Strings.Editor.notFound(command) }
        let reason =
            status > 128 ? Strings.Editor.ended(signal: Int(status) - 128) : Strings.Editor.failed(status: Int(status))
        // If the file cannot be read, there is nothing to keep.
        let written = try? PrivateFile.read(path)
        let isChanged = written.map { $0 != Array(EditedText.file(of: text).utf8) } ?? false
        return isChanged ? keep(path, reason) : Strings.Editor.unchanged(reason)
    }

    private func keep(_ path: String, _ reason: String) -> String {
        let kept = freePath
        return rename(path, kept) == 0 ? Strings.Editor.kept(reason, path: kept) : Strings.Editor.unchanged(reason)
    }

    /// A path for a text that could not be used. No other file has it, because an earlier text may not be anywhere else.
    private var freePath: String {
        var number = 1
        while access("\(directory)/not-taken-\(number).txt", F_OK) == 0 { number += 1 }
        return "\(directory)/not-taken-\(number).txt"
    }
}
