internal import AppRuntime
internal import Basics
internal import Canvas
internal import Cards
internal import Glibc

/// Shows notifications in the configured way.
struct WatchNotifier: Sendable {
    var way: Notifier
    /// The name or path of the program that shows desktop notifications. It must support the options of `notify-send`.
    var program = "notify-send"
    /// The time limit in seconds.
    private static let limit = 5.0

    /// Shows a notification. Returns why it failed, or nil.
    func show(_ call: NotificationPlanner.Notification) async -> String? {
        let (title, body) = (SafeText(call.title, limit: 200), SafeText(call.body, limit: 200))
        switch way {
        case .program:
            let program = program
            let result = await Blocking.run {
                ShellCommand.run(
                    #"exec "$1" --app-name=cardstream -- "$2" "$3""#, arguments: [program, title.string, body.string],
                    limit: Self.limit, wanted: "answer", errors: .inOutput)
            }
            guard case .failure(let failure) = result else { return nil }
            return "\(program.escapingControls): \(SafeText(failure.text).string)"
        case .terminal, .bell:
            guard Console.isErrorTerminal else { return "standard error is not a terminal" }
            if case .terminal(let sequence) = way {
                Console.write(sequence.text(title: title, body: body) + (call.rings ? "\u{7}" : ""), to: STDERR_FILENO)
            } else {
                Console.write("\u{7}", to: STDERR_FILENO)
            }
            return nil
        }
    }
}
