import AppRuntime
import ArgumentParser
import FeedAPI
import Foundation
import Support
import Testing

@testable import cardstream

/// The pages of the guide and their generated tables.
struct GuideTests {
    @Test func `the page of settings lists all settings`() throws {
        var lines = ["| setting | meaning | default |", "|---|---|---|"]
        for key in ConfigKey.all {
            let value = key.defaultValue.isEmpty ? "" : "`\(key.defaultValue)`"
            lines.append("| `\(key.name)` | \(key.help) (\(key.kind.expected)) | \(value) |")
        }
        #expect(
            try GuideFile(topic: "settings").holds(lines.joined(separator: "\n"), at: "settings"), "run make snapshots")
    }

    @Test func `the page of settings lists all kinds of sources`() throws {
        var lines: [String] = []
        for kind in SourceKind.all {
            if !lines.isEmpty { lines.append("") }
            lines += ["`kind = \"\(kind.name)\"`: \(kind.help)", ""]
            lines += ["| setting | meaning | default |", "|---|---|---|"]
            for setting in kind.settings {
                let help = setting.help + (setting.isRequired ? " Required." : "")
                let value = setting.defaultValue.isEmpty ? "" : "`\(setting.defaultValue)`"
                lines.append("| `\(setting.name)` | \(help) | \(value) |")
            }
            lines.append("| `stream` | The stream of the source's cards. | `\(kind.stream)` |")
            lines.append("| `title` | The title of its screen; by default NAME with a capital letter. |  |")
        }
        #expect(
            try GuideFile(topic: "settings").holds(lines.joined(separator: "\n"), at: "sources"), "run make snapshots")
    }

    @Test func `the page of the server names the events of webhooks`() throws {
        let page = try #require(GuideTopic.named("server")).page.text(columns: 80)
        for event in WebhookEvent.allCases { #expect(page.contains(event.rawValue), "\(event)") }
    }

    @Test func `the page for scripts lists all exit codes`() throws {
        let rows = ExitStatus.allCases.map { "| \($0.rawValue) | \($0.help) |" }
        let table = (["| code | meaning |", "|---|---|"] + rows).joined(separator: "\n")
        #expect(try GuideFile(topic: "scripts").holds(table, at: "exit-codes"), "run make snapshots")
    }

    @Test func `the page about writing cards has the exit code of cancel`() throws {
        let page = try #require(GuideTopic.named("writing-cards")).page.text(columns: 80)
        #expect(page.contains("`cancel` exits with 3 if") || page.contains("cancel exits with 3 if"), "\(page)")
        #expect(Cancel.helpMessage(columns: 200).contains("the exit code is 3"))
    }

    @Test func `the page of commands lists all commands`() throws {
        let rows = Cardstream.configuration.subcommands.map {
            "| `\($0._commandName)` | \($0.configuration.abstract) |"
        }
        let table = (["| command | what it does |", "|---|---|"] + rows).joined(separator: "\n")
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
        #expect(page.text(columns: 80).split(separator: "\n").filter { $0.count > 80 } == [])
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
        let references = ["card-json", "protocol"]
        #expect(Set(files + references.map { "\($0).md" }) == Set(GuideTopic.all.map { "\($0.name).md" }))
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

    @Test func `in tables of three columns, the other cells have a line with the head of their column`() {
        let lines = [
            "| event | card | answer |", "|---|---|---|", "| a question | its choices | the labels |",
            "| a plan | | yes |",
            "| others | | |",
        ]
        let list = MarkdownTables.asLists(lines.map { $0[...] })
        #expect(
            list == [
                #"- a question\"#, #"  card: its choices\"#, "  answer: the labels", #"- a plan\"#, "  answer: yes",
                "- others",
            ])
        let page = GuidePage((["# T", "", "S.", ""] + lines).joined(separator: "\n"))
        #expect(
            page.text(columns: 80).contains(
                "  - a question\n    card: its choices\n    answer: the labels\n  - a plan\n"))
        #expect(page.roff(name: "t").contains("a question\n.br\ncard: its choices\n.br\nanswer: the labels\n"))
    }

    @Test func `help shows topics, leaves commands to the parser, and suggests the nearest name for others`() throws {
        #expect(try !HelpTopics.show(["help", "publish"]))
        #expect(try !HelpTopics.show(["help"]))
        #expect(throws: CommandFailure.self) { try HelpTopics.show(["help", "thems"]) }
        for words in [["help", "keys", "extra"], ["help", "publish", "extra"], ["help", "ask", "wait", "extra"]] {
            let failure = #expect(throws: CommandFailure.self) { try HelpTopics.show(words) }
            let before = words.dropLast().joined(separator: " ")
            #expect(failure == CommandFailure(.usage, "unknown argument \"extra\" after \"\(before)\""))
        }
        for name in ["themes", "conversations"] {
            let topic = try #require(GuideTopic.named(name))
            #expect(
                HelpTopics.text(of: topic).hasSuffix(
                    "\n\n`cardstream \(name) --help` describes the command with this name.\n"))
        }
        #expect(try !HelpTopics.text(of: #require(GuideTopic.named("keys"))).contains("describes the command with"))
        for words in [["help", "themes", "list"], ["help", "ask", "wait"], ["help", "publish", "--help-hidden"]] {
            #expect(try !HelpTopics.show(words), "\(words)")
        }
        let names = ["user", "serve", "service", "server", "themes", "themes"]
        #expect(HelpTopics.guess(at: "thems", among: names) == "did you mean \"themes\"?")
        #expect(HelpTopics.guess(at: "ser", among: names) == "did you mean \"serve\", \"service\" or \"server\"?")
        #expect(HelpTopics.guess(at: "snooze", among: names) == "did you mean \"act snooze\"?")
        #expect(HelpTopics.guess(at: "nosuch", among: names) == nil)
    }
}
