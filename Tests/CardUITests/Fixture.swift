import Cards
import Support

import struct Foundation.Date

/// Cards as people would publish them.
enum Fixture {
    static let expense = makeCard(
        "expense", createdAt: .fixed(-2 * 3600), expiresAt: .fixed(750),
        body: makeBody(
            components: [
                .category(Category(text: "Expenses", subText: "Team offsite", icon: Icon(name: "euro-sign"))),
                .headline(Headline(text: "Approve the hotel for Berlin")),
                .text(
                    TextBlock(
                        text: "Three nights for **twelve people**, *breakfast included*: `EUR 4,125.00`. The rate "
                            + "holds until noon. See the [offer](https://example.com/offer).")),
                .media(
                    Media(
                        kind: .image, url: "https://example.com/plan.png",
                        alternativeText: "Floor plan with the rooms marked")),
                .buttons(
                    ButtonContainer(buttons: [
                        Button(text: "Approve", action: .submit(.init(buttonName: "approve"))),
                        Button(text: "Reject", style: .secondary, action: .submit(.init(buttonName: "reject"))),
                        Button(text: "Details", style: .secondary, action: .openSubview(id: "details")),
                    ])),
            ], priority: 1,
            subviews: [
                "details": Subview(
                    title: "The offer in detail",
                    components: [
                        .list(
                            ListBlock(
                                style: .ordered,
                                items: [
                                    .init(text: "Twelve single rooms"),
                                    .init(text: "One meeting room", items: [.init(text: "with a projector")]),
                                ])),
                        .buttons(
                            ButtonContainer(buttons: [
                                Button(text: "Open the offer", action: .openLink(url: "https://example.com"))
                            ])),
                    ])
            ]))

    static let deploy = makeCard(
        "deploy", createdAt: .fixed(-12 * 60),
        body: makeBody(
            components: [
                .category(Category(text: "Deploys", icon: Icon(name: "rocket"))),
                .headline(Headline(text: "api 4.12.0 waits for production")),
                .list(
                    ListBlock(items: [
                        .init(text: "41 changes since 4.11.2, all checks **green**"),
                        .init(text: "One migration: adds an index to `orders` and locks nothing that people use"),
                    ])),
                .buttons(
                    ButtonContainer(buttons: [
                        Button(text: "Ship it", action: .submit(.init(buttonName: "ship"))),
                        Button(text: "Hold", style: .secondary, action: .snooze(.duration("PT1H"))),
                    ])),
            ], priority: 3))

    static let notice = makeCard(
        "notice", createdAt: .fixed(-26 * 3600),
        body: makeBody(
            components: [
                .category(Category(text: "People")),
                .headline(Headline(text: "Ana is out until Monday")),
                .text(TextBlock(text: "Ben covers reviews.", appearance: .secondary)),
                .buttons(ButtonContainer(buttons: [Button(text: "Got it", style: .secondary, action: .dismiss)])),
            ], priority: 8, actions: ActionProperties(overflowMenu: .dismiss)))

    /// A question to several people, after one of them has answered.
    static let answered = makeCard(
        "answered", createdAt: .fixed(-40 * 60),
        body: answered(
            by: "bo", at: .fixed(-18 * 60), button: "Approve",
            [
                .category(Category(text: "Deploys", icon: Icon(name: "rocket"))),
                .headline(Headline(text: "Deploy api 4.12.0 to production?")),
                .text(TextBlock(text: "All checks are **green**. Asked: Ana, Bo and Cy.")),
            ]))

    /// The same, the day before, by somebody with a long name, with a vote.
    static let answeredEarlier = makeCard(
        "answered-earlier", createdAt: .fixed(-26 * 3600), vote: .up,
        body: answered(
            by: "Wolfeschlegelsteinhausenbergerdorff from the second floor", at: .fixed(-25 * 3600),
            button: "Not this week",
            [.headline(Headline(text: "May the lift be closed on Friday?"))]))

    private static func answered(by: String, at: Date, button: String, _ components: [Component]) -> CardBody {
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
            .category(Category(text: "Travel")),
            .headline(Headline(text: "Correct your travel claim")),
            .input(
                Input(
                    name: "amount", label: "Amount in EUR", placeholder: "12.50", kind: .number(defaultValue: nil),
                    validation: [ValidationRule(.required)])),
            .input(Input(name: "day", label: "Day", labelLayout: .inline, kind: .date(defaultValue: nil))),
            .input(
                Input(
                    name: "comment", label: "Comment", placeholder: "What happened?",
                    kind: .text(defaultValue: "", numberOfLines: 3))),
            .input(
                Input(
                    name: "means", label: "Means of travel",
                    kind: .radioGroup(
                        items: [.init(value: "train", label: "Train"), .init(value: "car", label: "Car")],
                        defaultValue: "train"))),
            .input(
                Input(
                    name: "extras", label: "Extras",
                    kind: .checkboxGroup(
                        items: [.init(value: "seat", label: "Seat"), .init(value: "bike", label: "Bicycle")],
                        defaultValue: ["bike"]))),
            .input(Input(name: "again", label: "Repeat every month", kind: .toggle(defaultValue: true))),
            .input(
                Input(
                    name: "people", label: "People", labelLayout: .inline,
                    kind: .stepper(
                        defaultValue: JSONNumber(2), minimum: JSONNumber(1), maximum: JSONNumber(9),
                        step: JSONNumber(1)))),
            .input(
                Input(
                    name: "city", label: "City", labelLayout: .inline,
                    kind: .dropdown(items: [.init(value: "b", label: "Berlin")], defaultValue: nil))),
            .buttons(
                ButtonContainer(
                    buttons: [
                        Button(text: "Send", action: .submit(.init(buttonName: "send"))),
                        Button(text: "Not now", style: .secondary, action: .snooze(nil)),
                    ], width: .hugTrailing)),
        ]))

    static let wide: [Card] = [
        makeCard(
            "cjk", createdAt: .fixed(-60),
            body: makeBody(components: [
                .category(Category(text: "経費", subText: "東京支社")),
                .headline(Headline(text: "出張費の承認をお願いします 🙏🏽")),
                .text(TextBlock(text: "新幹線の往復切符、**三万円**。領収書は添付済みです。Family: 👩‍👩‍👧‍👦, flag: 🇩🇪, café naïve.")),
                .buttons(
                    ButtonContainer(buttons: [
                        Button(text: "承認する", action: .submit(.init(buttonName: "a"))),
                        Button(text: "却下", style: .secondary, action: .dismiss),
                    ])),
            ])),
        makeCard(
            "rtl", createdAt: .fixed(-3600),
            body: makeBody(components: [
                .category(Category(text: "أخبار")),
                .headline(Headline(text: "الموافقة على الطلب رقم 42")),
                .text(TextBlock(text: "שלום עולם, this mixes directions, and goes on for a while to wrap once.")),
            ])),
    ]

    static let longWords: [Card] = [
        makeCard(
            "long", createdAt: .fixed(-60),
            body: makeBody(components: [
                .category(
                    Category(text: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", subText: "Unterbeamte")),
                .headline(Headline(text: String(repeating: "Supercalifragilistic", count: 6))),
                .text(TextBlock(text: "https://example.com/" + String(repeating: "a1b2c3d4/", count: 14) + " end")),
                .buttons(
                    ButtonContainer(
                        buttons: (1...12).map {
                            Button(
                                text: $0 == 2 ? String(repeating: "Unabbreviated", count: 8) : "Choice \($0)",
                                style: $0 == 1 ? .primary : .secondary, action: .doNothing)
                        })),
            ]))
    ]

    static let nothingShown = makeCard(
        "nothing", createdAt: .fixed(-60),
        body: makeBody(components: [
            .category(Category(text: "Maps")), .unknown(type: "map", ["zoom": .number(JSONNumber(3))]),
            .unknown(type: "hologram", [:]),
        ]))

    static let folded = makeCard(
        "folded", createdAt: .fixed(-60),
        body: makeBody(components: [
            .headline(Headline(text: "Minutes of the meeting")),
            .text(
                TextBlock(
                    text: (1...9).map { "Point \($0) was talked about." }.joined(separator: "\n"),
                    expand: ClickToExpand(maxDisplayLines: 3))),
            .list(
                ListBlock(
                    items: ["Ana", "Ben", "Chloé", "Dai"].map { ListBlock.Item(text: $0) },
                    expand: ClickToExpand(maxDisplayLines: 2, hideTextLabel: "Fewer people"))),
            .text(TextBlock(text: "Short enough.", expand: ClickToExpand(maxDisplayLines: 1))),
        ]))

    static let tall = makeCard(
        "tall", createdAt: .fixed(-60),
        body: makeBody(components: [
            .headline(Headline(text: "A long story")),
            .text(TextBlock(text: (1...80).map { "Line \($0) of the story." }.joined(separator: "\n"))),
        ]))
}
