import Foundation
import Support
import Testing

/// The commands for authors of cards: they need neither a server nor a terminal, and leave no files behind.
struct AuthoringTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private let card = #"{"content":[{"type":"headline","text":"Ship it?"},{"type":"text","text":"{{a}} \u001b[31m"}]}"#

    private func finish(_ arguments: [String], input: String) throws -> Command.Result {
        let environment = ["HOME": directory.url.path, "TZ": "UTC", "LC_ALL": "C.UTF-8"]
        return try Command.finish(Command.cardstream, arguments, input: input, environment: environment)
    }

    @Test func `only the rendered card is on the standard output, without control characters`() throws {
        let result = try finish(["render", "--width", "40"], input: card)
        #expect(result.status == 0)
        let rows = result.output.split(separator: "\n")
        #expect(rows.count == 4 && rows.allSatisfy { $0.count == 40 })
        #expect(rows[1].contains("Ship it?") && !result.output.contains("\u{1B}"))
        #expect(result.error.contains("drew 1 card in 40 columns"))
        #expect(result.error.contains("2 findings"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
    }

    @Test func `with colours only colours are escape sequences`() throws {
        let output = try finish(["render", "--format", "ansi"], input: card).output
        #expect(output.contains("\u{1B}[0;"))
        #expect(
            output.replacing(/\u{1B}\[[0-9;]*m/, with: "").unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
    }

    @Test func `images are drawn with colours, and described in words without`() throws {
        let input = #"{"content":[{"type":"image","url":"URL","alternativeText":"A fjord","action":"none"}]}"#
        func render(_ url: String, _ options: [String]) throws -> Command.Result {
            let environment = [
                "HOME": directory.url.path, "TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
            ]
            return try Command.finish(
                Command.cardstream, ["render"] + options, input: input.replacing("URL", with: url),
                environment: environment)
        }
        let fjord = "https://demo.invalid/fjord.jpg"
        let drawn = try render(fjord, ["--format", "ansi"]).output
        #expect(!drawn.contains("A fjord") && drawn.contains("\u{1B}[0;38;5;"))
        #expect(
            drawn.replacing(/\u{1B}\[[0-9;]*m/, with: "").unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
        #expect(try render(fjord, ["--format", "svg"]).output.contains("crispEdges"))
        for options in [["--format", "ansi", "--no-images"], ["--format", "text"], ["--format", "json"]] {
            #expect(try render(fjord, options).output.contains("A fjord"))
        }
        // Port 9 is the port of "discard", on which no program listens.
        let missing = try render("http://127.0.0.1:9/a.png", ["--format", "ansi"])
        #expect(missing.status == 0 && missing.output.contains("A fjord"))
        #expect(missing.error.contains("the image http://127.0.0.1:9/a.png is not shown: no connection"))
    }

    @Test(arguments: [
        (#"{"content":[{"type":"headline","text":"Fine"}]}"#, Int32(0)),
        (#"{"content":[{"type":"headline","text":"{{a}}"}]}"#, 1), ("{", 1), ("", 3),
    ])
    func `the exit code of lint reports findings`(input: String, status: Int32) throws {
        let result = try finish(["lint", "-"], input: input)
        #expect(result.status == status)
        #expect(result.output.isEmpty == (status != 1))
        #expect(result.error.hasPrefix("cardstream: "))
    }

    @Test func `findings as JSON can be read by a program`() throws {
        let output = try finish(["lint", "--json", "-"], input: card).output
        let findings = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        #expect(findings.compactMap { $0["rule"] as? String } == ["undeclared-variable", "control-character"])
        #expect(findings.allSatisfy { $0["file"] as? String == "standard input" && $0["line"] as? Int == 1 })
    }

    @Test(arguments: ["[[[", "[.shape]", "[é]", String(repeating: "a.", count: 20_000) + "a = 1"])
    func `a theme that is not TOML is reported with its position`(text: String) throws {
        let file = directory.url.appending(path: "mine.toml").path
        try Data(text.utf8).write(to: URL(filePath: file))
        let result = try finish(["themes", "check", file], input: "")
        #expect(result.status == 1, "\(result)")
        #expect((result.output + result.error).contains("mine.toml:1:"), "\(result)")
        let config = try finish(["config", "--config", file], input: "")
        #expect(config.status == 2 && config.error.contains("mine.toml:1:"), "\(config)")
    }
}
