import Basics
import Cards

import struct Foundation.Date

extension AppState {
    /// Replaces words for days by dates: "fri" means another day tomorrow, and servers do not understand it.
    mutating func resolveDays(of inputs: [Card.Input], in card: CardID) {
        for input in inputs {
            // A text that is not a day stays: the validation of the form reports the mistake.
            guard let form = forms[card], case .success(let day)? = self.day(in: input, of: form),
                case .text(let field) = form.value(of: input), day != field.text
            else { continue }
            forms[card]?.values[input.name] = .text(TextField(day))
            if form.hasTriedSubmit { check([input], in: card) }
            forms.changed.insert(card)
        }
    }

    /// The form with dates for words for days, and why other texts in its date fields are not days, by the name of the
    /// field. The form is validated with these dates, because the words are replaced only when a field loses the focus.
    func readingDays(of inputs: [Card.Input], in form: FormState) -> (form: FormState, problems: [String: String]) {
        var (read, problems) = (form, [String: String]())
        for input in inputs {
            switch day(in: input, of: form) {
            case .success(let day)?: read.values[input.name] = .text(TextField(day))
            // The validation has its own message for dates in the usual form.
            case .failure(.noSuchTime)?, .failure(.unreadable)?, nil: break
            case .failure(let error)?: problems[input.name] = error.dayMessage
            }
        }
        return (read, problems)
    }

    /// The date that the text of a date field stands for. Nil if it is empty, or the input is of another kind.
    private func day(in input: Card.Input, of form: FormState) -> Result<String, TimeParserError>? {
        guard case .date = input.kind, case .text(let field) = form.value(of: input), !field.text.trimmed.isEmpty else {
            return nil
        }
        let parser = DayParser(now: now, zone: settings.zone, range: DayRange(input))
        do throws(TimeParserError) {
            return .success(try parser.parse(field.text).dayText)
        } catch {
            return .failure(error)
        }
    }
}

extension DayRange {
    /// The years that can be written with four digits.
    static let years = 1...9999

    /// The days that an input's validation rules allow. Compares days at midnight UTC, like the rules.
    init(_ input: Card.Input) {
        self.init()
        for rule in input.validation {
            switch rule.rule {
            case .minimumDate(let bound):
                let day = CivilDate(daysSince1970: Int((bound.timeIntervalSince1970 / 86400).rounded(.up)))
                earliest = earliest.map { $0.daysSince1970 > day.daysSince1970 ? $0 : day } ?? day
            case .maximumDate(let bound):
                let day = CivilDate(daysSince1970: Int((bound.timeIntervalSince1970 / 86400).rounded(.down)))
                latest = latest.map { $0.daysSince1970 < day.daysSince1970 ? $0 : day } ?? day
            default: break
            }
        }
    }

    /// The nearest day in the range.
    func clamped(_ date: CivilDate) -> CivilDate {
        if let earliest, date.daysSince1970 < earliest.daysSince1970 { return earliest }
        if let latest, date.daysSince1970 > latest.daysSince1970 { return latest }
        return date
    }
}
