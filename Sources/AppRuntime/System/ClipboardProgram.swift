import CLinux
import Glibc

/// A program of the desktop that copies what it is given on its standard input: for what the terminal does not take.
package struct ClipboardProgram: Equatable, Sendable {
    /// Program and arguments.
    let words: [String]

    /// How long it may take: each goes into the background with the text.
    private static let limit = Duration.seconds(2)
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
        let input = bytes.withUnsafeBytes { clinux_memory_file($0.baseAddress, $0.count) }
        guard input >= 0 else { return false }
        defer { close(input) }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        guard clinux_spawn(&child, words[0], &arguments, [input, -1, -1], true) == 0 else { return false }
        var status: CInt = 0
        let exit = pidfd_open(child, 0)
        defer { if exit >= 0 { close(exit) } }
        let end = ContinuousClock.now + Self.limit
        while ContinuousClock.now < end {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return status == 0 }
            if ended < 0, errno != EINTR { return false }
            let left = Int32(clamping: Int((end - ContinuousClock.now) / .milliseconds(1)) + 1)
            var request = pollfd(fd: exit, events: Int16(POLLIN), revents: 0)
            // Without a descriptor of the process, as where there are no more, there is nothing but to look again.
            poll(&request, 1, exit >= 0 ? left : min(left, 10))
        }
        kill(-child, SIGKILL)
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return false
    }
}
