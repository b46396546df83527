import ArgumentParser
import Canvas
import Testing

@testable import cardstream

struct HelpTests {
    /// The parser continues a longer line at the left edge.
    @Test func `indented lines of every help fit into 80 columns`() throws {
        let helps = try CommandHelp.all().map { ($0.pageName, $0.discussion) }
        let root = ("cardstream", Cardstream.configuration.discussion)
        for (name, discussion) in helps + [root] {
            for line in discussion.split(separator: "\n") where line.hasPrefix(" ") {
                #expect(TextLayout.width(of: SafeText(String(line))) <= 80, "\(name): \(line)")
            }
        }
    }

    @Test(arguments: CompletionsCommand.Shell.allCases)
    func `completions treat flags without a command as those of the viewer`(shell: CompletionsCommand.Shell) {
        let original = Cardstream.completionScript(for: shell.parserShell)
        let addition = CompletionScript.addition(shell)
        #expect(original.contains(addition.before))
        #expect(CompletionScript.text(for: shell).contains(addition.text + addition.before))
    }
}
