import AppRuntime
import ArgumentParser
import Foundation
import Support
import Testing

@testable import cardstream

/// The guide's pages and their generated tables.
struct GuideTests {
    @Test func `the page of settings lists the settings there are`() throws {
        var lines = ["| setting | meaning | default |", "|---|---|---|"]
        for key in ConfigKey.all {
            let value = key.defaultValue.isEmpty ? "" : "default `\(key.defaultValue)`"
            lines.append("| `\(key.name)` | \(key.help) (\(key.kind.expected)) | \(value) |")
        }
        #expect(
            try GuideFile(topic: "settings").holds(lines.joined(separator: "\n"), at: "settings"), "run make snapshots")
    }

    @Test func `the page of settings lists the kinds of sources there are`() throws {
        var lines = ["| kind | setting | meaning | default |", "|---|---|---|---|"]
        for kind in SourceKind.all {
            for setting in kind.settings {
                let value =
                    setting.isRequired
                    ? "required" : setting.defaultValue.isEmpty ? "" : "default `\(setting.defaultValue)`"
                lines.append("| `\(kind.name)` | `\(setting.name)` | \(setting.help) | \(value) |")
            }
            lines.append("| `\(kind.name)` | `stream` | The stream of the source's cards. | default `\(kind.stream)` |")
        }
        #expect(
            try GuideFile(topic: "settings").holds(lines.joined(separator: "\n"), at: "sources"), "run make snapshots")
    }

    @Test func `the page for scripts lists the exit codes there are`() throws {
        let rows = ExitStatus.allCases.map { "| \($0.rawValue) | \($0.help) |" }
        let table = (["| code | meaning |", "|---|---|"] + rows).joined(separator: "\n")
        #expect(try GuideFile(topic: "scripts").holds(table, at: "exit-codes"), "run make snapshots")
    }

    @Test func `the page of commands lists the commands there are`() throws {
        let rows = Cardstream.configuration.subcommands.map {
            "| `\($0._commandName)` | \($0.configuration.abstract) |"
        }
        let table = (["| command | |", "|---|---|"] + rows).joined(separator: "\n")
        #expect(try GuideFile(topic: "commands").holds(table, at: "commands"), "run make snapshots")
    }

    @Test func `the variable of a setting follows from its name, as the page says`() {
        for key in ConfigKey.all {
            let name = key.name.uppercased().replacing(".", with: "_")
            #expect(key.variable == "CARDSTREAM_\(name)")
        }
    }

    @Test(arguments: GuideTopic.all.map(\.name))
    func `a page has a title and a summary, and fits its width`(name: String) throws {
        let page = try #require(GuideTopic.named(name)).page
        #expect(!page.title.isEmpty && page.summary.hasSuffix("."))
        #expect(page.summary.count <= 80)
        let text = page.text(columns: 60)
        #expect(text.hasPrefix("\(page.title.uppercased())\n\n\(page.summary)\n"))
        #expect(!text.contains("|---|") && !text.contains("<!--"))
    }

    @Test(arguments: GuideTopic.all.map(\.name))
    func `a page is a manual page of section 7`(name: String) throws {
        let topic = try #require(GuideTopic.named(name))
        let roff = topic.page.roff(name: topic.manualName)
        #expect(roff.hasPrefix(".TH CARDSTREAM-\(name.uppercased()) 7"))
        #expect(roff.contains(".SH NAME\ncardstream\\-\(name.replacing("-", with: "\\-")) \\- "))
    }

    @Test func `every file of the guide is a topic`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/AppRuntime/Documentation.docc/Guide").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(files) == Set(GuideTopic.all.map { "\($0.name).md" }))
    }

    @Test func `rows of tables become items of a list`() {
        let lines = [
            "Before", "", "| key | meaning |", "|---|---|", #"| `\|` | pipe |"#, "| `a` | b |", "", "| Moving | |",
            "|---|---|",
            "| `j` | down |",
        ]
        #expect(
            MarkdownTables.asLists(lines.map { $0[...] }) == [
                "Before", "", "- `|`: pipe", "- `a`: b", "", "### Moving", "", "- `j`: down",
            ])
    }

    @Test func `help knows topics, leaves commands to the parser, and names the nearest of neither`() throws {
        #expect(try !HelpTopics.show(["help", "publish"]))
        #expect(try !HelpTopics.show(["help"]))
        #expect(throws: CommandFailure.self) { try HelpTopics.show(["help", "thems"]) }
        let names = ["user", "serve", "service", "server", "themes", "themes"]
        #expect(HelpTopics.guess(at: "thems", among: names) == "did you mean \"themes\"?")
        #expect(HelpTopics.guess(at: "ser", among: names) == "did you mean \"serve\", \"service\" or \"server\"?")
        #expect(HelpTopics.guess(at: "snooze", among: names) == "did you mean \"act snooze\"?")
        #expect(HelpTopics.guess(at: "nosuch", among: names) == nil)
    }
}
