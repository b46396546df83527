@testable import TOML

/// Values as one line with their types, which tests compare.
func told(_ table: TOMLTable) -> String {
    "{" + table.entries.map { "\($0.key): \(told($0.value))" }.joined(separator: ", ") + "}"
}

func told(_ value: TOMLValue) -> String {
    switch value.content {
    case .string(let text): text.debugDescription
    case .integer(let number): "\(number)"
    case .float(let number): "float \(number)"
    case .boolean(let flag): "\(flag)"
    case .array(let items): "[\(items.map { told($0) }.joined(separator: ", "))]"
    case .table(let table): told(table)
    case .dateTime(let value): told(value)
    }
}

private func told(_ value: TOMLDateTime) -> String {
    var parts: [String] = []
    if let day = value.day { parts.append("day \(day.year)/\(day.month)/\(day.day)") }
    if let time = value.time {
        parts.append("time \(time.hour):\(time.minute):\(time.second)")
        if time.nanosecond != 0 { parts.append("ns \(time.nanosecond)") }
    }
    if let offset = value.offset { parts.append("offset \(offset)") }
    return parts.joined(separator: " ")
}
