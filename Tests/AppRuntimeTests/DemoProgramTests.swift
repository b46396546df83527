import Testing

@testable import AppRuntime

struct DemoProgramTests {
    private func run(_ script: String) -> DemoProgram.Outcome {
        DemoProgram(words: ["/bin/sh", "-c", script]).run(on: nil, signals: nil)
    }

    @Test func `a demo that ends by itself or by Ctrl-C reports nothing`() {
        #expect(run("echo fine >&2; exit 0") == DemoProgram.Outcome(problem: nil))
        #expect(run("exit 130") == DemoProgram.Outcome(problem: nil))
    }

    @Test func `the last line of a demo that fails is the reason`() {
        #expect(run("echo one >&2; echo 'cardstream: two' >&2; exit 1").problem == "cardstream: two")
        #expect(run("exit 5").problem == "exit code 5")
        #expect(DemoProgram(words: ["/no/such/program"]).run(on: nil, signals: nil).problem?.isEmpty == false)
    }
}
