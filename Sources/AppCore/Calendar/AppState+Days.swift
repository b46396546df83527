import Basics
import Cards

import struct Foundation.Date

extension AppState {
    /// Replaces words for days by dates: "fri" means another day tomorrow, and servers do not understand it.
    mutating func resolveDays(of inputs: [Card.Input], in card: CardID) {
        for input in inputs {
            // A text that is not a day stays: the validation of the form reports the mistake.
            guard case .date = input.kind, let form = forms[card], case .text(let field) = form.value(of: input),
                let day = try? DayParser(now: now, zone: settings.zone, range: DayRange(input)).parse(field.text),
                day.dayText != field.text
            else { continue }
            forms[card]?.values[input.name] = .text(TextField(day.dayText))
            if form.hasTriedSubmit { check([input], in: card) }
            forms.changed.insert(card)
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
