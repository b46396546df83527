import Foundation
import Support
import Testing

/// The completions, run by bash.
struct CompletionTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The path of a file with the completions that the program prints for bash.
    private static let script = Result {
        let file = try TemporaryDirectory.ofProcess().appending(path: "bash")
        try Command.run(Command.cardstream, ["completions", "bash"]).write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private func complete(_ words: String...) throws -> [String] { try complete(words) }

    /// - Parameter lists: Whether Tab was pressed a second time, which lists the completions.
    private func complete(_ words: [String], lists: Bool = false) throws -> [String] {
        let script = """
            COMP_TYPE=\(lists ? 63 : 9)
            source \(try Self.script.get())
            COMP_WORDS=("$0" "$@")
            COMP_CWORD=$#
            COMP_LINE="${COMP_WORDS[*]}"
            COMP_LINE="${COMP_LINE// : /:}"
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

    @Test func `completion lists themes, including those of the user`() throws {
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

    @Test func `completion lists topics and commands for help, and the screens of the demo`() throws {
        #expect(try complete("help", "finding") == ["finding-cards"])
        #expect(try complete("help", "publ") == ["publish"])
        // A command and a topic with the same name are listed once.
        #expect(try complete("help", "theme") == ["themes"])
        #expect(try complete("help", "keys", "") == [])
        #expect(try complete("demo", "--screen", "da") == ["dashboard"])
        #expect(try complete("--screen", "da") == [])
    }

    @Test func `completion lists screens, profiles and commands`() throws {
        try write(
            "[containers.inbox]\n[screens.morning]\ncontainer = \"inbox\"\n", to: ".config/cardstream/config.toml")
        #expect(try complete("--screen", "mor") == ["morning"])
        try write("", to: ".local/share/cardstream/office/x")
        #expect(try complete("--profile", "") == ["office"])
        #expect(try complete("cards", "--profile", "o") == ["office"])
        #expect(try complete("comp") == ["completions"])
        #expect(try complete("completions", "z") == ["zsh"])
    }

    @Test func `completion lists ids of stored cards`() throws {
        let environment = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]
        func run(_ words: String...) throws -> String {
            try Command.run(Command.cardstream, words, environment: environment)
        }
        for title in ["One", "Two"] { _ = try run("publish", "--title", title) }
        let ids = try run("cards").split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        try #require(ids.count == 2)
        // The last command loads the cards into the store.
        _ = try run("act", "snooze", ids[0], "2h")
        #expect(try complete("act", "wake", "") == ids.sorted())
        #expect(try complete("show", String(ids[1].prefix(6))).contains(ids[1]))
        #expect(try complete("act", "dismiss", "zzz") == [])
    }

    @Test func `bash lists titles of cards beside their ids`() throws {
        let environment = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]
        for title in ["Lunch / Berlin", "Release 4.2?"] {
            _ = try Command.run(Command.cardstream, ["publish", "--title", title], environment: environment)
        }
        let lines = try Command.run(Command.cardstream, ["cards"], environment: environment).split(separator: "\n")
        let ids = lines.map { String($0.prefix { $0 != " " }) }
        _ = try Command.run(Command.cardstream, ["act", "snooze", ids[0], "2h"], environment: environment)
        let listed = try complete(["show", ""], lists: true)
        #expect(listed.count == 2)
        #expect(listed.contains { $0.hasSuffix("  Lunch / Berlin") && ids.contains(String($0.prefix { $0 != " " })) })
        #expect(try complete(["show", ""]) == ids.sorted())
        // The only match is inserted, so it has no title.
        #expect(try complete(["show", ids[0]], lists: true) == [ids[0]])
    }

    @Test(arguments: [
        (["cards", "--filter", "is", ":", "un"], ["unread", "unseen"]), (["count", "--filter", "ha"], ["has:"]),
        (["cards", "--filter", "priority", ":", #"\<"#], ["<", "<="]),
        (["cards", "--filter", "'is:unseen ha"], ["is:unseen has:", "is:unseen has: "]),
        (["cards", "--filter", "-is", ":", "sno"], ["snoozed"]),
        (["cards", "--stream", "in"], ["inbox"]), (["man", "finding"], ["finding-cards"]),
    ])
    func `completion offers terms of filters, streams and pages`(words: [String], expected: [String]) throws {
        // Bash splits a word at colons, and the parts are joined without blanks.
        #expect(try complete(words) == expected)
    }

    @Test(arguments: [("fish", "\t"), ("zsh", ":")])
    func `other shells get titles in their own form`(shell: String, sign: String) throws {
        var environment = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]
        for title in ["Lunch", "Release"] {
            _ = try Command.run(Command.cardstream, ["publish", "--title", title], environment: environment)
        }
        let id = try String(Command.run(Command.cardstream, ["cards"], environment: environment).prefix { $0 != " " })
        _ = try Command.run(Command.cardstream, ["act", "snooze", id, "2h"], environment: environment)
        environment["SAP_SHELL"] = shell
        let lines = try Command.run(
            Command.cardstream, ["---completion", "show", "--", "positional@0", "2", "0", "cardstream", "show", ""],
            environment: environment
        ).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix(id + sign) }, "\(lines)")
    }

    @Test func `no value is run as a command`() throws {
        try write("inherits = \"ink\"\n", to: ".config/cardstream/themes/$(cd; touch run).toml")
        #expect(try complete("themes", "show", "").contains("$(cd; touch run)"))
        #expect(!FileManager.default.fileExists(atPath: directory.url.appending(path: "run").path))
    }

    @Test func `Tab in a real shell completes a term, without a blank after a key`() throws {
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("exec bash --norc --noprofile -i")
        try tmux.wait("bash") { $0.contains("bash-") || $0.components(separatedBy: "READY$").count > 2 }
        let folder = URL(filePath: Command.cardstream).deletingLastPathComponent().path
        try tmux.run("PATH=\(folder):$PATH; source <(cardstream completions bash); clear; echo sourced")
        try tmux.wait("the completions") { $0.contains("sourced\n") }
        try tmux.send("cardstream cards --filter h\t")
        try tmux.wait("the key") { $0.contains("--filter has:") }
        try tmux.send("vi\t# end")
        try tmux.wait("the value") { $0.contains("--filter has:video # end") }
        // Also inside quotes, where comparison operators are usual.
        try tmux.send("\u{15}cardstream cards --filter 'is:unseen ha\tim\tend")
        try tmux.wait("the value in quotes") { $0.contains("--filter 'is:unseen has:image' end") }
    }
}
