import struct Foundation.Date

extension LintRule {
    /// Rules about times.
    static let times = [expired, shortLife, snoozePastExpiry, snoozeInThePast]

    private static func date(_ json: JSONValue?) -> Date? { json?.string.flatMap { Date(dayOrTimestamp: $0) } }

    private static func end(of duration: JSONValue?, from start: Date) -> Date? {
        duration?.string.flatMap { CardDuration($0) }?.added(to: start)
    }

    private static let expired = LintRule("expired", "The card has ended before anybody sees it.") { card in
        guard let end = date(card.json["expiresAt"]), end <= card.now else { return [] }
        return [Note("/expiresAt", "this time has passed", "Take a later one, or use \"expiresIn\".")]
    }

    private static let shortLife = LintRule("ends-before-it-begins", "The card ends before its publishAt.") { card in
        guard let start = date(card.json["publishAt"]), let end = end(of: card.json["expiresIn"], from: card.now),
            end <= start
        else { return [] }
        return [
            Note(
                "/expiresIn", "counted from now, the card ends before publishAt",
                "The duration runs from the publish request.")
        ]
    }

    /// A preset may be later than the expiry, but the card then does not return.
    private static let snoozePastExpiry = LintRule(
        "snooze-past-expiry", "A snooze button reaches beyond the end of the card."
    ) { card in
        let ends = [date(card.json["expiresAt"]), end(of: card.json["expiresIn"], from: card.now)]
        guard let last = ends.compactMap(\.self).min(), last > card.now else { return [] }
        return card.actions(of: "snooze").compactMap { action in
            let until = date(action.json["until"]) ?? end(of: action.json["for"], from: card.now)
            guard let until, until >= last else { return nil }
            return Note(action.pointer, "the card ends before it is back from this snooze", "Snooze for less.")
        }
    }

    private static let snoozeInThePast = LintRule("snooze-in-the-past", "A snooze button's time has passed.") { card in
        card.actions(of: "snooze").compactMap { action in
            guard let until = date(action.json["until"]), until <= card.now else { return nil }
            return Note("\(action.pointer)/until", "this time has passed", "Use \"for\" with a duration.")
        }
    }
}
