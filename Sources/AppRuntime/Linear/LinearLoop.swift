import AppCore
package import Canvas

/// The viewer without a screen: lines in, lines out, and between them the same loop and the same state.
package struct LinearLoop {
    private let loop: AppLoop<LinearTerminal>
    private let source: LineSource
    /// Given lines, and whether they come unasked, while a line may be typed.
    private let output: ([SafeText], Bool) -> Void
    /// Says that a line can be typed.
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

    /// Runs until the user quits, the program is told to stop, or no line comes any more.
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
        // Before there is anything on the screen a line could only be lost, and what was not read out is not answered.
        if !Self.leaving.contains(line.filter { !$0.isWhitespace }) { awaitCards() }
        loop.settle()
        guard loop.exit == nil else { return }
        announce()
        // Nothing is asked for there that an empty line would answer.
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

    /// Lines that come down a pipe are there before the first card is.
    private mutating func awaitCards() {
        let end = AppClock.monotonic + Self.timeout
        while loop.exit == nil, loop.state.launch == .loading, AppClock.monotonic < end {
            loop.turn(limit: end - AppClock.monotonic)
        }
    }

    /// Seconds that a line waits for the first cards, or for the word that there are none.
    private static let timeout = 10.0
    /// Lines that wait for nothing.
    private static let leaving = ["q", "quit", "exit"]

    /// Returns whether there was anything to say.
    @discardableResult
    private mutating func announce(isUnasked: Bool = false) -> Bool {
        let lines = announcer.news(loop.state)
        if !lines.isEmpty { output(lines, isUnasked) }
        return !lines.isEmpty
    }
}
