import Testing

@testable import Basics

struct ShellCommandTests {
    @Test func `a failure contains the last line of the error output if wanted`() {
        let line = #"echo begun; printf 'one\n \033[31mno such \033[0mhost\n\n' >&2; exit 3"#
        #expect(
            ShellCommand.run(line, limit: 30, wanted: "end", errors: .inOutput)
                == .failure(.init(text: "exit code 3: no such host")))
        #expect(ShellCommand.run(line, limit: 30, wanted: "end") == .failure(.init(text: "exit code 3")))
        #expect(
            ShellCommand.run("exit 4", limit: 30, wanted: "end", errors: .inOutput)
                == .failure(.init(text: "exit code 4")))
    }

    @Test func `a command's error output is separate from its output`() {
        func run(_ line: String) -> Result<[UInt8], ShellCommand.Failure> {
            ShellCommand.run(line, limit: 30, wanted: "token", errors: .inFailure)
        }
        #expect(run("echo warning >&2; printf secret") == .success(Array("secret".utf8)))
        #expect(
            run(#"printf secret; printf 'first\n \033]0;title\007no\b such\342\200\256 host\n' >&2; exit 3"#)
                == .failure(.init(text: "exit code 3: no such host")))
        #expect(run("printf secret; exit 3") == .failure(.init(text: "exit code 3")))
        // Regardless of the amount of output, the command is not blocked and the message stays short.
        let much = "yes complaint | head -c 3000000 | tr -d '\\n' >&2; exit 4"
        guard case .failure(let failure) = run(much) else {
            Issue.record("no failure")
            return
        }
        #expect(failure.text.hasPrefix("exit code 4: ") && failure.text.count <= 215)
        // A background process of the command may keep standard error open.
        #expect(run("sleep 60 >&2 & echo gone >&2; exit 5") == .failure(.init(text: "exit code 5: gone")))
    }

    @Test func `a command that is too slow is reported with its error output`() {
        #expect(
            ShellCommand.run("echo waiting >&2; sleep 60", limit: 0.5, wanted: "token", errors: .inFailure)
                == .failure(.init(text: "printed no token within 1 s: waiting")))
    }

    @Test(arguments: [1e300, .infinity]) func `a command without a limit may run for any time`(limit: Double) {
        #expect(ShellCommand.run("printf done", limit: limit, wanted: "end") == .success(Array("done".utf8)))
    }
}
