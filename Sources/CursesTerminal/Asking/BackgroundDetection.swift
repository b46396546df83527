import CCurses
package import Canvas
import Glibc

/// Determines a terminal's background for a report, without using its screen.
package enum BackgroundDetection {
    /// The terminal's background; nil if it does not answer within a third of a second, or there is no terminal.
    ///
    /// - Parameter type: The terminal's type, as in TERM.
    package static func ask(device: String = "/dev/tty", type: String) -> InputEvent.Scheme? {
        let descriptor = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status: Int32 = 0
        guard setupterm(type, descriptor, &status) == OK, TerminalModes().speaksXterm, !CursesTerminal.isInScreen,
            // A terminal that cannot be set to raw mode cannot be asked; the background is then unknown.
            var line = try? TTYGuard(descriptor: descriptor, device: device)
        else { return nil }
        var query = BackgroundQuery(mayAsk: true)
        line.makeRaw()
        defer { line.restore() }
        GraphicsDetection.send(query.begin(before: "", at: CursesTerminal.now), to: descriptor)
        var decoder = InputDecoder()
        var color: InputEvent.Scheme?
        var wanted: InputEvent.Scheme?
        // Reads all replies: none may appear as input of the shell.
        while let delay = query.delay(at: CursesTerminal.now),
            let bytes = GraphicsDetection.read(descriptor, within: delay)
        {
            for case .colorScheme(let scheme) in decoder.decode(bytes, isFinal: false) { wanted = scheme }
            for reply in decoder.takeReplies() { color = query.handle(reply) ?? color }
        }
        return color ?? wanted
    }
}
