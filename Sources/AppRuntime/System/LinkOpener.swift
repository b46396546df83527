import CLinux
import Glibc

/// Opens a link outside the terminal: with `$BROWSER`, else with the desktop's opener where there is a desktop.
///
/// The address is an argument of its own, never part of a shell line, and only web and mail addresses are opened: a
/// card must not be able to run something.
package struct LinkOpener: Sendable {
    private let environment: [String: String]
    /// The programs started and not seen to end, so that none stays behind as a zombie for as long as the viewer runs.
    private let children = Lock<[pid_t]>([])

    package init(environment: [String: String]) { self.environment = environment }

    /// Returns what to tell the user when it could not be opened; nil when a program was started.
    package func open(_ address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard ["http", "https", "mailto"].contains(scheme) else { return "Not opened, only web links are: \(address)" }
        reap()
        let hasDesktop = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
        let candidates =
            (environment["BROWSER"].map { $0.split(separator: ":").map(String.init) } ?? [])
            + (hasDesktop ? ["xdg-open"] : [])
        for program in candidates where !program.isEmpty && !program.contains("%") {
            if start(program, address) { return nil }
        }
        return "Link: \(address)"
    }

    private func start(_ program: String, _ address: String) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: CInt in [0, 1, 2] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Our blocked signals must not be inherited, and a Ctrl-C in our terminal must not end the browser.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address)]
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, program, &actions, &attributes, words, environ) == 0 else { return false }
        let started = child
        children.withLock { $0.append(started) }
        return true
    }

    /// Takes note of the programs that have ended. Waits for none.
    private func reap() {
        children.withLock { children in
            children.removeAll { child in
                var status: CInt = 0
                return waitpid(child, &status, WNOHANG) != 0
            }
        }
    }
}
