import Testing

@testable import Basics

struct ShellCommandTests {
    @Test func `a failure tells the last thing that was complained about, where that is wished for`() {
        let line = #"echo begun; printf 'one\n \033[31mno such \033[0mhost\n\n' >&2; exit 3"#
        #expect(
            ShellCommand.run(line, limit: 30, wanted: "end", withErrors: true)
                == .failure(.init(text: "exit status 3: no such host")))
        #expect(ShellCommand.run(line, limit: 30, wanted: "end") == .failure(.init(text: "exit status 3")))
        #expect(
            ShellCommand.run("exit 4", limit: 30, wanted: "end", withErrors: true)
                == .failure(.init(text: "exit status 4")))
    }

    @Test(arguments: [1e300, .infinity]) func `a command may take for ever`(limit: Double) {
        #expect(ShellCommand.run("printf done", limit: limit, wanted: "end") == .success(Array("done".utf8)))
    }
}
