import Basics
import Cards

import struct Foundation.Date

extension CalendarOverlay {
    /// Creates a calendar for a date field, at the day that the text means now.
    init(for input: Card.Input, text: String, of card: CardID, in state: AppState) {
        let range = DayRange(input)
        var typed: CivilDate?
        var misreading: TimeParserError?
        do throws(TimeParserError) {
            typed = try DayParser(now: state.now, zone: state.settings.zone, range: range).parse(text)
        } catch {
            misreading = text.isEmpty ? nil : error
        }
        self.init(
            title: input.title, card: card, purpose: .input(name: input.name),
            cursor: typed ?? range.clamped(state.settings.zone.civil(state.now).at(hour: 0)), text: text, range: range)
        isRead = misreading == nil
        self.misreading = misreading
        check(in: state)
    }

    /// Creates a calendar that snoozes a card until any time before the card expires.
    init(snoozing subject: Subject, in state: AppState) {
        self.init(
            snoozing: subject.card.id, title: state.strings(for: subject.card.id)[.snoozeTitle],
            expiresAt: subject.card.expiresAt, in: state)
    }

    /// Creates a calendar that snoozes the marked cards, without those that expire earlier. Nil if there are none.
    init?(snoozing plan: BulkPlan, in state: AppState) {
        guard let card = plan.cards.first else { return nil }
        self.init(snoozing: card, title: Strings.Marks.title(plan), expiresAt: nil, plan, in: state)
    }

    private init(
        snoozing card: CardID, title: String, expiresAt: Date?, _ plan: BulkPlan? = nil, in state: AppState
    ) {
        let zone = state.settings.zone
        let today = zone.civil(state.now)
        let last = state.now.addingTimeInterval(SnoozeParser.furthest)
        let end = expiresAt.map { min($0, last) } ?? last
        let morning = today.adding(days: 1).at(hour: SnoozeChoice.morningHour)
        self.init(
            title: title, card: card, purpose: .snooze,
            cursor: zone.date(morning) > end ? zone.civil(end) : morning, text: "",
            range: DayRange(earliest: today, latest: zone.civil(end)))
        self.plan = plan
        // Words for a time begin with characters that are keys of the calendar.
        isTyping = true
        check(in: state)
    }
}
