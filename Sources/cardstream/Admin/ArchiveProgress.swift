internal import Basics

/// Shows the number of processed rows, at most once a second: on a terminal in a single line, otherwise as separate
/// lines.
final class ArchiveProgress: Sendable {
    private let verb: String
    private let last = Lock(ContinuousClock.now)

    init(_ verb: String) { self.verb = verb }

    func report(_ count: Int) {
        let isDue = last.withLock { last in
            guard ContinuousClock.now - last >= .seconds(1) else { return false }
            last = .now
            return true
        }
        guard isDue else { return }
        let text = "\(verb) \(count) rows"
        if Console.isErrorTerminal { Console.progress(text) } else { Console.error(text) }
    }

    func end() { if Console.isErrorTerminal { Console.endProgress() } }
}
