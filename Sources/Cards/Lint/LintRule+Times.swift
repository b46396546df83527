import struct Foundation.Date

extension LintRule {
    /// Rules about times.
    static let times = [expired, shortLife, snoozePastExpiry, snoozeInThePast, briefCard]

    private static func date(_ json: JSONValue?) -> Date? { json?.string.flatMap { Date(dayOrTimestamp: $0) } }

    private static func end(of duration: JSONValue?, from start: Date) -> Date? {
        duration.flatMap(CardDuration.text).flatMap { CardDuration($0) }?.added(to: start)
    }

    private static let expired = LintRule("expired", "The card has already expired.") { card in
        let duration = card.json["expiresIn"].flatMap(CardDuration.text).flatMap { CardDuration($0) }
        if let duration, duration.length <= 0 {
            return [Note("/expiresIn", "the card expires as soon as it is published", "Use a longer duration.")]
        }
        guard let end = date(card.json["expiresAt"]), end <= card.now else { return [] }
        return [Note("/expiresAt", "this time is in the past", "Use a later time, or \"expiresIn\".")]
    }

    private static let shortLife = LintRule("ends-before-it-begins", "The card expires before it becomes active.") {
        card in
        guard let start = date(card.json["publishAt"]), let end = end(of: card.json["expiresIn"], from: card.now),
            end <= start
        else { return [] }
        return [
            Note(
                "/expiresIn", "if the card is published now, it expires before publishAt",
                "Use a longer duration: \"expiresIn\" counts from the publish request.")
        ]
    }

    /// A preset may be later than the expiry, but the card then does not return.
    private static let snoozePastExpiry = LintRule(
        "snooze-past-expiry", "The snooze of a button ends after the card expires."
    ) { card in
        let ends = [date(card.json["expiresAt"]), end(of: card.json["expiresIn"], from: card.now)]
        guard let last = ends.compactMap(\.self).min(), last > card.now else { return [] }
        return card.actions(of: "snooze").compactMap { action in
            let until = date(action.json["until"]) ?? end(of: action.json["for"], from: card.now)
            guard let until, until >= last else { return nil }
            return Note(action.pointer, "the card expires before this snooze ends", "Use a shorter snooze.")
        }
    }

    /// The seconds that a user needs to read a short text.
    private static let readingTime = 5

    private static let briefCard = LintRule(
        "goes-unread", "The card dismisses itself before it can be read."
    ) { card in
        guard let seconds = card.json["autoDismiss"].flatMap(CardBody.autoDismiss), seconds < readingTime else {
            return []
        }
        return [
            Note(
                "/autoDismiss", "the card disappears after \(seconds == 1 ? "1 second" : "\(seconds) seconds")",
                "Use at least \(readingTime) seconds; 15 seconds is usual for a short note.")
        ]
    }

    private static let snoozeInThePast = LintRule("snooze-in-the-past", "The time of a snooze button is in the past.") {
        card in
        card.actions(of: "snooze").compactMap { action in
            guard let until = date(action.json["until"]), until <= card.now else { return nil }
            return Note("\(action.pointer)/until", "this time is in the past", "Use \"for\" with a duration.")
        }
    }
}
