import CCurses
package import Canvas
import Glibc

/// Determines the graphics support of a terminal for a report, without using its screen.
package struct GraphicsDetection {
    package let support: PictureSupport
    /// The reason as text.
    package let reason: SafeText

    /// Takes at most a third of a second. Nil if the terminal does not exist or cannot be queried.
    /// - Parameters:
    ///   - type: The terminal's type, as in TERM.
    ///   - colors: The colours that the user allows; nil for all that the terminal supports.
    package init?(_ choice: PictureChoice, device: String = "/dev/tty", type: String, colors allowed: ColorSupport?) {
        let descriptor = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status: Int32 = 0
        // A terminal that cannot be set to raw mode cannot be asked; the result is then nil.
        guard setupterm(type, descriptor, &status) == OK,
            var line = try? TTYGuard(descriptor: descriptor, device: device)
        else { return nil }
        let colors = allowed ?? ColorSupport(colors: Int(tigetnum("colors")))
        var query = GraphicsQuery(
            choice, colors: colors, mayAsk: TerminalModes().speaksXterm && !CursesTerminal.isInScreen)
        _ = query.measure(descriptor: descriptor)
        line.makeRaw()
        defer { line.restore() }
        let question = query.begin(at: CursesTerminal.now)
        // Without the choice `ask`, a reply would not be waited for.
        if choice == .ask { Self.send(question, to: descriptor) }
        var decoder = InputDecoder()
        var found = query.supportChange(at: CursesTerminal.now)
        while found == nil, let delay = query.delay(at: CursesTerminal.now) {
            if let bytes = Self.read(descriptor, within: delay) { _ = decoder.decode(bytes, isFinal: false) }
            for reply in decoder.takeReplies() {
                Self.send(query.handle(reply, at: CursesTerminal.now) { TmuxClient.ask() }, to: descriptor)
            }
            found = query.supportChange(at: CursesTerminal.now)
        }
        // The attributes that follow kitty's question must not appear as input of the shell.
        if found?.method == .kitty, choice == .ask { _ = Self.read(descriptor, within: 0.1) }
        support = found ?? .none
        reason = Self.reason(choice, support, query)
    }

    private static func reason(
        _ choice: PictureChoice, _ support: PictureSupport, _ query: GraphicsQuery
    ) -> SafeText {
        switch choice {
        case .ask: query.reason ?? "the terminal did not respond"
        case .only(let method) where method != support.method:
            """
            the settings choose \(SafeText(method.rawValue)), but this terminal has too few colours for it or is not \
            compatible with xterm
            """
        case .only, .off: "set in the settings"
        }
    }

    static func send(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        if !bytes.isEmpty { _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
    }

    static func read(_ descriptor: Int32, within seconds: Double) -> [UInt8]? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, Int32((seconds * 1000).rounded(.up))) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
