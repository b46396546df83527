import ArgumentParser
import Testing

@testable import cardstream

struct CompletionScriptTests {
    /// A new version of the parser may generate a different script.
    @Test(arguments: CompletionsCommand.Shell.allCases)
    func `every change applies to the parser's completion script`(shell: CompletionsCommand.Shell) {
        let script = Cardstream.completionScript(for: shell.parserShell) + "\n"
        for change in CompletionScript.changes(shell) {
            #expect(script.contains(change.old), "\(change.old)")
        }
    }

    @Test(arguments: CompletionsCommand.Shell.allCases)
    func `flags without a command are those of the viewer`(shell: CompletionsCommand.Shell) throws {
        let flags = try #require(CompletionScript.changes(shell).first)
        #expect(flags.new.contains("view") && CompletionScript.text(for: shell).contains(flags.new))
    }

    @Test func `no value in bash goes through compgen -W, which would execute it`() {
        #expect(!CompletionScript.text(for: .bash).contains(#"-W "$("#))
    }

    @Test(arguments: [
        (CompletionChoice.Format.bash, ["a:1", "a:2"]), (.bashList, ["a:1  One: $(x) there", "a:2"]),
        (.zsh, [#"a\:1:One: $(x) there"#, #"a\:2"#]), (.fish, ["a:1\tOne: $(x) there", "a:2\t"]),
    ])
    func `each shell has its own form`(format: CompletionChoice.Format, lines: [String]) {
        let choices = [
            CompletionChoice("b"), CompletionChoice("a\n"), CompletionChoice("a:2"),
            CompletionChoice("a:1", meaning: "One: $(x)\nthere"),
        ]
        #expect(CompletionChoice.lines(choices, beginning: "a", format: format) == lines)
    }

    @Test func `a long title is cut, and without its control characters`() {
        let choice = CompletionChoice("a", meaning: "\u{1B}[31m" + String(repeating: "x", count: 200))
        let line = CompletionChoice.lines([choice], beginning: "", format: .fish)[0]
        #expect(line.count < 70 && line.hasSuffix("…") && !line.contains("\u{1B}"))
    }
}
