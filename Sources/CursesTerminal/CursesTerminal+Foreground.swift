import CLinux
import Glibc

extension CursesTerminal {
    /// Runs another program (an editor, a pager) on this terminal and waits for it.
    ///
    /// The arguments go to the program as they are; no shell sees them. Signals the viewer has blocked
    /// or handled are the program's own again.
    /// - Returns: its exit status, or 128 and the signal that ended it.
    /// - Throws: `TerminalError.cannotRun`.
    package func run(_ program: String, arguments: [String]) throws(TerminalError) -> Int32 {
        release()
        defer { reclaim() }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let failure = clinux_spawn(&child, program, words, [descriptor, descriptor, descriptor], false)
        guard failure == 0 else {
            throw TerminalError.cannotRun(program: program, reason: String(cString: strerror(failure)))
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
