import Cards
import Support

import struct Foundation.Date

/// Realistic cards.
enum Fixture {
    static let expense = makeCard(
        "expense", createdAt: .fixed(-2 * 3600), expiresAt: .fixed(750),
        body: makeBody(
            components: [
                .category(Card.Category(text: "Expenses", subText: "Team offsite", icon: Card.Icon(name: "euro-sign"))),
                .headline(Card.Headline(text: "Approve the hotel for Berlin")),
                .text(
                    Card.TextBlock(
                        text: "Three nights for **twelve people**, *breakfast included*: `EUR 4,125.00`. The rate "
                            + "holds until noon. See the [offer](https://example.com/offer).")),
                .media(
                    Card.Media(
                        kind: .image, url: "https://example.com/plan.png",
                        alternativeText: "Floor plan with the rooms marked")),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Approve", action: .submit(.init(buttonName: "approve"))),
                        Card.Button(text: "Reject", style: .secondary, action: .submit(.init(buttonName: "reject"))),
                        Card.Button(text: "Details", style: .secondary, action: .openSubview(id: "details")),
                    ])),
            ], priority: 1,
            subviews: [
                "details": Card.Subview(
                    title: "The offer in detail",
                    components: [
                        .list(
                            Card.ListBlock(
                                style: .ordered,
                                items: [
                                    .init(text: "Twelve single rooms"),
                                    .init(text: "One meeting room", items: [.init(text: "with a projector")]),
                                ])),
                        .buttons(
                            Card.ButtonContainer(buttons: [
                                Card.Button(text: "Open the offer", action: .openLink(url: "https://example.com"))
                            ])),
                    ])
            ]))

    static let deploy = makeCard(
        "deploy", createdAt: .fixed(-12 * 60),
        body: makeBody(
            components: [
                .category(Card.Category(text: "Deploys", icon: Card.Icon(name: "rocket"))),
                .headline(Card.Headline(text: "api 4.12.0 waits for production")),
                .list(
                    Card.ListBlock(items: [
                        .init(text: "41 changes since 4.11.2, all checks **green**"),
                        .init(text: "One migration: adds an index to `orders` and locks nothing that people use"),
                    ])),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Ship it", action: .submit(.init(buttonName: "ship"))),
                        Card.Button(text: "Hold", style: .secondary, action: .snooze(.duration("PT1H"))),
                    ])),
            ], priority: 3))

    static let notice = makeCard(
        "notice", createdAt: .fixed(-26 * 3600),
        body: makeBody(
            components: [
                .category(Card.Category(text: "People")),
                .headline(Card.Headline(text: "Ana is out until Monday")),
                .text(Card.TextBlock(text: "Ben covers reviews.", appearance: .secondary)),
                .buttons(
                    Card.ButtonContainer(buttons: [Card.Button(text: "Got it", style: .secondary, action: .dismiss)])),
            ], priority: 8, actions: ActionProperties(overflowMenu: .dismiss)))

    /// A question to several users, after one of them has answered it.
    static let answered = makeCard(
        "answered", createdAt: .fixed(-40 * 60),
        body: answered(
            by: "bo", at: .fixed(-18 * 60), button: "Approve",
            [
                .category(Card.Category(text: "Deploys", icon: Card.Icon(name: "rocket"))),
                .headline(Card.Headline(text: "Deploy api 4.12.0 to production?")),
                .text(Card.TextBlock(text: "All checks are **green**. Asked: Ana, Bo and Cy.")),
            ]))

    /// The same on the day before, answered by a user with a long name, and with a vote.
    static let answeredEarlier = makeCard(
        "answered-earlier", createdAt: .fixed(-26 * 3600), vote: .up,
        body: answered(
            by: "Wolfeschlegelsteinhausenbergerdorff from the second floor", at: .fixed(-25 * 3600),
            button: "Not this week",
            [.headline(Card.Headline(text: "May the lift be closed on Friday?"))]))

    private static func answered(by: String, at: Date, button: String, _ components: [Card.Component]) -> CardBody {
        var body = makeBody(components: components)
        body.answered = Answered(by: by, at: at, button: button)
        return body
    }

    static let many: [Card] =
        [expense, deploy, notice]
        + (1...12).map { number in
            makeCard(
                "more-\(number)", createdAt: .fixed(-Double(number) * 86_400),
                body: makeBody(title: "Expense report \(number)", text: "Ana spent \(number * 17) EUR on lunch."))
        }

    static let form = makeCard(
        "form", createdAt: .fixed(-600),
        body: makeBody(components: [
            .category(Card.Category(text: "Travel")),
            .headline(Card.Headline(text: "Correct your travel claim")),
            .input(
                Card.Input(
                    name: "amount", label: "Amount in EUR", placeholder: "12.50", kind: .number(defaultValue: nil),
                    validation: [Card.ValidationRule(.required)])),
            .input(Card.Input(name: "day", label: "Day", labelLayout: .inline, kind: .date(defaultValue: nil))),
            .input(
                Card.Input(
                    name: "comment", label: "Comment", placeholder: "What happened?",
                    kind: .text(defaultValue: "", numberOfLines: 3))),
            .input(
                Card.Input(
                    name: "means", label: "Means of travel",
                    kind: .radioGroup(
                        items: [.init(value: "train", label: "Train"), .init(value: "car", label: "Car")],
                        defaultValue: "train"))),
            .input(
                Card.Input(
                    name: "extras", label: "Extras",
                    kind: .checkboxGroup(
                        items: [.init(value: "seat", label: "Seat"), .init(value: "bike", label: "Bicycle")],
                        defaultValue: ["bike"]))),
            .input(Card.Input(name: "again", label: "Repeat every month", kind: .toggle(defaultValue: true))),
            .input(
                Card.Input(
                    name: "people", label: "People", labelLayout: .inline,
                    kind: .stepper(
                        defaultValue: JSONNumber(2), minimum: JSONNumber(1), maximum: JSONNumber(9),
                        step: JSONNumber(1)))),
            .input(
                Card.Input(
                    name: "city", label: "City", labelLayout: .inline,
                    kind: .dropdown(items: [.init(value: "b", label: "Berlin")], defaultValue: nil))),
            .buttons(
                Card.ButtonContainer(
                    buttons: [
                        Card.Button(text: "Send", action: .submit(.init(buttonName: "send"))),
                        Card.Button(text: "Not now", style: .secondary, action: .snooze(nil)),
                    ], width: .hugTrailing)),
        ]))

    static let wide: [Card] = [
        makeCard(
            "cjk", createdAt: .fixed(-60),
            body: makeBody(components: [
                .category(Card.Category(text: "経費", subText: "東京支社")),
                .headline(Card.Headline(text: "出張費の承認をお願いします 🙏🏽")),
                .text(Card.TextBlock(text: "新幹線の往復切符、**三万円**。領収書は添付済みです。Family: 👩‍👩‍👧‍👦, flag: 🇩🇪, café naïve.")),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "承認する", action: .submit(.init(buttonName: "a"))),
                        Card.Button(text: "却下", style: .secondary, action: .dismiss),
                    ])),
            ])),
        makeCard(
            "rtl", createdAt: .fixed(-3600),
            body: makeBody(components: [
                .category(Card.Category(text: "أخبار")),
                .headline(Card.Headline(text: "الموافقة على الطلب رقم 42")),
                .text(Card.TextBlock(text: "שלום עולם, this mixes directions, and goes on for a while to wrap once.")),
            ])),
    ]

    static let longWords: [Card] = [
        makeCard(
            "long", createdAt: .fixed(-60),
            body: makeBody(components: [
                .category(
                    Card.Category(text: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", subText: "Unterbeamte")
                ),
                .headline(Card.Headline(text: String(repeating: "Supercalifragilistic", count: 6))),
                .text(
                    Card.TextBlock(text: "https://example.com/" + String(repeating: "a1b2c3d4/", count: 14) + " end")),
                .buttons(
                    Card.ButtonContainer(
                        buttons: (1...12).map {
                            Card.Button(
                                text: $0 == 2 ? String(repeating: "Unabbreviated", count: 8) : "Choice \($0)",
                                style: $0 == 1 ? .primary : .secondary, action: .doNothing)
                        })),
            ]))
    ]

    static let nothingShown = makeCard(
        "nothing", createdAt: .fixed(-60),
        body: makeBody(components: [
            .category(Card.Category(text: "Maps")), .unknown(type: "map", ["zoom": .number(JSONNumber(3))]),
            .unknown(type: "hologram", [:]),
        ]))

    static let folded = makeCard(
        "folded", createdAt: .fixed(-60),
        body: makeBody(components: [
            .headline(Card.Headline(text: "Minutes of the meeting")),
            .text(
                Card.TextBlock(
                    text: (1...9).map { "Point \($0) was talked about." }.joined(separator: "\n"),
                    expand: Card.ClickToExpand(maxDisplayLines: 3))),
            .list(
                Card.ListBlock(
                    items: ["Ana", "Ben", "Chloé", "Dai"].map { Card.ListBlock.Item(text: $0) },
                    expand: Card.ClickToExpand(maxDisplayLines: 2, hideTextLabel: "Fewer people"))),
            .text(Card.TextBlock(text: "Short enough.", expand: Card.ClickToExpand(maxDisplayLines: 1))),
        ]))

    static let tall = makeCard(
        "tall", createdAt: .fixed(-60),
        body: makeBody(components: [
            .headline(Card.Headline(text: "A long story")),
            .text(Card.TextBlock(text: (1...80).map { "Line \($0) of the story." }.joined(separator: "\n"))),
        ]))
}
