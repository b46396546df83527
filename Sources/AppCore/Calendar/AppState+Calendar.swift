import Basics
import Cards

import struct Foundation.Date

extension AppState {
    // MARK: Opening

    /// Opens the calendar for the focused date field, on the day it means now.
    mutating func openCalendar() -> [Effect] {
        guard let input = focusedInput, let card = focusedContainer?.selection, case .date = input.kind,
            case .text(let field) = form(of: card).value(of: input)
        else { return [] }
        let range = DayRange(input)
        let typed = try? DayParser(now: now, zone: zone, range: range).parse(field.text)
        var calendar = CalendarOverlay(
            title: input.title, card: card, purpose: .input(name: input.name),
            cursor: typed ?? range.clamped(zone.civil(now).at(hour: 0)), text: field.text, range: range)
        calendar.isRead = typed != nil || field.text.isEmpty
        check(&calendar)
        overlays.append(.calendar(calendar))
        return []
    }

    /// Opens the calendar to snooze a card until any time of its life.
    mutating func openSnoozeCalendar(_ subject: Subject) {
        openSnoozeCalendar(subject.card.id, expiresAt: subject.card.expiresAt)
    }

    /// Opens the calendar to snooze the marked cards. Those that expire before are left out.
    mutating func openSnoozeCalendar(_ plan: BulkPlan) {
        guard let card = plan.cards.first else { return }
        openSnoozeCalendar(card, expiresAt: nil, plan)
    }

    private mutating func openSnoozeCalendar(_ card: CardID, expiresAt: Date?, _ plan: BulkPlan? = nil) {
        let today = zone.civil(now)
        let last = now.addingTimeInterval(SnoozeParser.furthest)
        let end = expiresAt.map { min($0, last) } ?? last
        let morning = today.adding(days: 1).at(hour: SnoozeChoice.morningHour)
        var calendar = CalendarOverlay(
            title: plan.map(Strings.Marks.title) ?? strings(for: card)[.snoozeTitle], card: card, purpose: .snooze,
            cursor: zone.date(morning) > end ? zone.civil(end) : morning, text: "",
            range: DayRange(earliest: today, latest: zone.civil(end)))
        calendar.plan = plan
        check(&calendar)
        overlays.append(.calendar(calendar))
    }

    // MARK: Moving

    /// Moves the day the keys act on, and writes it into the line.
    mutating func moveCalendar(_ change: (CivilDate) -> CivilDate) -> [Effect] {
        withCalendar { calendar in
            let moved = change(calendar.cursor)
            guard DayRange.years.contains(moved.year) else { return }
            calendar.cursor = moved
            calendar.moment = nil
            calendar.isRead = true
            calendar.field.replaceAll(with: calendar.text)
        }
    }

    mutating func calendarToToday() -> [Effect] {
        let today = zone.civil(now)
        return moveCalendar { today.at(hour: $0.hour, minute: $0.minute) }
    }

    /// Half an hour later (1) or earlier (-1), on the half hour.
    mutating func shiftCalendarTime(_ direction: Int) -> [Effect] {
        moveCalendar { day in
            let step = 30 * 60
            let seconds = day.secondsSince1970
            let rest = ((seconds % step) + step) % step
            let forward = rest == 0 ? step : step - rest
            return CivilDate(secondsSince1970: seconds + (direction > 0 ? forward : rest == 0 ? -step : -rest))
        }
    }

    /// A click takes the day the keys stand on, and goes to any other.
    mutating func clickDay(_ day: CivilDate) -> [Effect] {
        guard case .calendar(let calendar)? = overlays.last else { return [] }
        guard calendar.cursor.daysSince1970 != day.daysSince1970 else { return acceptCalendar() }
        return moveCalendar { day.at(hour: $0.hour, minute: $0.minute) }
    }

    // MARK: Typing

    /// From the calendar to the line and back.
    mutating func switchCalendarTyping() -> [Effect] {
        withCalendar { calendar in
            calendar.isTyping.toggle()
            if calendar.isTyping { calendar.field.selectAll() }
        }
    }

    /// A digit or a letter that is no key here begins a date, and so does what is pasted: it goes into the line, in place
    /// of what stands there.
    mutating func typeInCalendar(_ text: String) -> [Effect] {
        guard let first = text.trimmed.first, first.isNumber || first.isLetter else { return [] }
        _ = withCalendar { $0.isTyping = true }
        return editCalendar { $0.replaceAll(with: text.trimmed) }
    }

    mutating func editCalendar(_ change: (inout TextField) -> Void) -> [Effect] {
        let (now, zone) = (now, zone)
        return withCalendar { calendar in
            let before = calendar.field.text
            change(&calendar.field)
            calendar.field.joinLines()
            let text = calendar.field.text
            guard text != before else { return }
            calendar.isRead = text.isEmpty
            calendar.moment = nil
            switch calendar.purpose {
            case .input:
                guard let day = try? DayParser(now: now, zone: zone, range: calendar.range).parse(text) else { return }
                calendar.cursor = day
            case .snooze:
                guard let moment = try? SnoozeParser(now: now, zone: zone).parse(text) else { return }
                calendar.cursor = zone.civil(moment)
                calendar.moment = moment
            }
            calendar.isRead = true
        }
    }

    // MARK: Taking

    mutating func acceptCalendar() -> [Effect] {
        guard case .calendar(let calendar)? = overlays.last else { return [] }
        if let problem = problem(calendar) {
            return withCalendar { $0.problem = problem }
        }
        overlays.removeLast()
        switch calendar.purpose {
        case .snooze:
            if let plan = calendar.plan { return respond(.snooze(until: moment(calendar)), to: plan) }
            guard let subject = subject(calendar.card) else { return [] }
            return respond(.snooze(until: moment(calendar)), to: subject)
        case .input(let name):
            let isTaken = changeInput(name, of: calendar.card) { input, _ in
                if case .date = input.kind { .text(TextField(calendar.cursor.dayText)) } else { nil }
            }
            if !isTaken { show(Strings.Form.choiceGone, .information) }
            return []
        }
    }

    /// Why the calendar cannot be left with what it shows.
    private func problem(_ calendar: CalendarOverlay) -> String? {
        guard !calendar.isRead else { return calendar.reason }
        do {
            switch calendar.purpose {
            case .input: _ = try DayParser(now: now, zone: zone, range: calendar.range).parse(calendar.field.text)
            case .snooze: _ = try SnoozeParser(now: now, zone: zone).parse(calendar.field.text)
            }
            return calendar.reason
        } catch {
            return calendar.hasTime ? error.message(at: now, in: zone) : error.dayMessage
        }
    }

    private func moment(_ calendar: CalendarOverlay) -> Date { calendar.moment ?? zone.date(calendar.cursor) }

    private mutating func withCalendar(_ change: (inout CalendarOverlay) -> Void) -> [Effect] {
        guard case .calendar(var calendar)? = overlays.last else { return [] }
        calendar.problem = nil
        change(&calendar)
        check(&calendar)
        overlays[overlays.count - 1] = .calendar(calendar)
        return []
    }

    /// Notes whether the day the calendar stands on can be taken.
    private func check(_ calendar: inout CalendarOverlay) {
        switch calendar.purpose {
        case .input(let name):
            guard let input = input(named: name, of: calendar.card) else { return }
            let isInRange = calendar.range.contains(calendar.cursor)
            calendar.reason =
                isInRange ? nil : InputValidation.message(for: .string(calendar.cursor.dayText), of: input)
        case .snooze:
            let until = moment(calendar)
            let expiry = calendar.plan == nil ? subject(calendar.card)?.card.expiresAt : nil
            let error: TimeParserError? =
                if until <= now {
                    .inThePast
                } else if let expiry, until > expiry {
                    .afterExpiry(expiry)
                } else if until.timeIntervalSince(now) > SnoozeParser.furthest {
                    .tooFar
                } else {
                    nil
                }
            calendar.reason = error?.message(at: now, in: zone)
        }
    }
}
