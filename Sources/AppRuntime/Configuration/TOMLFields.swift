import Basics
import Cards
import TOML

/// Reads the settings of a table with fixed names, and reports where mistakes are.
struct TOMLFields {
    let table: TOMLTable
    /// The table's dotted name.
    let name: String
    /// The names of the permitted settings.
    let known: [String]
    let file: String
    let lines: TOMLLines
    /// The purpose of the settings.
    let area: ConfigArea

    func error(_ field: String?, _ message: String) -> ConfigError {
        let dotted = field.map { "\(name).\($0)" } ?? name
        return ConfigError(.file(path: file, line: lines.line(of: dotted)), message, area: area)
    }

    private func wrong(_ field: String, _ value: TOMLValue, expected: String) -> ConfigError {
        error(field, "\(name).\(field) is \(Self.told(value)); expected \(expected)")
    }

    /// - Throws: One error for all unknown settings.
    func checkNames() throws(ConfigError) {
        let mistakes = table.keys.filter { !known.contains($0) }.map { field in
            let guess = Spelling.nearest(to: field, among: known).map { "did you mean \"\($0)\"?" }
            return error(
                field,
                "unknown setting \"\(field)\" of \(name); "
                    + (guess ?? "known: \(known.joined(separator: ", "))"))
        }
        if let all = ConfigError.joined(mistakes) { throw all }
    }

    func text(_ field: String) throws(ConfigError) -> String? {
        guard let value = table[field] else { return nil }
        guard let text = value.string else { throw wrong(field, value, expected: "a string in quotes") }
        return text
    }

    func flag(_ field: String) throws(ConfigError) -> Bool? {
        guard let value = table[field] else { return nil }
        guard let flag = value.boolean else { throw wrong(field, value, expected: "true or false") }
        return flag
    }

    func number(_ field: String, _ range: ClosedRange<Int>) throws(ConfigError) -> Int? {
        guard let value = table[field] else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw wrong(
                field, value, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The seconds, given as a number or as a duration in quotes.
    ///
    /// - Parameter orZero: Whether 0 is permitted in addition to the range.
    func seconds(_ field: String, _ range: ClosedRange<Int>, orZero: Bool = false) throws(ConfigError) -> Double? {
        guard let value = table[field] else { return nil }
        let allowed = Double(range.lowerBound)...Double(range.upperBound)
        let seconds = value.string.map { CardDuration($0)?.length } ?? value.number
        guard let number = seconds, allowed.contains(number) || (orZero && number == 0) else {
            throw wrong(
                field, value,
                expected: "a number of seconds from \(range.lowerBound) to \(range.upperBound), such as 15 or \"15s\""
                    + (orZero ? ", or 0 for off" : ""))
        }
        return number
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ field: String, _: Choice.Type = Choice.self
    ) throws(ConfigError) -> Choice? where Choice.RawValue == String {
        guard let value = table[field] else { return nil }
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            let names = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw wrong(field, value, expected: "one of \(names)")
        }
        return choice
    }

    func list(_ field: String) throws(ConfigError) -> [TOMLValue]? {
        guard let value = table[field] else { return nil }
        guard let list = value.array else { throw wrong(field, value, expected: "a list in brackets") }
        return list
    }

    func texts(_ field: String) throws(ConfigError) -> [String] {
        var texts: [String] = []
        for value in try list(field) ?? [] {
            guard let text = value.string else { throw wrong(field, value, expected: "a list of strings in quotes") }
            texts.append(text)
        }
        return texts
    }

    /// The value, for error messages.
    static func told(_ value: TOMLValue) -> String {
        switch value.content {
        case .string(let text): "\"\(text.prefix(100))\""
        case .integer(let number): "\(number)"
        case .float(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .array: "a list"
        case .table: "a table"
        case .dateTime: "a date or time"
        }
    }
}
