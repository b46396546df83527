import AppCore
package import Canvas

/// The viewer without a screen: it reads and prints lines, with the same event loop and the same state.
package struct LinearLoop {
    private let loop: AppLoop<LinearTerminal>
    private let source: LineSource
    /// Prints lines. The flag is true for lines that arrive without a request, while the user may be typing.
    private let output: ([SafeText], Bool) -> Void
    /// Shows that a line can be typed.
    private let prompt: () -> Void
    private var announcer = Announcer()

    package init(
        loop: AppLoop<LinearTerminal>, source: LineSource, output: @escaping ([SafeText], Bool) -> Void,
        prompt: @escaping () -> Void
    ) {
        self.loop = loop
        self.source = source
        self.output = output
        self.prompt = prompt
    }

    /// Runs until the user quits, the program is told to stop, or the input ends.
    package mutating func run(onStart: () -> Void = {}) -> ExitStatus {
        output([SafeText(Strings.Lines.welcome)], false)
        loop.receiveMail()
        loop.paint()
        announce()
        onStart()
        let wakeUp = loop.runner.mailbox.wakeUp
        source.start { wakeUp.ring() }
        prompt()
        while loop.exit == nil {
            if let line = source.next() {
                handle(line)
                continue
            }
            if source.isEnded { break }
            loop.turn(limit: nil)
            if announce(isUnasked: true) { prompt() }
        }
        loop.finishReports()
        return loop.exit ?? .ok
    }

    private mutating func handle(_ line: String) {
        // Before the first cards are loaded, a line would have no effect, and the user can only answer what was
        // printed.
        if !Self.leaving.contains(line.filter { !$0.isWhitespace }) { awaitCards() }
        loop.settle()
        guard loop.exit == nil else { return }
        announce()
        // In these layers, an empty line has no meaning of its own.
        let isRead = [.stream, .sending, .launch].contains(loop.state.keyLayer)
        let isRequest = isRead && line.allSatisfy(\.isWhitespace)
        if isRequest {
            output(announcer.repeated(loop.state), false)
        } else {
            loop.send(.lineEntered(line))
        }
        loop.settle()
        guard loop.exit == nil else { return }
        announce()
        prompt()
    }

    /// Waits for the first cards: lines from a pipe arrive before them.
    private mutating func awaitCards() {
        let end = AppClock.monotonic + Self.timeout
        while loop.exit == nil, loop.state.launch == .loading, AppClock.monotonic < end {
            loop.turn(limit: end - AppClock.monotonic)
        }
    }

    /// The maximum seconds that a line waits for the first cards, or for the result that there are none.
    private static let timeout = 10.0
    /// Lines that are handled without waiting.
    private static let leaving = ["q", "quit", "exit"]

    /// Prints what has changed. Returns whether there was anything to print.
    @discardableResult
    private mutating func announce(isUnasked: Bool = false) -> Bool {
        let lines = announcer.announcements(loop.state)
        if !lines.isEmpty { output(lines, isUnasked) }
        return !lines.isEmpty
    }
}
