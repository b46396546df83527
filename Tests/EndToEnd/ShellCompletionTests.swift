import Foundation
import Support
import Testing

/// The completions in zsh and fish, used as a person does: with Tab in a terminal.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ShellCompletionTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a command with the same directories as a shell in ``Tmux``.
    private func run(_ words: String...) throws -> String {
        let places = ["config", "data", "state", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        let own = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8", "TZ": "UTC"]
        return try Command.run(Command.cardstream, words, environment: own.merging(places) { $1 })
    }

    private static let prompt = "NEXT>"

    /// The rows of a screen that are not blank.
    private static func rows(_ screen: String) -> [String] {
        screen.split(separator: "\n").map { String($0.trimmingPrefix(" ")) }.filter { !$0.isEmpty }
    }

    /// Cancels the line and the list below it, and clears the screen. Waits for the prompt, because an earlier key
    /// would go to the previous line.
    private func clear(_ tmux: Tmux) throws {
        try tmux.press("C-c")
        try tmux.wait("a new prompt") { Self.rows($0).last == Self.prompt }
        try tmux.run("clear")
        try tmux.wait("an empty screen") { Self.rows($0) == [Self.prompt] }
    }

    /// Types a line and Tab, and waits for the completion.
    private func expect(_ shown: String, after typed: String, in tmux: Tmux) throws {
        try tmux.send(typed + "\t")
        try tmux.wait("\(typed) → \(shown)") { $0.contains(shown) }
        try clear(tmux)
    }

    private func checkCompletions(in tmux: Tmux) throws {
        for title in ["Lunch: Berlin (3)", "Release 4.2?"] { _ = try run("publish", title) }
        let ids = try run("cards").split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        try #require(ids.count == 2)
        // The last command loads the cards into the store.
        _ = try run("act", "snooze", ids[0], "2h")
        try tmux.wait("the completions") { Self.rows($0) == [Self.prompt] }
        // A shell first inserts the common prefix of the ids, before it lists them.
        let common = ids[0].commonPrefix(with: ids[1])
        try expect("Lunch: Berlin (3)", after: "cardstream show \(common)", in: tmux)
        try expect("act wake \(ids[0])", after: "cardstream act wake \(ids[0].prefix(7))", in: tmux)
        try expect("--stream inbox", after: "cardstream count --stream in", in: tmux)
        try expect("--theme plum", after: "cardstream --theme plu", in: tmux)
        try expect("cardstream --profile", after: "cardstream --prof", in: tmux)
        try expect("--filter is:unseen", after: "cardstream cards --filter is:uns", in: tmux)
        try expect("'is:unseen has:", after: "cardstream cards --filter 'is:unseen ha", in: tmux)
        try expect("priority:<=", after: "cardstream cards --filter priority:", in: tmux)
        try expect("help finding-cards", after: "cardstream help find", in: tmux)
        try expect("--screen dashboard", after: "cardstream demo --screen da", in: tmux)
    }

    private var folder: String { URL(filePath: Command.cardstream).deletingLastPathComponent().path }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh"), "zsh is not installed"))
    func `Tab in zsh completes ids with titles, streams, themes, flags and terms of filters`() throws {
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("PATH=\(folder):$PATH exec zsh -f -i")
        try tmux.wait("zsh") { $0.contains("%") || $0.contains("#") || $0.components(separatedBy: "READY$").count > 2 }
        try tmux.run("cd; cardstream completions zsh > _cardstream; fpath=($PWD $fpath)")
        try tmux.run("autoload -U compinit; compinit -D -u; PS1='\(Self.prompt) '; clear")
        try checkCompletions(in: tmux)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish"), "fish is not installed"))
    func `Tab in fish completes ids with titles, streams, themes, flags and terms of filters`() throws {
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("PATH=\(folder):$PATH exec fish --no-config -i")
        try tmux.wait("fish") { $0.contains(">") || $0.contains("#") }
        try tmux.run("cardstream completions fish | source")
        try tmux.run("function fish_prompt; printf '\(Self.prompt) '; end; clear")
        try checkCompletions(in: tmux)
    }
}
