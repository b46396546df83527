import CCurses
package import Canvas
import Glibc

/// Asks a terminal for its background without taking its screen: for a report.
package enum BackgroundSurvey {
    /// What the terminal says, dark or light; nil when it says nothing within a third of a second, or there is none.
    ///
    /// - Parameter type: the terminal's type, as in TERM.
    package static func ask(device: String = "/dev/tty", type: String) -> InputEvent.Scheme? {
        let descriptor = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status: Int32 = 0
        guard setupterm(type, descriptor, &status) == OK, TerminalModes().speaksXterm, !CursesTerminal.isInScreen,
            // What cannot be set to raw cannot be asked: that is no answer, too.
            var line = try? TTYGuard(descriptor: descriptor, device: device)
        else { return nil }
        var query = BackgroundQuery(mayAsk: true)
        line.makeRaw()
        defer { line.restore() }
        GraphicsSurvey.send(query.begin(before: "", at: CursesTerminal.now), to: descriptor)
        var decoder = InputDecoder()
        var color: InputEvent.Scheme?
        var wanted: InputEvent.Scheme?
        // To the end of what was asked: no answer must be typed into the shell.
        while let delay = query.delay(at: CursesTerminal.now),
            let bytes = GraphicsSurvey.read(descriptor, within: delay)
        {
            for case .colorScheme(let scheme) in decoder.decode(bytes, isFinal: false) { wanted = scheme }
            for reply in decoder.takeReplies() { color = query.handle(reply) ?? color }
        }
        return color ?? wanted
    }
}
