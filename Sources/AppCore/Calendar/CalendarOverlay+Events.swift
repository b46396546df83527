import Basics
package import Cards

import struct Foundation.Date

extension CalendarOverlay: OverlayComponent {
    package var overlay: Overlay { .calendar(self) }
    package var keyLayer: KeyLayer { isTyping ? .calendarText : .calendar }
    package var requiredCard: CardID? { plan == nil ? card : nil }
    package var isTypedInto: Bool { isTyping }
    package var editedText: String? { field.text }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        switch event {
        case .command(.close): return [.close] + reportsOfCancelling
        case .command(let command): return handle(command, in: state)
        case .clicked(.day(let day)):
            guard cursor.daysSince1970 != day.daysSince1970 else { return accept(in: state) }
            move(in: state) { day.at(hour: $0.hour, minute: $0.minute) }
        case .clicked(.calendarMonth(let months)): move(in: state) { $0.adding(months: months) }
        case .wheelTurned(let rows): move(in: state) { $0.adding(months: rows < 0 ? -1 : 1) }
        case .typed, .pasted:
            let text = event.text ?? ""
            if isTyping { return edit({ $0.insert(text) }, in: state) }
            beginTyping(text, in: state)
        case .line(let text):
            if !text.isEmpty {
                if !isTyping { switchTyping(in: state) }
                _ = edit({ $0.replaceAll(with: text) }, in: state)
            }
            return accept(in: state)
        default: return nil
        }
        return []
    }

    private mutating func handle(_ command: Command, in state: AppState) -> [OverlayAction]? {
        switch command {
        case .dayNext: move(in: state) { $0.adding(days: 1) }
        case .dayPrevious: move(in: state) { $0.adding(days: -1) }
        case .weekNext: move(in: state) { $0.adding(days: 7) }
        case .weekPrevious: move(in: state) { $0.adding(days: -7) }
        case .monthNext: move(in: state) { $0.adding(months: 1) }
        case .monthPrevious: move(in: state) { $0.adding(months: -1) }
        case .yearNext: move(in: state) { $0.adding(months: 12) }
        case .yearPrevious: move(in: state) { $0.adding(months: -12) }
        case .calendarToday:
            let today = state.settings.zone.civil(state.now)
            move(in: state) { today.at(hour: $0.hour, minute: $0.minute) }
        case .timeLater: shiftTime(1, in: state)
        case .timeEarlier: shiftTime(-1, in: state)
        case .calendarType: switchTyping(in: state)
        case .acceptPrompt: return accept(in: state)
        default: return nil
        }
        return []
    }

    // MARK: Moving

    /// Moves the cursor to another day, and writes the day into the text field.
    private mutating func move(in state: AppState, _ change: (CivilDate) -> CivilDate) {
        changing(in: state) { calendar in
            let moved = change(calendar.cursor)
            guard DayRange.years.contains(moved.year) else { return }
            calendar.cursor = moved
            calendar.moment = nil
            calendar.isRead = true
            calendar.misreading = nil
            calendar.field.replaceAll(with: calendar.text)
            if calendar.isTyping { calendar.field.selectAll() }
        }
    }

    /// Moves the time to the next (1) or previous (-1) half hour.
    private mutating func shiftTime(_ direction: Int, in state: AppState) {
        move(in: state) { day in
            let step = 30 * 60
            let seconds = day.secondsSince1970
            let rest = ((seconds % step) + step) % step
            let forward = rest == 0 ? step : step - rest
            return CivilDate(secondsSince1970: seconds + (direction > 0 ? forward : rest == 0 ? -step : -rest))
        }
    }

    // MARK: Typing

    /// Switches between the calendar and the text field.
    private mutating func switchTyping(in state: AppState) {
        changing(in: state) { calendar in
            calendar.isTyping.toggle()
            if calendar.isTyping { calendar.field.selectAll() }
        }
    }

    /// Starts typing a date: a digit or letter that is not a key of the calendar, or pasted text, replaces the content
    /// of the text field.
    private mutating func beginTyping(_ text: String, in state: AppState) {
        guard let first = text.trimmed.first, first.isNumber || first.isLetter else { return }
        isTyping = true
        _ = edit({ $0.replaceAll(with: text.trimmed) }, in: state)
    }

    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] {
        changing(in: state) { calendar in
            let before = calendar.field.text
            change(&calendar.field)
            calendar.field.joinLines()
            let text = calendar.field.text
            guard text != before else { return }
            calendar.isRead = text.isEmpty
            calendar.misreading = nil
            calendar.moment = nil
            guard !text.isEmpty else { return }
            // Incomplete text leaves the cursor where it is.
            do throws(TimeParserError) {
                switch calendar.purpose {
                case .input: calendar.cursor = try calendar.days(in: state).parse(text)
                case .snooze:
                    let moment = try SnoozeParser(now: state.now, zone: state.settings.zone).parse(text)
                    calendar.cursor = state.settings.zone.civil(moment)
                    calendar.moment = moment
                }
                calendar.isRead = true
            } catch {
                calendar.misreading = error
            }
        }
        return []
    }

    private func days(in state: AppState) -> DayParser {
        DayParser(now: state.now, zone: state.settings.zone, range: range)
    }

    // MARK: Accepting

    private mutating func accept(in state: AppState) -> [OverlayAction] {
        // The result may have changed, because time has passed since the last key.
        check(in: state)
        if let problem = reasonAgainstAccepting(in: state) {
            changing(in: state) { $0.problem = problem }
            return []
        }
        switch purpose {
        case .snooze:
            let response = CardResponse.snooze(until: end(in: state))
            return [.close, plan.map { .respondToMany($0, response) } ?? .respond(response, to: card)]
        case .input(let name):
            return [
                .close,
                .fill(card, input: name, .text(TextField(cursor.dayText)), orShow: Strings.Form.choiceGone),
            ]
        }
    }

    /// Why the current content cannot be accepted.
    private func reasonAgainstAccepting(in state: AppState) -> String? {
        isRead ? reason : misreading(at: state.now, in: state.settings.zone) ?? reason
    }

    /// When the snooze ends.
    private func end(in state: AppState) -> Date { moment ?? state.settings.zone.date(cursor) }

    /// The report that the user cancelled the snooze options.
    private var reportsOfCancelling: [OverlayAction] {
        guard purpose == .snooze else { return [] }
        return [
            plan.map { .reportMarked(.snoozeOptionsCanceled, of: $0.stream) }
                ?? .report(.snoozeOptionsCanceled, of: card)
        ]
    }

    private mutating func changing(in state: AppState, _ change: (inout CalendarOverlay) -> Void) {
        problem = nil
        change(&self)
        check(in: state)
    }

    /// Checks whether the day at the cursor can be chosen.
    mutating func check(in state: AppState) {
        switch purpose {
        case .input(let name):
            guard let input = state.input(named: name, of: card) else { return }
            let isInRange = range.contains(cursor)
            reason = isInRange ? nil : InputValidation.message(for: .string(cursor.dayText), of: input)
        case .snooze:
            let until = end(in: state)
            let expiry = plan == nil ? state.subject(card)?.card.expiresAt : nil
            let error: TimeParserError? =
                if until <= state.now {
                    .inThePast
                } else if let expiry, until > expiry {
                    .afterExpiry(expiry)
                } else if until.timeIntervalSince(state.now) > SnoozeParser.furthest {
                    .tooFar
                } else {
                    nil
                }
            reason = error?.message(at: state.now, in: state.settings.zone)
        }
    }
}
