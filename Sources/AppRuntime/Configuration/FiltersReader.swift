import Cards
import TOML

/// Reads the conditions for a container's cards: `filters`, in the same form as in the JSON of cards, and `search`, as
/// typed in the viewer.
extension TOMLFields {
    private static let example = "{ field = \"priority\", operator = \"lessThan\", value = 4 }"

    func filters(_ field: String) throws(ConfigError) -> [CardFilter] {
        var filters: [CardFilter] = []
        for (index, value) in (try list(field) ?? []).enumerated() {
            let name = "\(self.name).\(field)[\(index)]"
            guard let table = value.table else {
                throw error(field, "\(name) is \(Self.told(value)); expected a condition such as \(Self.example)")
            }
            let names = TOMLFields(
                table: table, name: name, known: ["field", "name", "path", "key", "operator", "value"], file: file,
                lines: lines, area: area)
            try names.checkNames()
            do throws(CardProblem) {
                filters.append(try CardFilter(json: Self.json(table)))
            } catch {
                throw self.error(field, "\(name): \(Self.words(error))")
            }
        }
        return filters
    }

    func search(_ field: String) throws(ConfigError) -> CardSearch {
        guard let text = try text(field) else { return CardSearch() }
        // In the filter prompt, the end of the text closes a quote, because the user is still typing. In a file, the
        // text is complete.
        guard text.count(where: { $0 == "\"" }).isMultiple(of: 2) else {
            throw error(field, "\(name).\(field): a quote is not closed; expected a closing \\\"")
        }
        do {
            return try CardSearch(text)
        } catch {
            throw self.error(field, "\(name).\(field): \(error)")
        }
    }

    /// The invalid member, or the members that contradict each other.
    private static func words(_ problem: CardProblem) -> String {
        if problem.pointer.isEmpty, let hint = problem.hint { return hint }
        let member = problem.pointer.dropFirst()
        return "\(member.isEmpty ? "it" : "\(member)"): expected \(problem.expected), found \(problem.found)"
    }

    private static func json(_ table: TOMLTable) -> JSONValue {
        var object = JSONObject()
        for entry in table.entries { object[entry.key] = json(entry.value) }
        return .object(object)
    }

    private static func json(_ value: TOMLValue) -> JSONValue {
        switch value.content {
        case .string(let text): .string(text)
        case .integer(let number): .number(JSONNumber(number))
        // TOML has infinities and NaN, but filters cannot compare with them.
        case .float(let number): JSONNumber(number).map { .number($0) } ?? .null
        case .boolean(let flag): .bool(flag)
        case .array(let items): .array(items.map(json))
        case .table(let table): json(table)
        case .dateTime(let value): text(value).map { ["date": .string($0)] } ?? .null
        }
    }

    /// The date and time as written in cards, in UTC if there is no offset. Nil for a time without a date.
    private static func text(_ value: TOMLDateTime) -> String? {
        guard let date = value.day else { return nil }
        let day = [digits(date.year, 4), digits(date.month, 2), digits(date.day, 2)].joined(separator: "-")
        guard let time = value.time else { return day }
        let clock = [time.hour, time.minute, time.second].map { digits($0, 2) }.joined(separator: ":")
        let offset = value.offset ?? 0
        let zone = "\(offset < 0 ? "-" : "+")\(digits(abs(offset) / 60, 2)):\(digits(abs(offset) % 60, 2))"
        return "\(day)T\(clock)\(zone)"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
