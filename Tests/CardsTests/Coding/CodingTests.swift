import Cards
import Foundation
import Support
import Testing

@Suite struct CodingTests {
    @Test(arguments: CardSamples.valid)
    func `a valid card survives decode and encode`(sample: CardSamples.Sample) throws {
        let json = try JSONParser.parse(sample.text)
        let body = try CardBody(json: json)
        #expect(try CardBody.decode(body.encoded()) == body)
        #expect(body.unknown.isEmpty)
        let strays = body.components.filter { if case .unknown = $0 { true } else { false } }
        #expect(strays.isEmpty)
    }

    @Test func `a card without content is encoded as one that a server accepts`() throws {
        let json: JSONValue = ["content": []]
        #expect(try CardBody.validated(json).json == json)
    }

    @Test func `unknown members are kept at every depth`() throws {
        let text = """
            {"content":[
              {"type":"text","text":"a","glow":1,"expand":{"maxDisplayLines":2,"fade":true}},
              {"type":"hologram","beams":[1,2]},
              {"type":"buttons","buttons":[{"text":"x","action":{"type":"dismiss","sound":"pop"},"mood":"sad"}]},
              {"type":"dropdown","name":"d","items":[{"value":"a","color":"red"}],
               "validation":[{"rule":"required","level":2},{"rule":"prime","value":7}]}
             ],
             "actions":{"dismiss":{"swipe":false,"shake":true},"wave":1},
             "template":{"id":"t","kind":"k"},"variables":[{"name":"v","scope":"s"}],
             "subviews":{"s":{"title":"S","content":[],"dim":true}},"future":{"a":[null]}}
            """
        let json = try JSONParser.parse(text)
        let written = try CardBody(json: json).json
        for (pointer, value) in leaves(of: json) { #expect(leaves(of: written)[pointer] == value, "\(pointer)") }
    }

    /// Every scalar of a tree, by its path.
    private func leaves(of json: JSONValue, _ path: String = "") -> [String: JSONValue] {
        switch json {
        case .object(let object):
            object.members.reduce(into: [:]) { result, member in
                result.merge(leaves(of: member.value, path + "/" + member.key)) { $1 }
            }
        case .array(let elements):
            elements.enumerated().reduce(into: [:]) { result, element in
                result.merge(leaves(of: element.element, path + "/\(element.offset)")) { $1 }
            }
        default: [path: json]
        }
    }

    @Test func `a value of a later version decodes as the default and is preserved`() throws {
        let json: JSONValue = [
            "priority": 99,
            "content": [
                ["type": "headline", "text": "a", "appearance": "h9"],
                ["type": "buttons", "buttons": [["text": "b", "style": "outlined", "action": "teleport"]]],
            ],
        ]
        let body = try CardBody(json: json)
        #expect(body.priority == 5)
        guard case .headline(let headline) = body.components[0], case .buttons(let buttons) = body.components[1] else {
            Issue.record("components were lost: \(body.components)")
            return
        }
        #expect(headline.appearance == .h1)
        #expect(buttons.buttons[0].style == .primary)
        #expect(buttons.buttons[0].action == .unknown(type: "teleport", ["type": "teleport"]))
        #expect(body.json["priority"] == 99)
        #expect(body.json["content"]?.array?[0]["appearance"] == "h9")
        #expect(body.json["content"]?.array?[1]["buttons"]?.array?[0]["style"] == "outlined")
    }

    @Test func `an invalid component does not make the card unreadable`() throws {
        let bad: JSONValue = ["type": "stepper", "name": "n", "minimum": "low"]
        let body = try CardBody(json: ["content": [bad, ["type": "text", "text": "still here"]]])
        #expect(
            body.components == [
                .unknown(type: "stepper", bad.object ?? [:]), .text(Card.TextBlock(text: "still here")),
            ])
        #expect(try CardBody.decode(body.encoded()) == body)
    }

    @Test func `bytes that are not a card are refused with the reason`() {
        #expect(throws: CardError.self) { try CardBody.decode(Array("[1".utf8)) }
        let error = #expect(throws: CardError.self) { try CardBody.decode(Array("[1]".utf8)) }
        #expect(error?.description == "the card: expected an object, found an array with 1 entry")
    }

    @Test(arguments: [
        CardResponse.dismiss, .submit(buttonName: "ok", values: ["a": 1]), .reply(buttonName: "say", values: ["a": 1]),
        .snooze(until: .fixed),
        .voteUp(message: nil), .voteUp(message: "nice"), .voteDown(reason: .tooOften, message: nil),
    ])
    func `responses survive a round trip`(response: CardResponse) throws {
        #expect(try CardResponse(json: JSONParser.parse(response.json.text())) == response)
    }

    @Test(
        arguments: [
            (["action": "fly"], "/action"), (["action": "submit"], "/button"), (["action": "reply"], "/button"),
            (["action": "snooze", "until": 5], "/until"),
            (["action": "vote-down", "reason": "meh"], "/reason"),
            (["action": "submit", "button": "b", "values": [1]], "/values"),
            (["action": "vote-up", "message": .string(String(repeating: "x", count: 281))], "/message"),
        ] as [(JSONValue, String)])
    func `a bad response names its field`(json: JSONValue, pointer: String) {
        let problem = #expect(throws: CardProblem.self) { try CardResponse(json: json) }
        #expect(problem?.pointer == pointer)
    }

    @Test(
        arguments: [
            (#"{"type":"submit","name":"say","keeps":true}"#, true), (#"{"type":"submit","name":"say"}"#, false),
            (#"{"type":"submit","name":"say","keeps":"later"}"#, false),
        ])
    func `a submit button says whether the card stays`(json: String, keeps: Bool) throws {
        let action = try Card.ButtonAction(json: JSONParser.parse(json))
        guard case .submit(let submission) = action else {
            Issue.record("\(action) is no submit")
            return
        }
        #expect(submission.keepsCard == keeps)
        let expected: CardResponse =
            keeps ? .reply(buttonName: "say", values: ["a": 1]) : .submit(buttonName: "say", values: ["a": 1])
        #expect(submission.response(with: ["a": 1]) == expected)
        let again = try Card.ButtonAction(json: action.json)
        #expect(again == action)
    }

    @Test func `a submit button may ask a question first and say what was done, with variables`() throws {
        let text = #"{"type":"submit","name":"go","confirm":"Leave {{name}}?","done":"You left {{name}}"}"#
        let action = try Card.ButtonAction(json: JSONParser.parse(text))
        #expect(action == .submit(.init(buttonName: "go", confirm: "Leave {{name}}?", done: "You left {{name}}")))
        #expect(try Card.ButtonAction(json: action.json) == action)
        var body = CardBody(components: [
            .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Leave", action: action)]))
        ])
        body.variables = [RuntimeVariable(name: "name", defaultValue: "Ops")]
        guard case .buttons(let resolved)? = body.resolvingVariables().components.first else {
            Issue.record("no buttons")
            return
        }
        #expect(
            resolved.buttons[0].action == .submit(.init(buttonName: "go", confirm: "Leave Ops?", done: "You left Ops")))
        // Neither text is shown on the card.
        #expect(body.texts == ["Leave"])
    }

    @Test(arguments: [("positive", Outcome.positive), ("negative", .negative), ("perhaps", nil)])
    func `a submit button may state its outcome, and preserves one of a later version`(
        text: String, outcome: Outcome?
    ) throws {
        let json: JSONValue = [
            "text": "Go", "action": ["type": "submit", "name": "go", "outcome": .string(text)],
        ]
        let button = try Card.Button(json: json)
        guard case .submit(let submission) = button.action else {
            Issue.record("\(button.action) is no submit")
            return
        }
        #expect(submission.outcome == outcome)
        #expect(button.json["action"]?["outcome"] == .string(text))
    }

    @Test func `a card may say who answered it, and members of a later version are preserved`() throws {
        let text =
            #"{"by":"bo","at":"2026-11-24T14:02:00.000Z","button":"Approve","outcome":"positive","from":"phone"}"#
        let json: JSONValue = ["answered": try JSONParser.parse(text), "content": [["type": "text", "text": "a"]]]
        let body = try CardBody(json: json)
        let at = try #require(Date(rfc3339: "2026-11-24T14:02:00Z"))
        #expect(
            body.answered
                == Answered(by: "bo", at: at, button: "Approve", outcome: .positive, unknown: ["from": "phone"]))
        #expect(body.json == json)
        #expect(try CardBody.decode(body.encoded()) == body)
        let short = CardBody(answered: Answered(by: "bo", at: at))
        #expect(short.json == ["answered": ["by": "bo", "at": "2026-11-24T14:02:00.000Z"], "content": []])
    }

    @Test(
        arguments: [
            ["at": "2026-11-24T14:02:00Z"], ["by": "bo"], ["by": "bo", "at": "noon"], ["by": 3, "at": "noon"], "bo",
        ] as [JSONValue])
    func `a card without user or time of the answer is not answered, and is preserved`(
        answered: JSONValue
    ) throws {
        let json: JSONValue = ["answered": answered, "content": []]
        let body = try CardBody(json: json)
        #expect(body.answered == nil)
        #expect(body.json == json)
    }

    @Test func `a card round-trips through Foundation's coders`() throws {
        let card = makeCard(
            snoozedUntil: .fixed(60), expiresAt: .fixed(3600), vote: .up, body: try CardBody.decode(CardSamples.rich))
        let data = try JSONEncoder().encode(card)
        #expect(try JSONDecoder().decode(Card.self, from: data) == card)
        #expect(try Card(json: JSONParser.parse(Array(data))) == card)
    }

    /// Mutated cards reach every branch of the decoder with values of wrong types.
    @Test(arguments: 0..<10)
    func `no JSON makes the decoder trap or lose a member`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let strays: [JSONValue] = [nil, true, -1, 0, 1e300, "", "x", [], [1], [:], ["type": "text"]]
        func mutated(_ json: JSONValue) -> JSONValue {
            if Int.random(in: 0..<25, using: &random) == 0 { return strays.randomElement(using: &random) ?? nil }
            switch json {
            case .array(let elements): return .array(elements.map(mutated))
            case .object(let object):
                var result = JSONObject()
                for (key, value) in object.members { result[key] = mutated(value) }
                return .object(result)
            default: return json
            }
        }
        for sample in CardSamples.valid {
            for _ in 0..<20 {
                let json = mutated(try JSONParser.parse(sample.text))
                guard let body = try? CardBody(json: json) else { continue }
                let again = try CardBody.decode(body.encoded())
                #expect(again.json == body.json)
                _ = CardValidation.problems(in: json)
            }
        }
    }
}
