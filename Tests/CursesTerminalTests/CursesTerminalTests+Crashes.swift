import Canvas
import Glibc
import Testing

@testable import CursesTerminal

/// What a crash leaves behind.
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
        #expect(complaint.contains("cardstream crashed. What it said last is in /dev/null"))
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
            // As a backtracer does: tells, and comes back for the fault to happen again.
            for number in [SIGSEGV, SIGABRT, SIGTRAP, SIGBUS, SIGILL] { signal(number) { _ in } }
            let terminal = try CursesTerminal(CursesTerminal.Options(device: path, type: "xterm-256color"))
            kill(getpid(), atoi(getenv("CARDSTREAM_TEST_SIGNAL")))
            // Any thread may take the signal: this one waits for the end.
            _ = poll(nil, 0, 20_000)
            withExtendedLifetime(terminal) {}
        }
        #expect(device.isCooked)
        #expect(device.output().contains("\u{1B}[?1049l"))
    }
}
