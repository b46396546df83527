package import AppCore
import Basics
import Glibc

/// Lets the user's own editor change a text: `$VISUAL`, else `$EDITOR`, else `vi`.
///
/// The text is in a file only its owner can read, in a folder that goes with all the editor left in it. A text that
/// cannot be read back stays there, and the user is told where.
package struct TextEditor: Sendable {
    /// May have arguments, which the shell splits, as for every program that honours these variables.
    private let command: String
    private let directory: String

    /// - Parameter directory: A private folder; made when it is needed.
    package init(environment: [String: String], directory: String) {
        let wanted = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { $0.contains { !$0.isWhitespace } }
        command = wanted ?? "vi"
        self.directory = directory
    }

    /// What the user's editing came to, and whether the program was told to end meanwhile.
    package struct Outcome {
        package var result: EditOutcome
        package var isStopWanted = false
    }

    /// Opens the editor on the terminal, which must have been released, and waits for it.
    ///
    /// - Parameter name: The name of the file, whose ending tells the editor what is in it.
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

    /// A command of plain words is started as it is. Only what needs a shell gets one: it stands between the editor
    /// and the terminal's signals.
    private func words(opening path: String) -> [String] {
        let needsShell = command.contains { "|&;<>()$`\\\"'*?[#~=%".contains($0) || $0.isNewline }
        guard needsShell else { return command.split { $0 == " " || $0 == "\t" }.map(String.init) + [path] }
        return ["/bin/sh", "-c", command + " \"$@\"", command, path]
    }

    /// An editor that fails means "leave the text", as everywhere; but what was written until then is not thrown away.
    /// 126 and 127 are the shell's: the program cannot be run, or there is none.
    private func failure(status: Int32, text: String, path: String) -> String {
        if status == 126 || status == 127 { return Strings.Editor.notFound(command) }
        let reason =
            status > 128 ? Strings.Editor.ended(signal: Int(status) - 128) : Strings.Editor.failed(status: Int(status))
        // A file that cannot be read is as good as none: there is nothing to keep.
        let written = try? PrivateFile.read(path)
        let isChanged = written.map { $0 != Array(EditedText.file(of: text).utf8) } ?? false
        return isChanged ? keep(path, reason) : Strings.Editor.unchanged(reason)
    }

    private func keep(_ path: String, _ reason: String) -> String {
        rename(path, kept) == 0 ? Strings.Editor.kept(reason, path: kept) : Strings.Editor.unchanged(reason)
    }

    /// Where a text that could not be taken stays. One place, so that they do not pile up.
    private var kept: String { "\(directory)/not-taken.txt" }
}
