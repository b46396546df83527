import Basics
import Cards

/// Opens a link outside the terminal: with `$BROWSER`, else with the desktop's opener where there is a desktop; a video
/// rather with a player.
///
/// The address is an argument of its own, never part of a shell line, and only web and mail addresses are opened: a
/// card must not be able to run something.
package struct LinkOpener: Sendable {
    private let environment: [String: String]

    private let player: String

    /// - Parameter player: A program that takes mpv's options.
    package init(environment: [String: String], player: String = "mpv") {
        self.environment = environment
        self.player = player
    }

    /// Whether there is anything to open a link with where the user sits. Over ssh only `$BROWSER` expresses the
    /// user's choice: the user does not sit at this machine's desktop, and one that ssh forwards is a last resort.
    package var canOpen: Bool { environment["BROWSER"]?.isEmpty == false || hasDesktop }

    private var hasDesktop: Bool {
        guard !["SSH_CONNECTION", "SSH_TTY"].contains(where: { environment[$0]?.isEmpty == false }) else {
            return false
        }
        return environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    }

    package enum Outcome: Equatable, Sendable {
        /// A program was started.
        case opened
        /// No program may be given that address.
        case refused(reason: String)
        /// There is no program to open it with.
        case nothingOpens(String)
    }

    package func open(_ address: String) -> Outcome {
        if let problem = LinkAddress.problem(address) { return .refused(reason: "Not opened: \(problem)") }
        do throws(BrowserCommand.Mistake) {
            for command in try BrowserCommand.all(environment["BROWSER"] ?? "") {
                if start(command.arguments(address)) { return .opened }
            }
        } catch {
            return .refused(reason: "Not opened: \(error.reason)")
        }
        return hasDesktop && start(["xdg-open", address]) ? .opened : .nothingOpens(address)
    }

    /// Plays a video with mpv if that is installed and there is a desktop; otherwise opens it as a link, whose end is not
    /// reported.
    ///
    /// - Parameter onStage: Told what becomes of it, on any thread.
    package func play(_ address: String, onStage: @escaping @Sendable (VideoStage) -> Void = { _ in }) -> Outcome {
        let isWeb = address.lowercased().hasPrefix("http")
        if isWeb, hasDesktop, LinkAddress.problem(address) == nil,
            let player = VideoPlayer(player, path: environment["PATH"] ?? ""), player.play(address, onStage: onStage)
        {
            return .opened
        }
        let outcome = open(address)
        if outcome == .opened { onStage(.started) }
        return outcome
    }

    /// Starts a program that outlives the viewer. A shell starts it in the background and is waited for, so that the
    /// program is not the viewer's child and leaves no zombie when it ends.
    private func start(_ command: [String]) -> Bool {
        let script = #"command -v "$1" >/dev/null || exit 127; "$@" &"#
        do throws(ChildProcess.StartError) {
            return try ChildProcess(["/bin/sh", "-c", script, "sh"] + command).wait() == .exited(status: 0)
        } catch { return false }
    }
}
