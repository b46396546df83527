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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_adddup2(&actions, descriptor, standard)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var every = sigset_t()
        sigfillset(&every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, program, &actions, &attributes, words, environ)
        guard failure == 0 else {
            throw TerminalError.cannotRun(program: program, reason: String(cString: strerror(failure)))
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
