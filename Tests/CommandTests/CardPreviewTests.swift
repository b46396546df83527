import AppRuntime
import Canvas
import Cards
import Foundation
import Testing
import Theming

@testable import CardUI
@testable import cardstream

struct CardPreviewTests {
    private let card = """
        {"expiresIn":"PT3H","variables":[{"name":"who","default":"you"}],
         "content":[{"type":"headline","text":"Hello {{who}}"},
          {"type":"buttons","buttons":[{"text":"More","action":{"type":"subview","subview":"more"}}]}],
         "subviews":{"more":{"title":"All of it","content":[{"type":"text","text":"Here"}]}}}
        """

    private func preview(
        _ text: String, subview: String? = nil, variables: [String: String] = [:]
    ) throws -> CardPreview {
        try CardPreview(
            CardFile(Array(text.utf8), isLines: false), name: "c.json", subview: subview, variables: variables,
            now: Date(timeIntervalSince1970: 1_782_864_000))
    }

    private func sheet(_ preview: CardPreview, subview: String? = nil) -> CardSheet {
        CardSheet(preview.items, theme: .plain, columns: 60, subview: subview, now: preview.now)
    }

    @Test func `a card is shown as if just published`() throws {
        let text = sheet(try preview(card, variables: ["who": "Ana"])).surface.plainText
        #expect(text.contains("Hello Ana") && text.contains("expires in 3 h") && text.contains("1 More"))
    }

    @Test func `JSON lists rows, regions and problems`() throws {
        let preview = try preview(card.replacing("Hello", with: "{{hello}}"))
        let json = preview.json(of: sheet(preview))
        #expect(json["columns"] == 60)
        #expect(json["rows"]?.array?.count == sheet(preview).surface.size.rows)
        #expect(json["problems"]?.array?.first?["rule"] == "undeclared-variable")
        let hits = try #require(json["hits"]?.array)
        #expect(hits.first?["target"] == "card" && hits.first?["row"] == 0)
        #expect(hits.contains { $0["target"] == "button" && $0["index"] == 0 && $0["card"] == "card-1" })
        #expect(preview.summary(of: sheet(preview)).contains("1 finding"))
    }

    @Test func `an unknown subview names those there are`() throws {
        #expect(sheet(try preview(card, subview: "more"), subview: "more").surface.plainText.contains("All of it"))
        let failure = #expect(throws: CommandFailure.self) { try preview(card, subview: "mor") }
        #expect(failure == CommandFailure(.nothingMatched, "c.json has no subview \"mor\"; known: more"))
    }

    @Test func `text that is not JSON or contains no card is reported`() throws {
        let broken = #expect(throws: CommandFailure.self) { try preview("{\n \"content\": [}") }
        #expect(broken?.message.hasPrefix("c.json:2:14: not JSON") == true)
        #expect(#expect(throws: CommandFailure.self) { try preview("[]") }?.status == .nothingMatched)
    }

    @Test func `a card that is not an object is drawn as unreadable`() throws {
        #expect(sheet(try preview("[3]")).surface.plainText.contains("✗"))
    }

    @Test(arguments: [
        (["render", "--width", "85"], AppRuntime.ExitStatus.usage), (["render", "--variable", "x"], .usage),
        (["render", "--press", "hyper-x"], .usage),
        (["render", "/does/not/exist.json"], .failure), (["lint", "--allow", "nothing"], .usage),
        (["themes", "preview", "--width", "9"], .usage), (["themes", "preview", "--all", "--format", "svg"], .usage),
        (["themes", "check", "no-such-theme"], .failure), (["themes", "check", "ink"], .ok),
        (["themes", "show", "/does/not/exist.toml"], .failure),
    ])
    func `usage errors are distinguished from failures`(arguments: [String], status: AppRuntime.ExitStatus) {
        #expect(Program.run(arguments) == status)
    }
}
