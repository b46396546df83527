import Cards
import Support
import Testing

@Suite struct CardValidationTests {
    private let schema = SchemaChecker(root: CardSchema.json)

    @Test(arguments: CardSamples.valid + CardSamples.later)
    func `validation and schema accept a valid card`(sample: CardSamples.Sample) throws {
        let json = try JSONParser.parse(sample.text)
        #expect(CardValidation.problems(in: json) == [])
        #expect(try schema.accepts(json))
    }

    @Test(arguments: CardSamples.invalid)
    func `validation and schema refuse an invalid card`(sample: CardSamples.Sample) throws {
        let json = try JSONParser.parse(sample.text)
        #expect(CardValidation.problems(in: json).first?.pointer == sample.pointer)
        #expect(try !schema.accepts(json))
    }

    @Test(arguments: CardSamples.invalidBeyondSchema)
    func `validation also refuses cards that no schema can`(sample: CardSamples.Sample) throws {
        let json = try JSONParser.parse(sample.text)
        let problems = CardValidation.problems(in: json)
        #expect(problems.map(\.pointer) == [sample.pointer])
        #expect(try schema.accepts(json))
        let problem = #expect(throws: CardProblem.self) { try CardBody.validated(json) }
        #expect(problem == problems.first)
    }

    @Test func `the schema of files allows words for times, and no other mistakes`() throws {
        let schema = SchemaChecker(root: CardSchema.ofFiles)
        for sample in CardSamples.valid { #expect(try schema.accepts(JSONParser.parse(sample.text)), "\(sample.name)") }
        for sample in CardSamples.invalid {
            let isTime = ["words for a time", "local time"].contains(sample.name)
            #expect(try schema.accepts(JSONParser.parse(sample.text)) == isTime, "\(sample.name)")
        }
    }

    @Test func `what the encoder writes is valid`() throws {
        for sample in CardSamples.valid {
            let body = try CardBody.validated(JSONParser.parse(sample.text))
            // An encoded empty card has no content member.
            guard !body.components.isEmpty else { continue }
            #expect(CardValidation.problems(in: body.encoded()) == [], "\(sample.name)")
        }
    }

    @Test func `a problem contains pointer, expectation and finding`() {
        let json: JSONValue = ["content": [["type": "headline", "text": "a", "appearance": "h4"]]]
        #expect(
            CardValidation.problems(in: json).map(\.description)
                == ["/content/0/appearance: expected one of h1, h2, h3, found \"h4\""])
    }

    @Test func `a JSON error has line and column`() {
        #expect(
            CardValidation.problems(in: Array("{\n \"content\": [}".utf8)).map(\.description)
                == ["the card: expected valid JSON, found an error at line 2, column 14: expected a JSON value"])
    }

    /// A card with nested arrays in its metadata. The card is the first level, its metadata the second.
    private func card(arrays: Int) -> String {
        #"{"metadata":{"a/b":[1,"# + String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
            + #"]},"content":[{"type":"headline","text":"a"}]}"#
    }

    @Test(arguments: [1, 45, 46, 58, 60, 61, 100, 200])
    func `a card that is nested too deeply is refused at that position`(arrays: Int) throws {
        let problems = CardValidation.problems(in: Array(card(arrays: arrays).utf8))
        // Three levels surround the arrays.
        guard 3 + arrays > CardLimits.depth else {
            #expect(problems == [])
            return
        }
        let inner = String(repeating: "/0", count: CardLimits.depth - 3)
        #expect(problems.map(\.pointer) == ["/metadata/a~1b/1" + inner])
        #expect(problems.first?.expected == "at most 48 levels of arrays and objects")
        let findings = CardLint.findings(
            in: try JSONParser.parse(card(arrays: arrays), depthLimit: 256), now: .fixed)
        #expect(findings.filter { $0.severity == .error }.map(\.pointer) == problems.map(\.pointer))
    }

    @Test(arguments: [("{}", 1), ("[[],[[]]]", 3), (#"{"a":"[[[[[[","b":[{"c":[]}]}"#, 4), ("1", 0)])
    func `the nesting depth of a text is counted`(json: String, levels: Int) throws {
        let value = try JSONParser.parse(json)
        for limit in 0...6 {
            #expect((value.pointer(deeperThan: limit) != nil) == (levels > limit))
            #expect(JSONSlice.isNested(Array(json.utf8), deeperThan: limit) == (levels > limit))
        }
    }

    @Test func `a hostile card gives a bounded number of problems`() {
        let json: JSONValue = ["content": .array(Array(repeating: 1, count: 100_000))]
        #expect(CardValidation.problems(in: json).count == CardLimits.problems)
    }
}
