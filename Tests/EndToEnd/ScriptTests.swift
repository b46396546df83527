import Foundation
import Support
import Testing

/// `view --script` is the viewer for tests and bug reports: it must use the viewer's settings, and never report success
/// for something that was not checked.
struct ScriptTests {
    let directory: TemporaryDirectory
    let cards: URL

    init() throws {
        directory = try TemporaryDirectory()
        cards = directory.url.appending(path: "cards.jsonl")
        let lines = ["One", "Two", "Three"].map { #"{"content":[{"type":"headline","text":"\#($0)"}]}"# }
        try lines.joined(separator: "\n").write(to: cards, atomically: true, encoding: .utf8)
    }

    private func play(
        _ steps: String, _ options: [String] = [], settings: [String: String] = [:]
    ) throws -> Command.Result {
        var environment = ["HOME": directory.url.path, "TZ": "UTC", "LC_ALL": "C.UTF-8"]
        environment.merge(settings) { $1 }
        return try Command.finish(
            Command.cardstream, ["view", "--script", "-", "--cards", cards.path] + options, input: steps,
            environment: environment)
    }

    private func write(_ text: String, to name: String) throws {
        let folder = directory.url.appending(path: ".config/cardstream")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    @Test func `a script step after the end of the program is an error with its line`() throws {
        #expect(try play("wait-for One\npress q\n").status == 0)
        let unplayed = try play("wait-for One\npress q\n\nexpect NOT-THERE\n")
        #expect(unplayed.status == 1)
        #expect(unplayed.error.contains("standard input:4: the program ended on line 2"), "\(unplayed.error)")
        let cut = try play("wait-for One\npress j q esc k\n")
        #expect(cut.status == 1)
        #expect(
            cut.error.contains("standard input:2: the program ended after \"q\"; keys not pressed: esc k"),
            "\(cut.error)")
    }

    @Test func `a script uses the user's keys, and mistakes in them end it`() throws {
        try write("[stream]\n\"x\" = \"quit\"\n", to: "keys.toml")
        let ended = try play("wait-for One\npress x\nscreen\n")
        #expect(ended.status == 1 && ended.error.contains("the program ended on line 2"), "\(ended.error)")
        try write("[stream]\n\"x\" = \"quitt\"\n", to: "keys.toml")
        let mistaken = try play("wait-for One\n")
        #expect(mistaken.status == 2)
        #expect(mistaken.error.contains("keys.toml:2: unknown command"), "\(mistaken.error)")
    }

    @Test func `an unknown theme is an error in a script`() throws {
        let played = try play("wait-for One\n", ["--theme", "nope"])
        #expect(played.status == 1 && played.error.contains("nope") && played.output.isEmpty, "\(played)")
        let environment = ["HOME": directory.url.path, "LC_ALL": "C.UTF-8"]
        let drawn = try Command.finish(
            Command.cardstream, ["render", cards.path, "--theme", "nope"], environment: environment)
        #expect(drawn.status == 1 && drawn.error.contains("nope") && drawn.output.isEmpty, "\(drawn)")
    }

    @Test func `a script's screens can be pictures`() throws {
        let played = try play("wait-for One\nscreen First & last\n", ["--format", "svg", "--theme", "ink"])
        #expect(played.status == 0, "\(played.error)")
        #expect(played.output.hasPrefix("<svg ") && played.output.contains("<title>First &amp; last</title>"))
        #expect(played.output.contains("#16191f") && played.output.contains(">One<"), "\(played.output)")
    }

    @Test func `several screens as pictures are files of their own`() throws {
        let script = "wait-for One\nscreen first\nscreen\nscreen a/b\nscreen first\n"
        let refused = try play(script, ["--format", "svg"])
        #expect(refused.status == 2 && refused.output.isEmpty && refused.error.contains("--into FOLDER"), "\(refused)")
        let folder = directory.url.appending(path: "pictures/new").path
        let played = try play(script, ["--format", "svg", "--into", folder])
        let names = ["first.svg", "screen-1.svg", "a-b.svg", "first-2.svg"]
        #expect(played.status == 0, "\(played.error)")
        #expect(played.output == names.map { "\(folder)/\($0)\n" }.joined())
        for name in names {
            let picture = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            #expect(picture.hasPrefix("<svg ") && picture.contains(">One<"))
        }
    }

    @Test func `advancing the time ends the undo window`() throws {
        let held = try play("wait-for One\npress d\nadvance 1s\npress u\nexpect Undone\n")
        #expect(held.status == 0, "\(held.error)")
        let sent = try play("wait-for One\npress d\nadvance 6s\nscreen\npress u\nscreen\n")
        #expect(sent.status == 0)
        #expect(!sent.output.contains("please wait") && !sent.output.contains("Undone"), "\(sent.output)")
        #expect(sent.output.contains("the dismissal was already sent"), "\(sent.output)")
    }

    @Test(arguments: [
        (["--screen", "dashboard"], "Highlights"), (["--gallery"], "Headline"),
        (["--source", "cordial"], "Your order"),
    ])
    func `each demo is played without a terminal, and leaves nothing behind`(
        options: [String], shown: String
    ) throws {
        let home = directory.url.appending(path: "home-\(options[0])")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let played = try Command.finish(
            Command.cardstream, ["demo", "--script", "-", "--size", "100x30"] + options,
            input: "wait-for \(shown)\nwait-for live\nscreen\n",
            environment: ["HOME": home.path, "TZ": "UTC", "LC_ALL": "C.UTF-8"])
        #expect(played.status == 0 && played.output.contains(shown), "\(played)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    }

    @Test func `a demo without a terminal cannot be restarted`() throws {
        let refused = try Command.finish(Command.cardstream, ["demo", "--script", "-", "--fresh"])
        #expect(refused.status == 2 && refused.error.contains("leave out --fresh"), "\(refused)")
    }
}
