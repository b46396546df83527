import Foundation
import Support
import Testing

@testable import Cards

/// Whatever a publisher writes, it is read or refused.
struct CardFuzzTests {
    private static let tokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "1e999", "-", "0.1",
        "123456789012345678901",
        "\"type\":", "\"content\":[", "{\"type\":\"text\",\"text\":\"", "{\"a\":", "{{a}}", "{{", "\u{0}", "\u{FF}",
        "\n", "é", "PT1H", "*",
        "\"expiresAt\":", "\"buttons\"", "\"submit\"", "\"inputs\"", "\"validation\":", "^(a+)+$",
        "\"outcome\":\"positive\"", "\"answered\":{\"by\":\"bo\",\"at\":\"2026-11-24T14:02:00Z\"},",
    ]

    @Test func `no card ends the program`() {
        var mutator = Mutator(
            samples: CardSamples.valid.map(\.text) + [String(decoding: CardSamples.rich, as: UTF8.self)],
            tokens: Self.tokens)
        for _ in 0..<Mutator.count(600) {
            guard let json = try? JSONParser.parse(mutator.next()) else { continue }
            // Written again it is the same.
            #expect((try? JSONParser.parse(json.encoded())) == json)
            _ = CardLint.findings(in: json, now: .fixed)
            guard CardValidation.problems(in: json).isEmpty, let body = try? CardBody(json: json) else { continue }
            _ = body.resolvingVariables(["a": "b"])
        }
    }

    @Test func `no pattern ends the program, and each is decided in bounded work`() {
        var mutator = Mutator(
            samples: [#"^[a-z]{2,4}(?:-\d+)*$"#, #"(?i)(\p{L}+)\s\1"#, #"(?<=a)b|c(?=d)"#, #"(a+)+$"#],
            tokens: [
                "(", ")", "(?", "(?:", "(?=", "(?<", "(?R)", "(?1)", "\\1", "\\g{-1}", "[", "[^", "]", "[[:alpha:]]",
                "{", "{1,65535}", "}", "*", "+",
                "?", "|", "^", "$", ".", "\\", "\\p{L}", "\\x{10FFFF}", "\\u0041", "\\K", "\\C", "(*ACCEPT)", "(*", "a",
                "\u{0}", "é", "-",
            ])
        let texts = ["", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "ab-12", String(repeating: "é", count: 300)]
        for index in 0..<Mutator.count(1_000) {
            let pattern = mutator.nextText()
            guard let expression = RegularExpression(pattern) else { continue }
            _ = expression.matchWhole(texts[index % texts.count])
        }
    }
}
