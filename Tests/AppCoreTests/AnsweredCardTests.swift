import AppCore
import Basics
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

/// Cards that another user has answered.
@Suite struct AnsweredCardTests {
    private static let approve = Card.ButtonAction.submit(.init(buttonName: "approve"))
    private static let answered = Answered(by: "bo", at: .fixed(-120), button: "Approve", outcome: .positive)
    private static let reason = "bo answered this card at 08:58"

    private func question(_ components: Card.Component..., answered: Answered? = answered) -> Card {
        var question = card("c1", .headline(Card.Headline(text: "Release?")))
        question.body.components += components.isEmpty ? [buttons(("Approve", Self.approve))] : components
        question.body.answered = answered
        return question
    }

    // MARK: Texts

    /// The answered note as shown at 09:00 on 15 January 2026, UTC.
    static let notes: [(Answered, String)] = [
        (answered, "Answered by bo 08:58: Approve"), (Answered(by: "bo", at: .fixed(-120)), "Answered by bo 08:58"),
        (Answered(by: "bo", at: .fixed(-86_400), button: "No"), "Answered by bo 14 Jan 09:00: No"),
        (Answered(by: "bo", at: .fixed(-31 * 86_400)), "Answered by bo 15 Dec 2025 09:00"),
        (Answered(by: " ", at: .fixed, button: ""), "Answered 09:00"),
        (
            Answered(by: "b\u{1B}[2J\n\u{202E}o", at: .fixed, button: "\u{7}"),
            "Answered by b\u{FFFD}[2J o 09:00: \u{FFFD}"
        ),
    ]

    @Test(arguments: notes) func `a note says who answered, when and with what`(answered: Answered, note: String) {
        #expect(Strings.AnsweredCard.note(answered, at: .fixed, in: .utc).string == note)
    }

    @Test func `the note has the user's local time, and a long name hides nothing`() {
        let east = LocalZone(firstOffset: 16 * 3600)
        let note = Strings.AnsweredCard.note(Self.answered, at: .fixed, in: east).string
        #expect(note == "Answered by bo 00:58: Approve")
        #expect(
            Strings.AnsweredCard.note(Self.answered, at: .fixed(-3700), in: east).string
                == "Answered by bo tomorrow 00:58: Approve")
        let long = Answered(by: String(repeating: "b", count: 5000), at: .fixed, button: "Yes")
        let text = Strings.AnsweredCard.note(long, at: .fixed, in: .utc).string
        #expect(text.hasSuffix("09:00: Yes") && text.count < 250)
    }

    @Test(arguments: HostileText.all) func `the note contains no control characters`(hostile: HostileText) {
        let answered = Answered(by: hostile.text, at: .fixed, button: hostile.text)
        let texts = [
            Strings.AnsweredCard.note(answered, at: .fixed, in: .utc).string, Strings.AnsweredCard.row(answered).string,
            Strings.AnsweredCard.reason(answered, at: .fixed, in: .utc),
        ]
        for text in texts { #expect(HostileText.firstUnsafeScalar(in: text) == nil) }
    }

    @Test func `y copies the note below the text`() {
        var state = AppState.given(question(.text(Card.TextBlock(text: "Now?"))))
        #expect(
            state.press("y")
                == [.export(.copy("Release?\n\nNow?\n\nAnswered by bo 08:58: Approve", .text))])
    }

    @Test func `the time of the note is updated when the day is over`() {
        var note = question()
        // Long ago, so that the card's age text changes only once a day.
        note.activeAt = .fixed(-10 * 86_400 - 60)
        var state = AppState.given(note)
        // The next deadline would otherwise be the moment at which the card counts as seen.
        _ = update(&state, .timePassed, at: .fixed(1))
        state.draw()
        #expect(state.nextDeadline == Date(rfc3339: "2026-01-16T00:00:00Z"))
    }

    // MARK: Actions

    @Test(arguments: [["1"], ["tab", "ctrl-enter"]]) func `an answered card cannot be submitted`(keys: [String]) {
        let form: [Card.Component] = [
            .input(Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 3))),
            buttons(("Approve", Self.approve)),
        ]
        func press(_ answered: Answered?) -> ([Effect], AppState) {
            var state = AppState.given(question(form[0], form[1], answered: answered))
            return (keys.flatMap { state.press($0) }, state)
        }
        let (none, state) = press(Self.answered)
        #expect(none == [])
        #expect(state.toast == Self.reason && state.progress == nil)
        let (sent, _) = press(nil)
        #expect(sent == [.responded("c1", .submit(buttonName: "approve", values: ["note": ""]))])
    }

    @Test func `an answered card cannot be replied to`() {
        var state = AppState.given(
            question(buttons(("Say", .submit(.init(buttonName: "say", keepsCard: true))))))
        #expect(state.press("1") == [] && state.toast == Self.reason)
    }

    @Test func `an open confirmation submits nothing after another user has answered`() {
        let asks = buttons(("Approve", .submit(.init(buttonName: "approve", confirm: "Sure?"))))
        var state = AppState.given(question(asks, answered: nil))
        _ = state.press("1")
        _ = state.arrive(
            CardWindow(
                items: [item(question(asks), version: 2, delivery: .none)], totalCount: 1, hasEverHadCard: true))
        #expect(state.press("y").allSatisfy { if case .respond = $0 { false } else { true } })
        #expect(state.progress == nil && state.answers.afterSubmit.isEmpty)
    }

    @Test func `an answered card can be dismissed and voted on`() {
        var state = AppState.given(question())
        #expect(state.press("d") == [.responded("c1", .dismiss)])
        var other = AppState.given(question())
        _ = other.press("+")
        #expect(other.toast != Self.reason)
    }

    @Test func `answered cards are left out of actions on marked cards`() {
        let response = CardResponse.submit(buttonName: "approve", values: [:])
        let press = BulkAction.press(text: "Approve", response)
        #expect(!press.isOffered(by: question().body) && press.isOffered(by: question(answered: nil).body))
        #expect(BulkAction.dismiss.isOffered(by: question().body))
    }
}
