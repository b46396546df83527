import Basics
import Cards

/// Opens a link outside the terminal: with `$BROWSER`, or with the desktop's opener if there is a desktop. Videos are
/// opened with a player if possible.
///
/// The address is a separate argument and never part of a shell command, and only web and mail addresses are opened,
/// because a card must not be able to run a program.
package struct LinkOpener: Sendable {
    private let environment: [String: String]

    private let player: String

    /// - Parameter player: A program that accepts the options of mpv.
    package init(environment: [String: String], player: String = "mpv") {
        self.environment = environment
        self.player = player
    }

    /// Whether a link can be opened where the user is. Over SSH, only `$BROWSER` counts: the user does not use the
    /// desktop of this machine, and a forwarded display is only a last resort.
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
        /// The address must not be passed to a program.
        case refused(reason: String)
        /// There is no program to open the address.
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

    /// Plays a video with mpv if it is installed and there is a desktop. Otherwise, the video is opened as a link, and
    /// its end is not reported.
    ///
    /// - Parameter onStage: Called with the progress of the video, on any thread.
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

    /// Starts a program that outlives the viewer. A shell starts it in the background, and the viewer waits for the
    /// shell. Thus the program is not a child of the viewer, and does not become a zombie when it exits.
    private func start(_ command: [String]) -> Bool {
        let script = #"command -v "$1" >/dev/null || exit 127; "$@" &"#
        do throws(ChildProcess.StartError) {
            return try ChildProcess(["/bin/sh", "-c", script, "sh"] + command).wait() == .exited(status: 0)
        } catch { return false }
    }
}
