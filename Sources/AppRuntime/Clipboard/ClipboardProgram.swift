import Basics

/// A desktop program that copies its standard input to the clipboard, for text that the terminal does not accept.
package struct ClipboardProgram: Equatable, Sendable {
    /// The program and its arguments.
    let words: [String]

    /// The maximum run time in seconds. Each of these programs keeps the text in a background process and exits.
    private static let limit = 2.0
    /// The maximum size of a text, in bytes.
    package static let limitBytes = 8 << 20

    /// The programs for the user's desktop; none over SSH, where they would reach the desktop of another machine.
    package static func all(_ variables: [String: String]) -> [ClipboardProgram] {
        guard variables["SSH_CONNECTION"] == nil, variables["SSH_TTY"] == nil else { return [] }
        var programs: [ClipboardProgram] = []
        if variables["WAYLAND_DISPLAY"]?.isEmpty == false { programs.append(ClipboardProgram(words: ["wl-copy"])) }
        if variables["DISPLAY"]?.isEmpty == false {
            programs.append(ClipboardProgram(words: ["xclip", "-selection", "clipboard"]))
            programs.append(ClipboardProgram(words: ["xsel", "--clipboard", "--input"]))
        }
        return programs
    }

    /// Copies a text. Returns false if the program is missing or fails. Blocks for some milliseconds.
    func copy(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.limitBytes else { return false }
        // Uses a file instead of a pipe, because a long text does not fit into a pipe's buffer.
        guard let input = MemoryFile(bytes) else { return false }
        defer { input.close() }
        do throws(ChildProcess.StartError) {
            let program = try ChildProcess(words, streams: ChildProcess.Streams(input: input.descriptor))
            guard let ending = program.wait(until: Deadline(seconds: Self.limit)) else {
                program.end()
                return false
            }
            return ending == .exited(status: 0)
        } catch { return false }
    }
}
