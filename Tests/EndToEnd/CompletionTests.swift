import Foundation
import Testing

/// The completions as bash runs them.
struct CompletionTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func complete(_ words: String...) throws -> [String] { try complete(words) }

    private func complete(_ words: [String]) throws -> [String] {
        let script = """
            source <("$0" completions bash)
            COMP_WORDS=("$0" "$@")
            COMP_CWORD=$#
            COMP_LINE="${COMP_WORDS[*]}"
            COMP_POINT=${#COMP_LINE}
            _cardstream "$0" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try Command.run(
            "/bin/bash", ["--norc", "-c", script, Command.cardstream] + words,
            environment: ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"])
        return output.split(separator: "\n").map(String.init)
    }

    private func write(_ text: String, to path: String) throws {
        let file = directory.url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test func `themes, also of the user's own, where one is named`() throws {
        try write("inherits = \"ink\"\n", to: ".config/cardstream/themes/my-own.toml")
        for words in [["--theme", "m"], ["view", "--theme", "m"], ["themes", "show", "m"]] {
            let found = try complete(words)
            #expect(found.contains("my-own") && found.contains("moss"), "\(words): \(found)")
        }
        #expect(try complete("--theme", "plu") == ["plum"])
        let file = directory.url.appending(path: ".config/cardstream/themes/my").path
        #expect(try complete("themes", "check", file) == [file + "-own.toml"])
        #expect(try complete("--th") == ["--theme"])
    }

    @Test func `screens, profiles and commands`() throws {
        try write(
            "[containers.inbox]\n[screens.morning]\ncontainer = \"inbox\"\n", to: ".config/cardstream/config.toml")
        #expect(try complete("--screen", "mor") == ["morning"])
        try write("", to: ".local/share/cardstream/office/x")
        #expect(try complete("--profile", "") == ["office"])
        #expect(try complete("cards", "--profile", "o") == ["office"])
        #expect(try complete("comp") == ["completions"])
        #expect(try complete("completions", "z") == ["zsh"])
    }

    @Test func `ids of cards in the store`() throws {
        let environment = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]
        func run(_ words: String...) throws -> String {
            try Command.run(Command.cardstream, words, environment: environment)
        }
        for title in ["One", "Two"] { _ = try run("publish", "--title", title) }
        let ids = try run("cards").split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        try #require(ids.count == 2)
        // The store has what the last command loaded.
        _ = try run("act", "snooze", ids[0], "2h")
        #expect(try complete("act", "wake", "") == ids.sorted())
        #expect(try complete("show", String(ids[1].prefix(6))).contains(ids[1]))
        #expect(try complete("act", "dismiss", "zzz") == [])
    }
}
