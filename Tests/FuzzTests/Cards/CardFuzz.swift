import AppCore
import Canvas
import CardUI
import Cards
import FeedAPI
import Support
import Theming

/// Input from publishers.
enum CardFuzz {
    static let targets = [card, layout, filters, wire, pattern]

    private static let samples =
        (CardSamples.valid + CardSamples.invalidBeyondSchema).map { Array($0.text.utf8) }.filter { $0.count < 2000 }
    private static let words = [
        "\"type\":", "\"content\":[", "{\"type\":\"text\",\"text\":\"", "{{a}}", "\"buttons\"", "\"submit\"",
        "\"validation\":",
        "\"subviews\":{", "\"pages\":{", "\"variables\":[", "\"expand\":", "\"items\":[", "PT1H",
        "\"layout\":\"banner\"",
        "https://x.y", "\"outcome\":\"positive\"", "{\"type\":\"headline\",\"text\":\"", "\"icon\":\"bell\"",
    ]

    /// A card that may be published can be decoded. Encoded and decoded again, it is the same card and may still be
    /// published.
    static let card = FuzzTarget(name: "card", seeds: samples, words: words) { input in
        guard let json = try? JSONParser.parse(input.bytes) else { return }
        let problems = CardValidation.problems(in: json)
        let findings = CardLint.findings(in: json, now: .fixed)
        try require(findings.filter { $0.severity == .error }.count == problems.count, "lint and server do not agree")
        guard problems.isEmpty else { return }
        let body = try CardBody(json: json)
        let written = body.encoded()
        try requireEqual(try CardBody.decode(written), body, "written and read again")
        try requireEqual(CardValidation.problems(in: written), [], "written again it is refused")
        let resolved = body.resolvingVariables(["a": "{{b}}", "b": "*x*"])
        try requireEqual(
            try CardBody.decode(resolved.encoded()), resolved, "with its variables, written and read again")
    }

    /// Any card that a store can hold is drawn at any width, inside its surface and without control characters.
    static let layout = FuzzTarget(name: "layout", seeds: samples, words: words) { input in
        var input = input
        let columns = input.number(1...130)
        let supports: [PictureSupport] = [.none, PictureSupport(method: .symbols), PictureSupport(method: .kitty)]
        let support = supports[input.number(0...2)]
        let keys = (0..<input.number(0...6)).compactMap { _ in
            KeyChord(name: Self.keys[input.number(0...(Self.keys.count - 1))])
        }
        guard let body = try? CardBody.decode(input.bytes) else { return }
        let card = makeCard("c", body: body)
        let item = CardWindow.Item(id: card.id, version: 1, content: .card(card))
        let sheet = CardSheet([item], theme: .plain, columns: columns, now: .fixed, support: support, keys: keys)
        var plain = PlainText()
        let words = plain.text(of: body.components)
        try require(plain.links.isEmpty || words.contains("[1]"), "a link without a number")
        let bounds = Rect(origin: .zero, size: sheet.surface.size)
        if (10...84).contains(columns), keys.isEmpty { try requireEqual(bounds.size.columns, columns, "columns") }
        for hit in sheet.hits { try requireEqual(hit.rect.intersection(bounds), hit.rect, "a place to click") }
        let text = sheet.surface.plainText
        let controls = text.unicodeScalars.filter {
            $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
        }
        try require(controls.isEmpty, "control characters on the screen: \(controls.map(\.value))")
    }

    private static let keys = ["tab", "enter", "down", "esc", "m", "space", "1", "e", "pagedown", "right", "x", "z"]

    /// A valid filter is written as one that means the same, and a filter that is being typed never crashes.
    static let filters = FuzzTarget(
        name: "filters", longest: 600,
        seeds: [
            "rollback is:unseen priority:<=2 -has:input template:\"on call\" expires:<2h sent:>2026-07-31 var.region:eu",
            "sent:<\"2 hours\" expires:never is:snoozed", "-", "\"open", "é:x sent:=2026-01-01T00:00:00Z",
            #"[{"field":"priority","operator":"lessThan","value":4}]"#,
            #"[{"field":"content","path":"a.b","operator":"in","value":["a","b"]},{"field":"createdDate","operator":"between","value":["2026-01-01","2026-02-01"]}]"#,
        ].map { Array($0.utf8) },
        words: [
            "is:", "has:", "priority:", "template:", "category:", "expires:", "sent:", "var.", "<", ">=", "\"", "-",
            "never",
            "unseen",
            "1d12h", "PT1H", "\"field\":", "\"operator\":", "\"value\":", "filterKey", "notIn", "between",
        ]
    ) { input in
        let text = input.text
        for completed in CardSearch.completions(of: text) { try require(completed.count > text.count, "no completion") }
        let card = makeCard("c", body: makeBody(metadata: ["a": ["b": "c"]]))
        if let search = try? CardSearch(text) {
            // After every letter, a filter that is being typed either has a meaning or reports a mistake.
            _ = try? CardSearch(typing: text)
            let filter = PreparedFilter(FeedFilter(search: search))
            let facts = PreparedFilter.Facts(
                id: card.id, status: .active, priority: 5, createdAt: .fixed, expiresAt: .fixed(60), vote: nil,
                delivery: .none)
            if filter.verdict(facts, at: .fixed) == nil { _ = filter.matches(facts, body: card.body.encoded()) }
            let change = filter.nextChange(createdAt: .fixed, expiresAt: .fixed(60), after: .fixed)
            try require(change.map { $0 > .fixed } ?? true, "a change in the past")
        }
        guard let filters = try? FeedCoder.decodeFilters(input.bytes) else { return }
        try requireEqual(try FeedCoder.decodeFilters(FeedCoder.encode(filters)), filters, "written and read again")
        _ = filters.matches(card)
    }
}
