import CCurses
import Canvas
import CursesTerminal
import Glibc

/// The other end of a terminal device, in the role of a terminal window.
final class PseudoTerminal {
    let path: String
    private let master: Int32
    /// Kept open, so that the last output of a closed program can still be read.
    private let slave: Int32

    init(size: Size) throws {
        // Does what posix_openpt, unlockpt and ptsname do, which Swift's Glibc module does not export.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var isLocked: Int32 = 0
        var number: Int32 = -1
        let unlock = UInt(0x4004_5431)
        let getNumber = UInt(0x8004_5430)
        guard master >= 0, ioctl(master, unlock, &isLocked) == 0, ioctl(master, getNumber, &number) == 0 else {
            throw TerminalError.noTerminal(device: "/dev/ptmx", reason: String(cString: strerror(errno)))
        }
        path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        resize(to: size)
    }

    deinit {
        close(slave)
        close(master)
    }

    /// - Parameter cell: The size of a cell in pixels; zero like in many terminals, which do not report it.
    func resize(to size: Size, cell: Size = .zero) {
        var window = winsize()
        window.ws_col = UInt16(size.columns)
        window.ws_row = UInt16(size.rows)
        window.ws_xpixel = UInt16(size.columns * cell.columns)
        window.ws_ypixel = UInt16(size.rows * cell.rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    /// All output since the last call.
    func output() -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 0) > 0 else { break }
            let count = read(master, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Typed input that has not been read.
    var waitingInput: String {
        let flags = fcntl(slave, F_GETFL)
        _ = fcntl(slave, F_SETFL, flags | O_NONBLOCK)
        defer { _ = fcntl(slave, F_SETFL, flags) }
        var settings = termios()
        tcgetattr(slave, &settings)
        let found = settings
        settings.c_lflag &= ~tcflag_t(ICANON)
        tcsetattr(slave, TCSANOW, &settings)
        defer {
            var found = found
            tcsetattr(slave, TCSANOW, &found)
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        return String(decoding: bytes.prefix(max(0, read(slave, &bytes, bytes.count))), as: UTF8.self)
    }

    /// Whether the line has the settings that a shell needs: echo, line editing, signals from keys, and translation of
    /// newlines.
    var isCooked: Bool {
        var settings = termios()
        tcgetattr(slave, &settings)
        let wanted = tcflag_t(ECHO | ICANON | ISIG)
        return settings.c_lflag & wanted == wanted && settings.c_oflag & tcflag_t(ONLCR) != 0
    }
}
