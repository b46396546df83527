import Basics

/// A program of the desktop that copies what it is given on its standard input: for what the terminal does not take.
package struct ClipboardProgram: Equatable, Sendable {
    /// Program and arguments.
    let words: [String]

    /// How long it may take, in seconds: each goes into the background with the text.
    private static let limit = 2.0
    /// The longest text, in bytes.
    package static let limitBytes = 8 << 20

    /// The programs for the desktop that the user sits at; none over ssh, where it would be another one.
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

    /// Copies a text. False when the program is not there or does not take it. Blocks for some milliseconds.
    func copy(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.limitBytes else { return false }
        // A file rather than a pipe: a long text does not fit into one.
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
