import Cards
import FeedAPI

import struct Foundation.Date

/// Checks whether a card offers an action to its user. The viewer of this project checks this before sending; other
/// clients may not.
struct ActionCheck {
    var body: CardBody
    var expiresAt: Date?

    /// In seconds. A snooze preset is recognized by its end time within this tolerance, because clocks differ.
    private static let tolerance = 120.0

    /// - Throws: ``Problem`` of type `not-offered` or `bad-action`.
    func check(_ request: ActionRequest, now: Date) throws(Problem) {
        switch request.response {
        case .dismiss: if !body.offers(.dismiss) { throw Self.notOffered("dismissing") }
        case .submit(let name, _):
            if body.submission(named: name) == nil {
                throw Problem(
                    .notOffered, detail: "The card has no submit button with this name.", pointer: "/button",
                    expected: "the name of one of the card's submit buttons")
            }
        case .reply(let name, _):
            if body.submission(named: name)?.keepsCard != true {
                throw Problem(
                    .notOffered, detail: "No submit button of the card has both this name and \"keeps\": true.",
                    pointer: "/button", expected: "the name of a submit button with \"keeps\": true")
            }
        case .snooze(let until): try checkSnooze(until: until, at: request.at, now: now)
        // A snoozed card may always be unsnoozed. For an active card, this has no effect.
        case .unsnooze: break
        case .voteUp: if !body.offers(.voteUp) { throw Self.notOffered("an up vote") }
        case .voteDown: if !body.offers(.voteDown) { throw Self.notOffered("a down vote") }
        }
    }

    private func checkSnooze(until: Date, at: Date, now: Date) throws(Problem) {
        if !body.offers(.snooze) { throw Self.notOffered("snoozing") }
        guard until > now else {
            throw Problem(
                .badAction, detail: "The snooze would end in the past.", pointer: "/until", expected: "a future time")
        }
        let presets = body.buttonActions.compactMap { action -> Card.ButtonAction.SnoozePreset?? in
            if case .snooze(let preset) = action { .some(preset) } else { nil }
        }
        let isPreset = presets.contains { preset in
            switch preset {
            case .until(let date): abs(date.timeIntervalSince(until)) < 1
            case .duration(let text):
                CardDuration(text).map { abs($0.added(to: at).timeIntervalSince(until)) <= Self.tolerance } ?? false
            case nil: false
            }
        }
        if let expiresAt, until > expiresAt, !isPreset {
            throw Problem(
                .badAction, detail: "The card expires before the snooze would end.", pointer: "/until",
                expected: "a time before \(FeedTime.text(expiresAt))")
        }
    }

    private static func notOffered(_ what: String) -> Problem {
        Problem(.notOffered, detail: "The card does not offer \(what).")
    }
}

extension CardBody {
    /// The submit button with a name, in the card or in one of its subviews; nil if there is none.
    func submission(named name: String) -> Card.ButtonAction.Submission? {
        for case .submit(let submission) in buttonActions where submission.buttonName == name { return submission }
        return nil
    }

    /// The effect of a response. A viewer that does not support buttons that keep the card sends a submit instead of a
    /// reply. The definition of the button in the card decides.
    func effect(of response: CardResponse) -> CardResponse {
        guard case .submit(let name, let values) = response, let submission = submission(named: name) else {
            return response
        }
        return submission.response(with: values)
    }
}
