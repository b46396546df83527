internal import AppRuntime
internal import Canvas
internal import Cards
internal import FeedSync
internal import Glibc

/// Calls the user, in the way that was asked for.
struct WatchNotifier: Sendable {
    var way: Notifier
    /// The desktop's own, by its name or path; takes the options of `notify-send`.
    var program = "notify-send"
    /// Seconds it may take.
    private static let limit = 5.0

    func show(_ call: WatchCall.Call) async {
        let (title, body) = (SafeText(call.title, limit: 200), SafeText(call.body, limit: 200))
        switch way {
        case .program:
            let program = program
            _ = await Blocking.run {
                ShellCommand.execute(
                    #"exec "$1" --app-name=cardstream -- "$2" "$3""#, arguments: [program, title.string, body.string],
                    limit: Self.limit, outputLimit: 1024)
            }
        case .terminal(let sequence) where Console.isErrorTerminal:
            Console.write(sequence.text(title: title, body: body) + (call.rings ? "\u{7}" : ""), to: STDERR_FILENO)
        case .bell where Console.isErrorTerminal: Console.write("\u{7}", to: STDERR_FILENO)
        case .terminal, .bell: break
        }
    }
}
