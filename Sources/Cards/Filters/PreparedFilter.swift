package import struct Foundation.Date

/// A filter prepared for many cards. It checks cheap conditions first: columns of the store, then substrings of the
/// body's JSON, and only then the decoded card.
package struct PreparedFilter: Sendable {
    /// Facts about a card that are known without its body.
    package struct Facts: Sendable {
        package var id: CardID
        package var status: CardStatus
        package var priority: Int
        package var createdAt: Date
        package var expiresAt: Date?
        package var vote: Card.Vote?
        package var delivery: Delivery
        /// Whether the user has seen the card, or has read it if its source reports what was read.
        package var isSeen: Bool

        package enum Delivery: Hashable, Sendable { case none, waiting, refused }

        package init(
            id: CardID, status: CardStatus, priority: Int, createdAt: Date, expiresAt: Date?, vote: Card.Vote?,
            delivery: Delivery, isSeen: Bool = false
        ) {
            self.id = id
            self.status = status
            self.priority = priority
            self.createdAt = createdAt
            self.expiresAt = expiresAt
            self.vote = vote
            self.delivery = delivery
            self.isSeen = isSeen
        }
    }

    /// Which cards the filter examines.
    package let scope: CardSearch.Scope
    /// Seconds before a card's expiry, and seconds after it was published, at which a condition may change its value.
    private let turningPoints: (left: [Double], age: [Double])
    private let conditions: [CardFilter]
    /// The terms that ``Facts`` can decide, and those that need the body.
    private let quick: [CardSearch.Term]
    private let slow: [(term: CardSearch.Term, needle: FoldedText)]
    private let conditionsNeedBody: Bool

    package init(_ filter: FeedFilter) {
        let single = filter.conditions.first { $0.field == .cardInstanceID }
        conditions = single.map { [$0] } ?? filter.conditions
        conditionsNeedBody = conditions.contains { ![.priority, .createdDate, .cardInstanceID].contains($0.field) }
        scope = filter.search.scope
        var turns: (left: [Double], age: [Double]) = ([], [])
        // Times are rounded down to whole seconds, so some operators change a second earlier or later than others.
        for term in filter.search.terms {
            switch term.condition {
            case .expires(_, let seconds): turns.left += [Double(seconds), Double(seconds) + 1]
            case .age(_, let seconds): turns.age += [Double(seconds), Double(seconds) + 1]
            default: break
            }
        }
        turningPoints = turns
        quick = filter.search.terms.filter { !$0.condition.needsBody }
        slow = filter.search.terms.filter(\.condition.needsBody).map { ($0, FoldedText($0.condition.needle)) }
    }

    /// Whether a card matches, as far as that is known without its body; nil if the body decides.
    package func verdict(_ facts: Facts, at now: Date) -> Bool? {
        guard quick.allSatisfy({ Self.holds($0.condition, of: facts, at: now) != $0.isNegated }) else { return false }
        if conditionsNeedBody || !slow.isEmpty { return nil }
        return conditions.matches(Self.card(facts, CardBody(priority: facts.priority)))
    }

    /// When the passing of time may next change whether a card matches; nil if it never does.
    package func nextChange(createdAt: Date, expiresAt: Date?, after now: Date) -> Date? {
        let turns =
            turningPoints.age.map { createdAt.addingTimeInterval($0) }
            + (expiresAt.map { date in turningPoints.left.map { date.addingTimeInterval(-$0) } } ?? [])
        // The condition has certainly changed a millisecond later.
        return turns.map { $0.addingTimeInterval(0.001) }.filter { $0 > now }.min()
    }

    /// Whether a card matches if its facts do not decide.
    /// - Parameter json: The stored body. A body that cannot be decoded matches nothing that needs it.
    package func matches(_ facts: Facts, body json: [UInt8]) -> Bool {
        if !mayHold(json) { return false }
        guard let body = try? CardBody.decode(json) else { return false }
        // Extracted once for all search words.
        var texts: [FoldedText]?
        for (term, needle) in slow {
            let holds: Bool
            if case .text = term.condition {
                let all = texts ?? body.texts.map { FoldedText($0) }
                texts = all
                holds = all.contains { $0.contains(needle) }
            } else {
                holds = Self.holds(term.condition, of: body, facts, needle)
            }
            if holds == term.isNegated { return false }
        }
        return conditions.matches(Self.card(facts, body))
    }

    /// Whether every required word occurs in the JSON. This check avoids decoding most cards.
    private func mayHold(_ json: [UInt8]) -> Bool {
        let words = slow.filter { !$0.term.isNegated && !$0.term.condition.needle.isEmpty }
        guard !words.isEmpty else { return true }
        // Escaped characters require decoding.
        if json.contains(UInt8(ascii: "\\")), json.hasEscapedCharacters { return true }
        let text = FoldedText(json)
        return words.allSatisfy { term, needle in
            // The values of a category's variables are elsewhere in the JSON.
            if case .category = term.condition, text.contains(FoldedText("{{")) { return true }
            return needle.bytes.contains { [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains($0) }
                || text.contains(needle)
        }
    }

    private static func card(_ facts: Facts, _ body: CardBody) -> Card {
        Card(
            id: facts.id, streamID: "any", status: facts.status, createdAt: facts.createdAt,
            expiresAt: facts.expiresAt, vote: facts.vote, body: body)
    }

    // MARK: Conditions

    private static func holds(_ condition: CardSearch.Condition, of facts: Facts, at now: Date) -> Bool {
        switch condition {
        case .state(.unseen), .state(.unread): return !facts.isSeen
        case .state(.seen), .state(.read): return facts.isSeen
        case .state(.snoozed): return facts.status == .snoozed
        case .state(.waiting): return facts.delivery == .waiting
        case .state(.refused): return facts.delivery == .refused
        case .state(.voted): return facts.vote != nil
        case .priority(let comparison, let number): return comparison.holds(facts.priority, number)
        case .expires(let comparison, let seconds):
            guard let expiresAt = facts.expiresAt else { return false }
            return comparison.holds(Int((expiresAt.timeIntervalSince(now)).rounded(.down)), seconds)
        case .neverExpires: return facts.expiresAt == nil
        case .sent(.equal, let day): return (0..<86_400).contains(facts.createdAt.timeIntervalSince(day))
        case .sent(let comparison, let date): return comparison.holds(facts.createdAt.milliseconds, date.milliseconds)
        case .age(let comparison, let seconds):
            return comparison.holds(Int(now.timeIntervalSince(facts.createdAt).rounded(.down)), seconds)
        case .text, .template, .category, .has, .variable: return false
        }
    }

    private static func holds(
        _ condition: CardSearch.Condition, of body: CardBody, _ facts: Facts, _ needle: FoldedText
    ) -> Bool {
        switch condition {
        case .template(let wanted):
            guard let template = body.template else { return false }
            return template.id == wanted || FoldedText(template.name).contains(needle)
        case .category:
            return body.categoryName.map { FoldedText($0).contains(needle) } ?? false
        case .variable(let name, _):
            return body.variables.contains { $0.name == name && FoldedText($0.defaultValue).contains(needle) }
        case .has(let part): return body.has(part)
        case .text, .state, .priority, .expires, .neverExpires, .sent, .age: return false
        }
    }
}

extension CardSearch.Condition {
    fileprivate var needsBody: Bool {
        switch self {
        case .text, .template, .category, .has, .variable: true
        case .state, .priority, .expires, .neverExpires, .sent, .age: false
        }
    }

    /// A string that occurs in the JSON of every matching card, except between the variables of a category.
    fileprivate var needle: String {
        switch self {
        case .text(let text), .template(let text), .category(let text), .variable(_, let text): text
        case .has, .state, .priority, .expires, .neverExpires, .sent, .age: ""
        }
    }
}

extension CardBody {
    fileprivate func has(_ part: CardSearch.Part) -> Bool {
        if part == .subview { return !subviews.isEmpty }
        return allComponents.contains { component in
            switch (part, component) {
            case (.image, .media(let media)): media.kind == .image
            case (.video, .media(let media)): media.kind == .video
            case (.image, .carousel): true
            case (.input, .input): true
            case (.button, .buttons), (.button, .carousel): !component.buttons.isEmpty
            case (.file, .input(let input)): if case .fileUpload = input.kind { true } else { false }
            default: false
            }
        }
    }
}

extension [UInt8] {
    /// Whether the JSON contains a character escaped by number, as `\u00fc`.
    fileprivate var hasEscapedCharacters: Bool {
        indices.dropLast().contains { self[$0] == UInt8(ascii: "\\") && self[$0 + 1] == UInt8(ascii: "u") }
    }
}
