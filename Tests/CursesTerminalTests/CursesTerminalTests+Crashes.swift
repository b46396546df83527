import Canvas
import Glibc
import Testing

@testable import CursesTerminal

/// The state of the terminal after a crash.
extension CursesTerminalTests {
    @Test func `a crash leaves a usable terminal`() async throws {
        let device = try PseudoTerminal(size: Self.size)
        setenv("CARDSTREAM_TEST_DEVICE", device.path, 1)
        defer { unsetenv("CARDSTREAM_TEST_DEVICE") }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let path = String(cString: getenv("CARDSTREAM_TEST_DEVICE"))
            let terminal = try CursesTerminal(
                CursesTerminal.Options(device: path, type: "xterm-256color", outputPath: "/dev/null"))
            terminal.present(
                Frame(surface: Surface(size: terminal.size), mouse: true),
                changes: SurfaceDiff(all: Surface(size: terminal.size)))
            let empty: [Int] = []
            _ = empty[Int(getpid())]
        }
        #expect(device.isCooked)
        let complaint = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(complaint.contains("cardstream crashed. Its last output is in /dev/null"))
        let bytes = device.output()
        let entered = try #require(bytes.firstRange(of: "\u{1B}[?1049h"))
        let rest = bytes[entered.upperBound...]
        for sequence in ["[?1049l", "[?25h", "[?2004l", "[?1006l", "[0m"] {
            #expect(rest.contains(sequence), "\(sequence)")
        }
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGTRAP, SIGBUS, SIGILL])
    func `a crash signal ends the program, also when nothing is really wrong`(number: Int32) async throws {
        let device = try PseudoTerminal(size: Self.size)
        setenv("CARDSTREAM_TEST_DEVICE", device.path, 1)
        setenv("CARDSTREAM_TEST_SIGNAL", String(number), 1)
        defer {
            unsetenv("CARDSTREAM_TEST_DEVICE")
            unsetenv("CARDSTREAM_TEST_SIGNAL")
        }
        await #expect(processExitsWith: .signal(number)) {
            let path = String(cString: getenv("CARDSTREAM_TEST_DEVICE"))
            // Handlers like those of a backtracer: they report and return, so that the fault occurs again.
            for number in [SIGSEGV, SIGABRT, SIGTRAP, SIGBUS, SIGILL] { signal(number) { _ in } }
            let terminal = try CursesTerminal(CursesTerminal.Options(device: path, type: "xterm-256color"))
            kill(getpid(), atoi(getenv("CARDSTREAM_TEST_SIGNAL")))
            // Any thread may receive the signal; this one waits for the end of the process.
            _ = poll(nil, 0, 20_000)
            withExtendedLifetime(terminal) {}
        }
        #expect(device.isCooked)
        #expect(device.output().contains("\u{1B}[?1049l"))
    }

    @Test(arguments: [
        SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
        SIGIO, SIGPWR, SIGSYS, SIGSTKFLT, 34, 64,
    ])
    // 34 and 64 are the first and the last real-time signals.
    func `a signal that ends the program leaves a usable terminal`(number: Int32) async throws {
        let device = try PseudoTerminal(size: Self.size)
        setenv("CARDSTREAM_TEST_DEVICE", device.path, 1)
        setenv("CARDSTREAM_TEST_SIGNAL", String(number), 1)
        defer {
            unsetenv("CARDSTREAM_TEST_DEVICE")
            unsetenv("CARDSTREAM_TEST_SIGNAL")
        }
        let result = await #expect(processExitsWith: .signal(number), observing: [\.standardErrorContent]) {
            let path = String(cString: getenv("CARDSTREAM_TEST_DEVICE"))
            let number = atoi(getenv("CARDSTREAM_TEST_SIGNAL"))
            // Resets the signals as a shell does when it starts programs, whatever the tests' parent process ignores or
            // blocks.
            signal(number, SIG_DFL)
            var all = sigset_t()
            sigfillset(&all)
            sigprocmask(SIG_UNBLOCK, &all, nil)
            let terminal = try CursesTerminal(
                CursesTerminal.Options(device: path, type: "xterm-256color", outputPath: "/dev/null"))
            kill(getpid(), number)
            _ = poll(nil, 0, 20_000)
            withExtendedLifetime(terminal) {}
        }
        #expect(device.isCooked)
        #expect(device.output().contains("\u{1B}[?1049l"))
        let complaint = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!complaint.contains("crashed"))
    }

    @Test func `a signal that is ignored stays ignored, and is as before once the terminal is back`() async throws {
        let device = try PseudoTerminal(size: Self.size)
        setenv("CARDSTREAM_TEST_DEVICE", device.path, 1)
        defer { unsetenv("CARDSTREAM_TEST_DEVICE") }
        await #expect(processExitsWith: .exitCode(7)) {
            let path = String(cString: getenv("CARDSTREAM_TEST_DEVICE"))
            signal(SIGUSR1, SIG_IGN)
            signal(SIGUSR2) { _ in _exit(7) }
            let terminal = try CursesTerminal(CursesTerminal.Options(device: path, type: "xterm-256color"))
            kill(getpid(), SIGUSR1)
            terminal.release()
            var action = sigaction()
            sigaction(SIGALRM, nil, &action)
            guard action.__sigaction_handler.sa_handler == nil else { _exit(8) }
            kill(getpid(), SIGUSR2)
            _ = poll(nil, 0, 20_000)
        }
    }

    @Test func `a crash restores the modes that the terminal had`() async throws {
        let device = try PseudoTerminal(size: Self.size)
        setenv("CARDSTREAM_TEST_DEVICE", device.path, 1)
        defer { unsetenv("CARDSTREAM_TEST_DEVICE") }
        await #expect(processExitsWith: .failure) {
            let path = String(cString: getenv("CARDSTREAM_TEST_DEVICE"))
            let terminal = try CursesTerminal(
                CursesTerminal.Options(
                    device: path, type: "xterm-256color", outputPath: "/dev/null",
                    features: FeatureChoice(modes: true, sizeReports: true, progress: .known(isInEnvironment: false))))
            terminal.present(
                Frame(surface: Surface(size: terminal.size), progress: .percent(50)),
                changes: SurfaceDiff(all: Surface(size: terminal.size)))
            // Decodes responses instead of typing them, because this process is both ends.
            var replies = InputDecoder()
            _ = replies.decode(
                Array("\u{1B}[?2026;2$y\u{1B}[?2027;1$y\u{1B}[?2048;2$y\u{1B}P>|ghostty 1.2.0\u{1B}\\\u{1B}[?62c".utf8),
                isFinal: false)
            terminal.decoder = replies
            _ = terminal.readInput()
            let empty: [Int] = []
            _ = empty[Int(getpid())]
        }
        #expect(device.isCooked)
        let bytes = device.output()
        let used = try #require(bytes.firstRange(of: "\u{1B}]9;4;1;50"))
        let rest = bytes[used.upperBound...]
        for sequence in ["[?2026l", "[?2048l", "]9;4;0\u{1B}\\", "[?1049l"] {
            #expect(rest.contains(sequence), "\(sequence)")
        }
        #expect(!rest.contains("[?2027l"))
    }
}
