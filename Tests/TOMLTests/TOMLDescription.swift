@testable import TOML

/// Values as one line with their types, which tests compare.
func describe(_ table: TOMLTable) -> String {
    "{" + table.entries.map { "\($0.key): \(describe($0.value))" }.joined(separator: ", ") + "}"
}

func describe(_ value: TOMLValue) -> String {
    switch value.content {
    case .string(let text): text.debugDescription
    case .integer(let number): "\(number)"
    case .float(let number): "float \(number)"
    case .boolean(let flag): "\(flag)"
    case .array(let items): "[\(items.map { describe($0) }.joined(separator: ", "))]"
    case .table(let table): describe(table)
    case .dateTime(let value): describe(value)
    }
}

private func describe(_ value: TOMLDateTime) -> String {
    var parts: [String] = []
    if let day = value.day { parts.append("day \(day.year)/\(day.month)/\(day.day)") }
    if let time = value.time {
        parts.append("time \(time.hour):\(time.minute):\(time.second)")
        if time.nanosecond != 0 { parts.append("ns \(time.nanosecond)") }
    }
    if let offset = value.offset { parts.append("offset \(offset)") }
    return parts.joined(separator: " ")
}
