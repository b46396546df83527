import Cards
import TOMLKit

/// Reads what a container's cards must meet: `filters`, conditions in the form cards' own JSON has for them, and `search`,
/// as it is typed in the viewer.
extension TOMLFields {
    private static let example = "{ field = \"priority\", operator = \"lessThan\", value = 4 }"

    func filters(_ field: String) throws(ConfigError) -> [CardFilter] {
        var filters: [CardFilter] = []
        for (index, value) in (try list(field) ?? TOMLArray()).enumerated() {
            let name = "\(self.name).\(field)[\(index)]"
            guard let table = value.table else {
                throw error(field, "\(name) is \(Self.told(value)); expected for example \(Self.example)")
            }
            let names = TOMLFields(
                table: table, name: name, known: ["field", "name", "path", "key", "operator", "value"], file: file,
                lines: lines)
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
        // While one types, the end of the text closes it; here nobody is typing any more.
        guard text.count(where: { $0 == "\"" }).isMultiple(of: 2) else {
            throw error(field, "\(name).\(field): a quote is not closed; expected another \\\" at its end")
        }
        do {
            return try CardSearch(text)
        } catch {
            throw self.error(field, "\(name).\(field): \(error)")
        }
    }

    /// The member that is wrong, or what does not go together.
    private static func words(_ problem: CardProblem) -> String {
        if problem.pointer.isEmpty, let hint = problem.hint { return hint }
        let member = problem.pointer.dropFirst()
        return "\(member.isEmpty ? "it" : "\(member)"): expected \(problem.expected), found \(problem.found)"
    }

    private static func json(_ table: TOMLTable) -> JSONValue {
        var object = JSONObject()
        for (name, value) in table { object[name] = json(value) }
        return .object(object)
    }

    private static func json(_ value: any TOMLValueConvertible) -> JSONValue {
        switch value.type {
        case .string: .string(value.string ?? "")
        case .int: .number(JSONNumber(value.int ?? 0))
        // TOML has infinities and NaN, and no filter compares with them.
        case .double: value.double.flatMap { $0.isFinite ? .number(JSONNumber($0)) : nil } ?? .null
        case .bool: .bool(value.bool ?? false)
        case .array: .array(value.array.map { $0.map(json) } ?? [])
        case .table: value.table.map(json) ?? .null
        case .date: value.date.map { ["date": .string(day($0))] } ?? .null
        case .dateTime: value.dateTime.map { ["date": .string(timestamp($0))] } ?? .null
        case .time: .null
        }
    }

    private static func day(_ date: TOMLDate) -> String {
        [digits(date.year, 4), digits(date.month, 2), digits(date.day, 2)].joined(separator: "-")
    }

    /// Without an offset in UTC.
    private static func timestamp(_ value: TOMLDateTime) -> String {
        let time = [value.time.hour, value.time.minute, value.time.second].map { digits($0, 2) }.joined(separator: ":")
        let offset = value.offset?.offset ?? 0
        let zone = "\(offset < 0 ? "-" : "+")\(digits(abs(offset) / 60, 2)):\(digits(abs(offset) % 60, 2))"
        return "\(day(value.date))T\(time)\(zone)"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
