import Cards
import Support

extension Fixture {
    /// Every text element in every appearance.
    static let elements = makeCard(
        "elements", createdAt: .fixed(-5 * 60),
        body: makeBody(
            components: [
                .category(Card.Category(text: "Release notes", subText: "for {{team}}", icon: Card.Icon(name: "star"))),
                .headline(Card.Headline(text: "Version *4.12* is out", icon: Card.Icon(name: "flag"))),
                .text(
                    Card.TextBlock(
                        text: """
                            Hello {{name}}, this brings **bold**, *italic*, ***both***, `code` and a
                            [link](https://example.com/notes) to [**more**](https://example.com/more).

                            A second paragraph.
                            """)),
                .headline(Card.Headline(text: "What to do", appearance: .h2)),
                .text(
                    Card.TextBlock(
                        text: """
                            1. Read the notes
                            2. Update, where needed:
                               - servers, one after the other, and wait for each of them to come back before the next one
                                 - first the spare
                               - clients
                            3. Tell the team
                            """)),
                .headline(Card.Headline(text: "For the curious", appearance: .h3)),
                .text(
                    Card.TextBlock(
                        text: "> Nothing is ever finished.\n\n```\nmake release\n```", appearance: .secondary)),
                .text(
                    Card.TextBlock(
                        text: "Less important, with an icon.\nOn two lines.", appearance: .secondary,
                        icon: Card.Icon(name: "info-circle"))),
                .text(Card.TextBlock(text: "Least important.", appearance: .tertiary)),
                .list(
                    Card.ListBlock(
                        items: [
                            .init(text: "Checked", icon: Card.Icon(name: "check")),
                            .init(
                                text: "No sign for this icon", icon: Card.Icon(name: "dragon"),
                                items: [.init(text: "inner", items: [.init(text: "innermost")])]),
                        ])),
                .list(Card.ListBlock(style: .ordered, items: (1...10).map { .init(text: "Step \($0)") })),
                .list(Card.ListBlock(style: .comma, items: ["Ana", "Ben", "Chloé"].map { .init(text: $0) })),
                .unknown(type: "hologram", [:]),
            ],
            variables: [
                RuntimeVariable(name: "name", defaultValue: "reader"),
                RuntimeVariable(name: "team", defaultValue: "all"),
            ]))

    /// Buttons of every kind, in every layout.
    static let buttons = makeCard(
        "buttons", createdAt: .fixed(-5 * 60),
        body: makeBody(components: [
            .headline(Card.Headline(text: "Buttons")),
            .buttons(container(.horizontal, .hugLeading)),
            .text(Card.TextBlock(text: "Centred")),
            .buttons(container(.horizontal, .hugCenter)),
            .text(Card.TextBlock(text: "Filling")),
            .buttons(container(.horizontal, .fill)),
            .text(Card.TextBlock(text: "Under each other")),
            .buttons(container(.vertical, .hugTrailing)),
            .text(Card.TextBlock(text: "Under each other, filling")),
            .buttons(container(.vertical, .fill)),
        ]))

    private static func container(_ layout: Card.ButtonContainer.Layout, _ width: Card.ButtonContainer.Width)
        -> Card.ButtonContainer
    {
        Card.ButtonContainer(
            buttons: [
                Card.Button(text: "Accept", icon: Card.Icon(name: "check"), action: .doNothing),
                Card.Button(
                    text: "Read more", icon: Card.Icon(name: "book"), style: .secondary,
                    action: .openLink(url: "https://example.com")),
            ], layout: layout, width: width)
    }

    /// Texts that have broken renderers before.
    static let hostile: [Card] = [
        makeCard(
            "marks", createdAt: .fixed(-60),
            body: makeBody(components: [
                .headline(Card.Headline(text: "Zalgo: h" + String(repeating: "\u{0301}\u{0327}", count: 500) + "ello")),
                .text(
                    Card.TextBlock(
                        text: "Zero width: a" + String(repeating: "\u{200B}\u{2060}\u{FEFF}", count: 500) + "b")),
                .text(Card.TextBlock(text: "Joiners: " + String(repeating: "👩\u{200D}", count: 60) + "👧 end")),
                .text(Card.TextBlock(text: "Controls: \u{1B}[31mred\u{07}\u{9B}2J &#27;[2J end")),
                .text(Card.TextBlock(text: "Overrides: \u{202E}gpj.exe\u{202C} and \u{2066}isolated\u{2069}")),
                .text(Card.TextBlock(text: "Private: \u{E0A0}\u{F8FF} tags: \u{E0041}\u{E0042} end")),
                .text(
                    Card.TextBlock(
                        text: "[script](javascript:alert(1)) [file](file:///etc/passwd) [web](https://example.com)")),
            ])),
        makeCard(
            "deep", createdAt: .fixed(-60),
            body: makeBody(components: [
                .text(
                    Card.TextBlock(
                        text: (0..<200).map { String(repeating: " ", count: $0 * 2) + "- level \($0)" }
                            .joined(separator: "\n")))
            ])),
    ]
}
