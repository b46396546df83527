import Glibc
import Testing

@testable import Basics

struct ProcessTests {
    private func run(
        _ script: String, limit: Double = 30, outputLimit: Int = 1000, cancel: CancelSignal? = nil
    ) -> ProcessRun {
        ShellCommand.execute(script, limit: limit, outputLimit: outputLimit, cancel: cancel)
    }

    @Test func `a program's output and status are returned`() {
        #expect(run("printf hello") == ProcessRun(output: Array("hello".utf8), ending: .exited(status: 0)))
        #expect(run("exit 3").ending == .exited(status: 3))
        #expect(run("kill -TERM $$").ending == .signal(Int(SIGTERM)))
        #expect(ChildProcess.Ending.signal(Int(SIGTERM)).status == 128 + Int(SIGTERM))
    }

    @Test func `arguments reach the program unchanged`() {
        let run = ShellCommand.execute(
            #"printf '%s|' "$@""#, arguments: ["a b", "$(id)", ""], limit: 30, outputLimit: 100)
        #expect(String(decoding: run.output, as: UTF8.self) == "a b|$(id)||")
    }

    @Test func `a program that prints too much is ended, and the output up to the limit is kept`() {
        let run = run("while :; do printf 0123456789; done", outputLimit: 25)
        #expect(run == ProcessRun(output: Array("0123456789012345678901234".utf8.prefix(25)), ending: .cut))
    }

    @Test(arguments: ["exec sleep 60", "exec >&-; sleep 60"])
    func `a program that takes too long is ended`(script: String) {
        #expect(run(script, limit: 0.05).ending == .late)
    }

    @Test func `a signal ends the program at any time`() throws {
        let before = try #require(CancelSignal())
        before.send()
        #expect(before.isSent && run("exec sleep 60", cancel: before).ending == .cancelled)
        let during = try #require(CancelSignal())
        Blocking.start { during.send() }
        #expect(run("exec >&-; sleep 60", cancel: during).ending == .cancelled)
    }

    @Test func `the children of the program end with it`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let process = try ChildProcess(
            ["sh", "-c", "sleep 60 & printf x; wait"], streams: ChildProcess.Streams(output: ends[1]))
        close(ends[1])
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        #expect(process.end() == .signal(Int(SIGKILL)))
        // The pipe is at its end, so no child process holds it any longer.
        #expect(read(ends[0], &byte, 1) == 0)
    }

    @Test func `a stopped program is distinguished from one that has ended`() throws {
        let process = try ChildProcess(["sleep", "60"])
        #expect(process.change() == nil)
        process.send(SIGSTOP)
        while process.change() != .stopped { sched_yield() }
        process.send(SIGCONT)
        #expect(process.wait(until: Deadline(seconds: 0)) == nil)
        #expect(process.end() == .signal(Int(SIGKILL)))
        #expect(kill(process.id, 0) != 0, "no zombie is left")
    }

    @Test func `a missing program is reported by its error number`() {
        #expect(throws: ChildProcess.StartError(code: ENOENT)) { try ChildProcess(["no-such-program-here"]) }
        #expect(throws: ChildProcess.StartError(code: EINVAL)) { try ChildProcess([]) }
    }
}
