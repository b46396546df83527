import CLinux
import Cards
import Glibc

/// Opens a link outside the terminal: with `$BROWSER`, else with the desktop's opener where there is a desktop; a video
/// rather with a player.
///
/// The address is an argument of its own, never part of a shell line, and only web and mail addresses are opened: a
/// card must not be able to run something.
package struct LinkOpener: Sendable {
    private let environment: [String: String]

    private let player: String

    /// A player must leave our terminal alone, and a sound without a picture still needs a window to be stopped in.
    private static let playerOptions = ["--no-terminal", "--force-window=yes", "--"]

    /// - Parameter player: A program that takes mpv's options.
    package init(environment: [String: String], player: String = "mpv") {
        self.environment = environment
        self.player = player
    }

    private var hasDesktop: Bool { environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil }

    /// Returns what to tell the user when it could not be opened; nil when a program was started.
    package func open(_ address: String) -> String? {
        if let problem = LinkAddress.problem(address) { return "Not opened: \(problem)" }
        let candidates =
            (environment["BROWSER"].map { $0.split(separator: ":").map(String.init) } ?? [])
            + (hasDesktop ? ["xdg-open"] : [])
        for program in candidates where !program.isEmpty && !program.contains("%") {
            if start([program], address) { return nil }
        }
        return "Link: \(address)"
    }

    /// Plays a video with mpv where that is installed and there is a desktop; otherwise opens it as a link. Returns
    /// what ``open(_:)`` does.
    package func play(_ address: String) -> String? {
        let isWeb = address.lowercased().hasPrefix("http")
        if isWeb, hasDesktop, LinkAddress.problem(address) == nil, start([player] + Self.playerOptions, address) {
            return nil
        }
        return open(address)
    }

    /// Starts a program that outlives us as a child of nobody's: the shell that starts it is waited for, so that no
    /// ended program stays behind as a zombie for as long as the viewer runs.
    private func start(_ command: [String], _ address: String) -> Bool {
        let script = #"command -v "$1" >/dev/null || exit 127; "$@" &"#
        var words: [UnsafeMutablePointer<CChar>?] = []
        for word in ["sh", "-c", script, "sh"] + command + [address] { words.append(strdup(word)) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var shell: pid_t = 0
        guard clinux_spawn(&shell, "/bin/sh", words, [-1, -1, -1], true) == 0 else { return false }
        var status: CInt = 0
        while waitpid(shell, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }
}
