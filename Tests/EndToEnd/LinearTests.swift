import Foundation
import Support
import Testing

/// The line-by-line viewer, with the real program.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LinearTests {
    @Test func `a dumb terminal gets lines, and lines answer cards`() throws {
        let directory = try TemporaryDirectory()
        let tmux = try Tmux(directory: directory.url, columns: 100, rows: 60)
        try tmux.run("TERM=dumb \(Command.cardstream) demo")
        try tmux.wait("the first card") {
            $0.contains("Status: live") && $0.contains("card 1 of ") && $0.contains("1. ")
        }
        #expect(try !tmux.showsAlternateScreen())
        try tmux.run("next")
        try tmux.wait("the second card") { $0.contains("card 2 of ") }
        try tmux.run("dance")
        try tmux.wait("the complaint") { $0.contains("“dance” is not a command") }
        try tmux.run("quit")
        try tmux.wait("the shell") { $0.contains("READY$") && $0.contains("> quit") }
    }
}
