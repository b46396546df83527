internal import AppCore
internal import AppRuntime
internal import Canvas
internal import CardUI
internal import Cards

internal import struct Foundation.Date

/// The cards of a file, as a stream shows them right after they are published.
struct CardPreview {
    private(set) var items: [CardWindow.Item] = []
    let now: Date
    private var report = LintReport()

    /// - Parameter only: The cards to show, by lifecycle id or position from 1; empty for all.
    /// - Throws: ``CommandFailure`` if the file is not JSON, lacks a requested card, or no card has the subview.
    init(
        _ file: CardFile, name: String, only: [String] = [], subview: String? = nil, variables: [String: String] = [:],
        now: Date
    ) throws(CommandFailure) {
        self.now = now
        if let mistake = file.mistakes.first {
            throw CommandFailure(
                .failure, "\(name.shownAsFile):\(mistake.place.line):\(mistake.place.column): \(mistake.text)")
        }
        guard !file.cards.isEmpty else { throw CommandFailure(.nothingMatched, "\(name.shownAsFile) holds no card") }
        var file = file
        try file.keep(only, name: name)
        report.check(file, name: name, now: now)
        var subviews: Set<String> = []
        for (index, entry) in file.cards.enumerated() {
            guard let id = CardID("card-\(index + 1)") else { continue }
            let content: CardWindow.Content
            do {
                var body = try CardBody(json: entry.card)
                if !variables.isEmpty { body = body.resolvingVariables(variables) }
                subviews.formUnion(body.subviews.keys)
                content = .card(
                    Card(
                        id: id, streamID: StreamID("preview"), createdAt: now, expiresAt: Self.end(of: body, from: now),
                        body: body))
            } catch {
                content = .unreadable(reason: error.description)
            }
            items.append(CardWindow.Item(id: id, version: 1, content: content))
        }
        if let subview, !subviews.contains(subview) {
            let known = subviews.isEmpty ? "it has no subviews" : "known: \(subviews.sorted().joined(separator: ", "))"
            throw CommandFailure(.nothingMatched, "\(name.shownAsFile) has no subview \"\(subview)\"; \(known)")
        }
    }

    /// The earlier of a card's two expiry settings.
    private static func end(of body: CardBody, from now: Date) -> Date? {
        [body.expiresAt, body.expiresIn.flatMap { CardDuration($0) }?.added(to: now)].compactMap(\.self).min()
    }

    /// The first headline among the cards, or "A card" if there is none.
    var title: String {
        for case .card(let card) in items.map(\.content) {
            for case .headline(let headline) in card.body.components { return headline.text }
        }
        return "A card"
    }

    func summary(of sheet: CardSheet) -> String {
        let size = sheet.surface.size
        let cards = sheet.cards.count == 1 ? "1 card" : "\(sheet.cards.count) cards"
        var text = "drew \(cards) in \(size.columns) columns and \(size.rows) rows"
        let left = items.count - sheet.cards.count
        if left > 0 { text += "; \(left) more \(left == 1 ? "card" : "cards") did not fit" }
        let count = report.findings.count
        if count > 0 { text += "; \(count) \(count == 1 ? "finding" : "findings"), see `cardstream lint`" }
        return text
    }

    /// Rows, hit regions and problems, for tests of cards. Rows and columns are counted from 0.
    func json(of sheet: CardSheet) -> JSONValue {
        let size = sheet.surface.size
        return .object([
            "columns": .number(JSONNumber(size.columns)),
            "rows": .array((0..<size.rows).map { .string(sheet.surface.text(row: $0)) }),
            "cards": .array(
                sheet.cards.map { card in
                    .object([
                        "id": .string(card.id.rawValue), "row": .number(JSONNumber(card.top)),
                        "rows": .number(JSONNumber(card.height)),
                    ])
                }),
            "hits": .array(
                sheet.hits.compactMap { hit in Self.json(hit.target).map { .object(Self.json(hit.rect, $0)) } }),
            "problems": report.json,
        ])
    }

    private static func json(_ rect: Rect, _ target: JSONObject) -> JSONObject {
        var object = target
        object["row"] = .number(JSONNumber(rect.minRow))
        object["column"] = .number(JSONNumber(rect.minColumn))
        object["rows"] = .number(JSONNumber(rect.size.rows))
        object["columns"] = .number(JSONNumber(rect.size.columns))
        return object
    }

    /// The target of a hit region as JSON; nil if it does not belong to a card.
    private static func json(_ target: HitRegion.Target) -> JSONObject? {
        switch target {
        case .card(_, let card): return ["card": .string(card.rawValue), "target": "card"]
        case .choice(_, let card, let input, let index):
            return [
                "card": .string(card.rawValue), "target": "choice", "input": .string(input),
                "index": .number(JSONNumber(index)),
            ]
        case .step(_, let card, let input, let direction):
            return [
                "card": .string(card.rawValue), "target": "step", "input": .string(input),
                "by": .number(JSONNumber(direction)),
            ]
        case .element(_, let card, let element):
            var object: JSONObject = ["card": .string(card.rawValue)]
            switch element {
            case .button(let index):
                object["target"] = "button"
                object["index"] = .number(JSONNumber(index))
            case .input(let name):
                object["target"] = "input"
                object["input"] = .string(name)
            default: object["target"] = .string("\(element)".prefix { $0 != "(" }.description)
            }
            return object
        default: return nil
        }
    }
}
