import CardSession
import Cards
import Foundation
import Support
import Testing

struct RuntimeVariableSourceTests {
    private func card(_ id: String, _ variables: String...) -> Card {
        let texts = variables.map { "{{\($0)}}" }.joined(separator: " ")
        var card = makeCard(id, body: makeBody(components: [.headline(Card.Headline(text: texts))]))
        card.body.variables = variables.map { RuntimeVariable(name: $0, defaultValue: "default") }
        return card
    }

    private func headlines(_ cards: [Card]) -> [String] {
        cards.flatMap(\.body.components).compactMap { component in
            if case .headline(let headline) = component { headline.text } else { nil }
        }
    }

    /// Symbols: config-variables, card-variables
    @Test func `a host provides values for each card, and missing ones are defaults`() async {
        let source = RuntimeVariableSource { cards in
            #expect(cards.map(\.id.rawValue) == ["a", "b"])
            return [CardID("a"): ["name": "Ana"]]
        }
        let cards = await source.resolve([card("a", "name", "place"), card("b", "name"), card("c")])
        #expect(headlines(cards) == ["Ana default", "default", ""])
    }

    /// Symbols: variable-timeout
    @Test func `late values are not awaited, even if the host ignores cancellation`() async {
        let source = RuntimeVariableSource(timeout: .seconds(0.05)) { cards in
            // Never returns. Its memory is released at the end of the test.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return [cards[0].id: ["name": "late"]]
        }
        let start = ContinuousClock.now
        #expect(headlines(await source.resolve([card("a", "name")])) == ["default"])
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a command's values override fixed ones`() async {
        let command = #"[ "$*" = "name time" ] && echo '{"time": "morning", "unasked": "x", "name": 3}'"#
        let source = RuntimeVariableSource(values: ["name": "Ana", "time": "noon", "other": "x"], command: command)
        let values = await source.values(for: [card("a", "time", "name")])
        #expect(values[CardID("a")]?["name"] == "Ana" && values[CardID("a")]?["time"] == "morning")
    }

    @Test(arguments: [
        ("exit 1", "exit code 1"), ("echo nonsense", "the output is not JSON: line 1"), ("sleep 60", "within 1 s"),
        ("yes", "more than 65 kB"), ("echo '[1]'", "the output is JSON, but not an object"),
        ("echo '{\"name\": 3}'", "\"name\" is not a string"),
    ])
    func `a command that fails keeps the known values and is reported`(command: String, part: String) async {
        let (reasons, report) = AsyncStream.makeStream(of: String.self)
        let source = RuntimeVariableSource(timeout: .seconds(1), values: ["name": "Ana"], command: command) {
            report.yield($0)
        }
        let values = await source.values(for: [card("a", "name")])
        let reason = await reasons.first { _ in true } ?? ""
        #expect(!reason.isEmpty && reason.contains(part), "\(reason)")
        // A command that uses up the time limit may leave the default values.
        #expect(values.isEmpty || values[CardID("a")] == ["name": "Ana"])
    }
}
