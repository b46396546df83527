import Cards
import Foundation
import Testing

@testable import cardstream

struct LintReportTests {
    private func report(_ text: String, isLines: Bool = false, allowed: Set<String> = []) -> LintReport {
        var report = LintReport(allowed: allowed)
        report.check(CardFile(Array(text.utf8), isLines: isLines), name: "cards.json", now: Date())
        return report
    }

    @Test func `each finding names file, line, column, pointer and rule`() {
        let report = report(
            """
            {"content":[{"type":"headline","text":"A"}]}
            {"content":[{"type":"headline","text":"{{a}}"}]}
            {"content":
            """)
        #expect(report.cards == 2)
        #expect(
            report.lines == [
                "cards.json:2:39: warning: /content/0/text: {{a}} is not declared, so it is shown unchanged. "
                    + "Add {\"name\":\"a\",\"default\":\"…\"} to \"variables\". [undeclared-variable]",
                "cards.json:3:12: error: the card: not JSON: the JSON ends where a JSON value is expected [not-json]",
            ])
        #expect(report.summary == "checked 2 cards: 1 error, 1 warning")
    }

    @Test func `lines are counted as they are drawn`() {
        func card(_ text: String) -> String { #"{"content":[{"type":"text","text":"\#(text)"}]}"# }
        let hidden = report(card("a" + String(repeating: "\u{200B}", count: 3000) + "b"))
        #expect(!hidden.findings.contains { $0.finding.rule == "long-text" })
        let wide = report(card(String(repeating: "\u{4E2D}", count: 1500)))
        let finding = wide.findings.first { $0.finding.rule == "long-text" }?.finding
        #expect(finding?.message.hasPrefix("about 40 lines") == true, "\(wide.lines)")
    }

    @Test func `findings of an allowed rule are left out, errors never`() {
        let card = #"{"priority":99,"content":[{"type":"headline","text":"{{a}}"}]}"#
        let all = report(card, allowed: ["undeclared-variable", "invalid-card"])
        #expect(all.findings.map(\.finding.rule) == ["invalid-card"])
        #expect(report(#"{"content":[{"type":"headline","text":"A"}]}"#).summary == "checked 1 card; no findings")
    }

    @Test func `findings as JSON`() throws {
        let json = report(#"[{"content":[{"type":"headline","text":"A","id":3}]}]"#).json
        #expect(json.array?.count == 1)
        #expect(json.array?[0]["pointer"] == "/0/content/0/id")
        #expect(json.array?[0]["line"] == 1)
        #expect(json.array?[0]["column"] == 49)
        #expect(json.array?[0]["severity"] == "error")
    }
}
