import AppCore
import AppRuntime
import Basics
import Canvas
import CardSession
import Cards
import Foundation
import Testing

@testable import cardstream

@Suite struct CardCommandTests {
    private static let now = Date(timeIntervalSince1970: 1_768_467_600)

    private func card(_ components: [Card.Component], expiresAt: Date? = nil) -> Card {
        Card(
            id: "c1", streamID: "ops", createdAt: Self.now - 400, expiresAt: expiresAt,
            body: CardBody(
                priority: 2, variables: [RuntimeVariable(name: "who")],
                components: [.headline(Card.Headline(text: "Pay\u{1B}[2J {{who}}"))] + components))
    }

    private var form: Card {
        func input(_ name: String, _ kind: Card.Input.Kind, _ rules: Card.ValidationRule.Rule...) -> Card.Component {
            .input(Card.Input(name: name, kind: kind, validation: rules.map { Card.ValidationRule($0) }))
        }
        func button(_ name: String) -> Card.Button {
            Card.Button(
                text: name.uppercased(),
                action: .submit(
                    Card.ButtonAction.Submission(buttonName: name, values: ["from": "button", "note": "button"])))
        }
        return card([
            input("note", .text(defaultValue: "", numberOfLines: 1), .maximumLength(5)),
            input("amount", .number(defaultValue: nil), .required, .minimum(JSONNumber(3))),
            input("urgent", .toggle(defaultValue: false)),
            input(
                "seats",
                .stepper(defaultValue: nil, minimum: JSONNumber(1), maximum: JSONNumber(9), step: JSONNumber(2))),
            input(
                "tags",
                .checkboxGroup(items: [.init(value: "a"), .init(value: "b"), .init(value: "c")], defaultValue: ["c"])),
            input("size", .dropdown(items: [.init(value: "s"), .init(value: "l")], defaultValue: nil)),
            input("day", .date(defaultValue: nil)),
            .buttons(Card.ButtonContainer(buttons: [button("yes"), button("no")])),
        ])
    }

    @Test func `a form reads values by the kind of the field, and reports values of unknown fields`() throws {
        let response = try SubmitForm(card: form).response(
            button: "yes",
            values: [
                "note": "fine", "amount": "42.50", "urgent": "true", "seats": "5", "tags": "b,a", "size": "l",
                "day": "2026-07-31", "source": 7,
            ])
        #expect(
            response
                == .submit(
                    buttonName: "yes",
                    values: [
                        "from": "button", "note": "fine", "source": 7,
                        "amount": .number(JSONNumber(literal: "42.50") ?? JSONNumber(0)), "urgent": true, "seats": 5,
                        "tags": ["a", "b"], "size": "l", "day": "2026-07-31",
                    ]))
    }

    @Test(
        arguments: [
            ("a,b", ["a,b"]), ("a,a,b", ["a", "a,b"]), ("b,a", ["a", "b"]), ("c, d,b", ["b", "c, d"]), ("", []),
        ] as [(String, [String])])
    func `values of checkboxes may contain commas`(text: String, chosen: [String]) throws {
        let boxes = Card.Input(
            name: "tags",
            kind: .checkboxGroup(
                items: ["a", "a,b", "c, d", "b"].map { .init(value: $0) }, defaultValue: []))
        let button = Card.Button(text: "OK", action: .submit(Card.ButtonAction.Submission(buttonName: "ok")))
        let form = SubmitForm(card: card([.input(boxes), .buttons(Card.ButtonContainer(buttons: [button]))]))
        let response = try form.response(button: nil, values: ["tags": .string(text)])
        guard case .submit(_, let sent) = response else {
            Issue.record("\(String(describing: response))")
            return
        }
        #expect((sent["tags"]?.array?.compactMap(\.string) ?? []).sorted() == chosen)
        #expect(throws: CommandFailure.self) { try form.response(button: nil, values: ["tags": "c"]) }
    }

    @Test func `a card lists everything that can be answered`() {
        func text(_ card: Card) -> String {
            CardText(card: card, delivery: .none, now: Self.now, zone: .utc).text
        }
        #expect(text(form).contains("  YES  submit --button yes\n"))
        #expect(text(form).contains("\nOther actions: dismiss, snooze\n"))
        var firm = card([.buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Up", action: .voteUp)]))])
        firm.body.actions = ActionProperties(
            isDismissSwipeEnabled: false, isDismissOverflowEnabled: false, isSnoozeSwipeEnabled: false,
            isSnoozeOverflowEnabled: false, voteDown: .enabled(feedbackLabel: nil))
        #expect(text(firm).contains("\nOther actions: vote up, vote down\n"))
    }

    @Test func `a card is shown as the viewer shows it, without escapes and markup`() {
        let command = "rm -rf x && echo *bold*"
        var card = card([
            .text(Card.TextBlock(text: "\(LiteralText.block(command))\n\nRun \(LiteralText.span("ls *"))")),
            .list(Card.ListBlock(style: .unordered, items: [Card.ListBlock.Item(text: LiteralText.escaped(command))])),
        ])
        card.body.components[0] = .headline(Card.Headline(text: "Bash: \(LiteralText.escaped(command))"))
        card.body.subviews = [
            "a": Card.Subview(
                title: LiteralText.escaped("a_b*c"),
                components: [.text(Card.TextBlock(text: "See [the offer](https://shop.example/a)"))])
        ]
        let text = CardText(card: card, delivery: .none, now: Self.now, zone: .utc).text
        #expect(
            text.hasPrefix(
                "Bash: \(command)\n\n    \(command)\n\nRun ls *\n\n• \(command)\n\na_b*c\n\nSee the offer [1]\n\n"
                    + "[1] https://shop.example/a\n\n"), "\(text)")
    }

    @Test func `the columns of a table are aligned, and its links have numbers`() {
        let table = "Results:\n\n| Job | Time |\n|--|-:|\n| [build](https://a.example/1) | 2:31 |\n| 漢字 | 12:04 |"
        let quoted = "> | a | b |\n> |--|--|\n> | c | **d** |"
        let card = card([.text(Card.TextBlock(text: table)), .text(Card.TextBlock(text: quoted))])
        let text = CardText(card: card, delivery: .none, now: Self.now, zone: .utc).text
        let rule = String(repeating: "─", count: 16)
        #expect(
            text.contains(
                "Results:\n\nJob         Time\n\(rule)\nbuild [1]   2:31\n漢字       12:04\n\n> a  b\n> ────\n> c  d\n"),
            "\(text)")
        #expect(text.contains("[1] https://a.example/1\n"))
    }

    @Test func `a button sends the fields of its own view, as in the viewer`() throws {
        func submit(_ name: String) -> Card.Component {
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: name, action: .submit(Card.ButtonAction.Submission(buttonName: name)))
                ]))
        }
        func text(_ name: String) -> Card.Component {
            .input(Card.Input(name: name, kind: .text(defaultValue: "", numberOfLines: 1)))
        }
        var card = card([text("t"), submit("top")])
        card.body.subviews = ["more": Card.Subview(title: "More", components: [text("sv"), submit("agree")])]
        let form = SubmitForm(card: card)
        #expect(
            try form.response(button: "agree", values: ["sv": "x", "source": 7])
                == .submit(buttonName: "agree", values: ["sv": "x", "source": 7]))
        let failure = #expect(throws: CommandFailure.self) {
            try form.response(button: "agree", values: ["sv": "x", "t": "foo"])
        }
        #expect(failure?.message == "t is a field of another view of the card; the button agree sends only sv")
    }

    @Test func `fields that are not named keep their defaults`() throws {
        let response = try SubmitForm(card: form).response(button: "no", values: ["amount": 3])
        guard case .submit("no", let values) = response else {
            Issue.record("\(response)")
            return
        }
        #expect(values["tags"] == ["c"] && values["urgent"] == false && values["seats"] == 1 && values["size"] == nil)
    }

    @Test(
        arguments: [
            (nil, ["amount": "3"], "expected one of --button yes, --button no"),
            ("maybe", ["amount": "3"], "no submit button \"maybe\"; expected --button yes"),
            ("yes", [:], "amount is required"), ("yes", ["amount": "2"], "must be 3 or more"),
            ("yes", ["amount": "x"], "amount must be a number"),
            ("yes", ["amount": "1,000"], "amount: write 1000 or 1.0 in place of 1,000"),
            ("yes", ["amout": "3"], "did you mean \"amount\"?"),
            ("yes", ["amount": "3", "note": "too long"], "at most 5 characters"),
            ("yes", ["amount": "3", "urgent": "maybe"], "urgent: expected true or false, found \"maybe\""),
            ("yes", ["amount": "3", "seats": "ten"], "seats: expected a number from 1 to 9, in steps of 2"),
            ("yes", ["amount": "3", "seats": "4"], "seats: expected a number from 1 to 9, in steps of 2"),
            ("yes", ["amount": "3", "tags": "a,z"], "tags: expected one or more of a, b, c"),
            ("yes", ["amount": "3", "size": "m"], "size: expected one of s, l, found \"m\""),
            ("yes", ["amount": "3", "day": "soon"], "must be a date"),
        ] as [(String?, JSONObject, String)])
    func `a wrong form is reported`(button: String?, values: JSONObject, words: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try SubmitForm(card: form).response(button: button, values: values)
        }
        #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
        #expect(failure?.status == .usage)
    }

    @Test func `a button is also found by its label, regardless of case`() throws {
        func submit(_ name: String, _ text: String) -> Card.Button {
            Card.Button(text: text, action: .submit(Card.ButtonAction.Submission(buttonName: name)))
        }
        let form = SubmitForm(
            card: card([
                .buttons(
                    Card.ButtonContainer(buttons: [
                        submit("a", "Approve"), submit("r", "Reject"), submit("x", "reject"),
                    ]))
            ]))
        #expect(try form.response(button: "approve", values: [:]) == .submit(buttonName: "a", values: [:]))
        #expect(try form.response(button: "A", values: [:]) == .submit(buttonName: "a", values: [:]))
        #expect(throws: CommandFailure.self) { try form.response(button: "Reject", values: [:]) }
    }

    @Test func `a snooze is a number of seconds, or the viewer's words`() throws {
        let words = SnoozeArgument(now: Self.now, zone: .utc)
        #expect(try words.read(["90"], before: nil) == Self.now + 90)
        // A time of day as in the viewer, and not 14.3 seconds.
        #expect(try words.read(["14.30"], before: nil) == words.read(["14:30"], before: nil))
        #expect(try words.read(["2h"], before: nil) == Self.now + 7200)
        #expect(try words.read(["fri", "14:00"], before: nil) == Self.now + 29 * 3600)
        for wrong in [["-5"], ["0"], ["--", "-2h"], ["soon"], [""], ["nan"], ["9e9"], ["400d"]] {
            #expect(throws: CommandFailure.self) { try words.read(wrong, before: nil) }
        }
        // The same wording as for --expires.
        for (wrong, reason) in [("-5", "\"-5\" is in the past"), ("fri foo", "\"fri foo\" is not a time")] {
            #expect(throws: CommandFailure(.usage, "\(reason); expected \(TimeArgument.expected)")) {
                try words.read([wrong], before: nil)
            }
        }
        #expect(
            throws: CommandFailure(.usage, "\"25:00\" is not a time of day; expected a time from 00:00 to 23:59")
        ) { try words.read(["25:00"], before: nil) }
        #expect(throws: CommandFailure.self) { try words.read(["2h"], before: Self.now + 3600) }
    }

    @Test(arguments: [
        ("newest", ["b", "a", "c"]), ("expiring", ["c", "b", "a"]), ("feed", ["a", "b", "c"]),
        ("priority", ["a", "b", "c"]),
    ])
    func `cards are sorted by the words of a container's sort`(name: String, expected: [String]) throws {
        func item(_ id: String, active: Double, expires: Double?) -> CardWindow.Item {
            var card = Card(
                id: CardID(stored: id), streamID: "ops", createdAt: Self.now, activeAt: Self.now + active,
                body: CardBody(components: []))
            card.expiresAt = expires.map { Self.now + $0 }
            return CardWindow.Item(id: card.id, version: 1, content: .card(card))
        }
        let items = [
            item("a", active: 1, expires: nil), item("b", active: 2, expires: 9), item("c", active: 0, expires: 5),
        ]
        let order = try CardsCommand.order(name)
        #expect(order.sorted(items).map(\.id.rawValue) == expected)
        #expect(throws: (any Error).self) { try CardsCommand.order("oldest") }
    }

    @Test func `a format is a text with names in braces`() throws {
        var glance = CardSession.StoreCounts()
        glance.metrics.streams = ["ops": .init(total: 4, unseen: 1), "news": .init(total: 2, unseen: 2)]
        glance.waiting = 3
        let format = try StatusFormat("{unseen}/{total} {{{seen}}} {stream} {waiting}")
        #expect(format.text(StatusNumbers(glance), of: nil) == "3/6 {3} all 3")
        #expect(format.text(StatusNumbers(glance), of: "ops") == "1/4 {3} ops 3")
        #expect(format.text(StatusNumbers(glance), of: "none") == "0/0 {0} none 3")
        #expect(format.text(StatusNumbers(glance, isOld: true), of: "ops") == "~1/~4 {~3} ops 3")
        for (wrong, words) in [
            ("{unread}", "unknown \"{unread}\"; expected {total}"), ("{", "\"{\" has no closing brace"),
            ("a {total", "\"{total\" has no closing brace"),
        ] {
            let failure = #expect(throws: CommandFailure.self, "\(wrong)") { try StatusFormat(wrong) }
            #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
        }
    }

    @Test func `the status counts unsent and refused actions, also without a card`() throws {
        let format = try StatusFormat(StatusFormat.initial)
        var glance = CardSession.StoreCounts()
        glance.waiting = 1
        #expect(format.text(StatusNumbers(glance), of: nil) == "1 unsent")
        glance.refused = 2
        #expect(format.text(StatusNumbers(glance), of: nil) == "1 unsent, 2 refused")
        glance.metrics.streams = ["ops": .init(total: 4, unseen: 1)]
        #expect(format.text(StatusNumbers(glance), of: nil) == "1 unseen of 4, 1 unsent, 2 refused")
        (glance.waiting, glance.refused) = (0, 0)
        #expect(format.text(StatusNumbers(glance), of: nil) == "1 unseen of 4")
    }

    @Test func `an ambiguous id prefix lists the candidates`() {
        let failure = CardReference.ambiguous("8412", (1...7).map { "8412-\($0)" })
        #expect(failure.status == .usage && failure.message.contains("8412-1, 8412-2, 8412-3, 8412-4, 8412-5, …;"))
        #expect(CardReference.mayBeBeginning("8412") && !CardReference.mayBeBeginning("841"))
        #expect(!CardReference.mayBeBeginning("8412afbe-0000-4000-8000-000000000000"))
    }

    @Test func `cards of sources are known from the store`() {
        var store = CardSession.StoreCounts()
        store.metrics.streams = ["talks": .init(total: 3, unseen: 1), "gone": .init(total: 9, unseen: 9)]
        store.sourceStreams = ["talks"]
        let server = UserMetrics(streams: ["ops": .init(total: 2, unseen: 2)])
        for prefersStore in [false, true] {
            let streams = StatusNumbers.merge(server, store, unseenOfStore: prefersStore).metrics.streams
            #expect(streams == ["ops": .init(total: 2, unseen: 2), "talks": .init(total: 3, unseen: 1)])
        }
    }

    @Test func `the server's counts exclude cards that are answered locally`() {
        var store = CardSession.StoreCounts()
        store.metrics.streams = ["ops": .init(total: 4, unseen: 0)]
        store.answered = ["ops": 1, "news": 1]
        store.waiting = 2
        let server = UserMetrics(streams: [
            "ops": .init(total: 5, unseen: 3), "news": .init(total: 1, unseen: 1), "new": .init(total: 2, unseen: 2),
        ])
        let closed = StatusNumbers.merge(server, store, unseenOfStore: false)
        #expect(closed.metrics.streams == ["ops": .init(total: 4, unseen: 3), "new": .init(total: 2, unseen: 2)])
        #expect(closed.waiting == 2)
        // A viewer has shown all four cards, but the server does not know that yet.
        let open = StatusNumbers.merge(server, store, unseenOfStore: true)
        #expect(open.metrics.streams == ["ops": .init(total: 4, unseen: 0), "new": .init(total: 2, unseen: 2)])
        store.metrics.streams["ops"]?.total = 3
        #expect(StatusNumbers.merge(server, store, unseenOfStore: true).metrics.unseenCards(in: "ops") == 1)
    }

    @Test func `a line and a whole card hold no control characters`() {
        let line = CardLine.text(form, id: "c1", values: ["who": "Ana"], at: Self.now).string
        #expect(line.hasPrefix("c1  P2     6m  Pay") && line.hasSuffix("Ana"))
        let text = CardText(card: form, delivery: .refused(reason: "\u{7}no"), now: Self.now, zone: .utc).text
        for unsafe in ["\u{1B}", "\u{7}"] { #expect(!line.contains(unsafe) && !text.contains(unsafe)) }
        #expect(text.contains("  amount  number, 3 or more, required\n"))
        #expect(text.contains("  YES  submit --button yes\n"))
        #expect(text.contains("  seats   number from 1 to 9, in steps of 2\n"))
        #expect(text.contains("  tags    any of a|b|c, separated by commas\n"))
    }

    @Test func `a line and a whole card say who answered, and nothing is submitted`() throws {
        var card = form
        card.body.answered = Answered(by: "bo\u{1B}", at: Self.now - 3600, button: "Yes")
        let line = CardLine.text(card, id: "c1", values: ["who": "Ana"], at: Self.now).string
        #expect(line.hasSuffix("Ana  (answered by bo\u{FFFD})"))
        let text = CardText(card: card, delivery: .none, now: Self.now, zone: .utc).text
        #expect(text.contains("\n\nAnswered by bo\u{FFFD} 08:00: Yes\n\n"))
        let error = #expect(throws: CommandFailure.self) {
            try SubmitForm(card: card).requireOpen(at: Self.now, in: .utc)
        }
        #expect(error?.status == .nothingMatched && error?.message == "bo\u{FFFD} answered this card at 08:00")
        try SubmitForm(card: form).requireOpen(at: Self.now, in: .utc)
    }

    @Test func `an id is shortened as far as the list allows`() {
        let first = "0f3a9c1e-77b2-4c0e-9d5a-1b2c3d4e5f60"
        let near = "0f3a9c1e-77c0-4c0e-9d5a-1b2c3d4e5f60"
        let other = "91e52c44-77b2-4c0e-9d5a-1b2c3d4e5f60"
        #expect(ShortIDs([first, other])[first] == "0f3a9c1e")
        let ids = ShortIDs([other, near, first, "conversation-of-the-team"])
        #expect(ids[first] == "0f3a9c1e-77b" && ids[near] == "0f3a9c1e-77c" && ids[other] == "91e52c44")
        // An id of another source, and one that is not in the list.
        #expect(ids["conversation-of-the-team"] == "conversation-of-the-team" && ids["unlisted"] == "unlisted")
        #expect(ShortIDs([first, first])[first] == "0f3a9c1e")
    }

    @Test func `an age is as short as can be`() {
        let ages = [-5.0, 0, 59, 60, 3599, 3600, 47 * 3600, 48 * 3600, 90 * 86_400].map {
            CardLine.age(from: Self.now - $0, to: Self.now)
        }
        #expect(ages == ["0s", "0s", "59s", "1m", "59m", "1h", "47h", "2d", "90d"])
    }

    /// The OpenAPI document is not a JSON schema.
    @Test(arguments: SchemaCommand.Subject.allCases.filter { $0 != .openapi })
    func `each schema describes all required members`(subject: SchemaCommand.Subject) {
        let schema = subject.schema
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        for name in schema["required"]?.array ?? [] {
            #expect(schema["properties"]?[name.string ?? ""] != nil, "\(name)")
        }
    }
}
