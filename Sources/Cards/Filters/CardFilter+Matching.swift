import struct Foundation.Date

extension CardFilter {
    /// Whether a card matches the condition. A card without the field matches only negative conditions: `notEqualTo`,
    /// `notIn`, `excluding` and `excludedFrom`.
    public func matches(_ card: Card) -> Bool {
        let found: [JSONValue?]
        switch field {
        case .priority: found = [.number(JSONNumber(card.priority))]
        case .createdDate: return meets([.date(card.createdAt)])
        case .templateID: found = [card.body.template.map { .string($0.id) }]
        case .templateName: found = [.string(card.body.template?.name ?? "")]
        case .cardInstanceID: found = [.string(card.id.rawValue)]
        case .variable(let name):
            found = [card.body.variables.first { $0.name == name }.map { .string($0.defaultValue) }]
            return meets(found.map { $0.flatMap(declared) })
        case .content(let path): found = Self.look(up: path, in: card.body.json)
        case .filterKey(let key): found = card.body.metadata[key].map { $0.array ?? [$0] } ?? [nil]
        }
        return meets(found.map { $0.flatMap(value) })
    }

    /// The value at a dotted path, or the elements if it is a list; `[nil]` if there is none.
    private static func look(up path: String, in json: JSONValue) -> [JSONValue?] {
        var place = json
        for part in path.split(separator: ".") {
            let next = place.array.map { elements in
                Int(part).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            }
            guard let found = next ?? place[String(part)] else { return [nil] }
            place = found
        }
        return place.array ?? [place]
    }

    /// Converts JSON to the type of the filter; nil if it has another type.
    private func value(_ json: JSONValue) -> Value? {
        switch (json, values.first) {
        case (.string(let text), .date): Date(dayOrTimestamp: text).map { .date($0) }
        case (.string(let text), .string): .string(text)
        case (.number(let number), .number): .number(number)
        case (.bool(let bool), .bool): .bool(bool)
        default: nil
        }
    }

    /// Converts a variable's text to the type of the filter: variables have a declared type but are transmitted as
    /// text.
    private func declared(_ json: JSONValue) -> Value? {
        guard let text = json.string else { return nil }
        switch values.first {
        case .number: return JSONNumber(literal: text).map { .number($0) }
        case .bool: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        default: return value(json)
        }
    }

    /// Compares a card's value, or all elements of its list, with the condition. Nil stands for a missing value or a
    /// value of another type.
    private func meets(_ found: [Value?]) -> Bool {
        let present = found.compactMap { $0 }
        func isAmong(_ value: Value, _ others: [Value]) -> Bool { others.contains { order(value, $0) == .same } }
        let ordered: (Order) -> Bool = { order in
            guard let one = present.first, let bound = values.first else { return false }
            return self.order(one, bound) == order
        }
        switch operation {
        case .equalTo: return ordered(.same)
        case .notEqualTo: return !ordered(.same)
        case .greaterThan: return ordered(.above)
        case .greaterThanOrEqualTo: return ordered(.above) || ordered(.same)
        case .lessThan: return ordered(.below)
        case .lessThanOrEqualTo: return ordered(.below) || ordered(.same)
        case .in: return present.first.map { isAmong($0, values) } ?? false
        case .notIn: return present.first.map { !isAmong($0, values) } ?? true
        case .between:
            guard let one = present.first, values.count == 2 else { return false }
            return order(one, values[0]) != .below && order(one, values[1]) != .above
        case .including: return values.allSatisfy { isAmong($0, present) }
        case .excluding: return !values.contains { isAmong($0, present) }
        case .includedIn:
            return !present.isEmpty && present.count == found.count && present.allSatisfy { isAmong($0, values) }
        case .excludedFrom: return !present.contains { isAmong($0, values) }
        }
    }

    private enum Order { case below, same, above }

    private func order(_ left: Value, _ right: Value) -> Order {
        switch (left, right) {
        case (.number(let left), .number(let right)):
            left.isLess(than: right) ? .below : right.isLess(than: left) ? .above : .same
        case (.date(let left), .date(let right)):
            left.milliseconds < right.milliseconds ? .below : left.milliseconds > right.milliseconds ? .above : .same
        default: left == right ? .same : .above
        }
    }
}

extension [CardFilter] {
    /// Whether a card matches all conditions; an empty list matches every card. If there is a filter by card instance
    /// id, only the first such filter applies.
    package func matches(_ card: Card) -> Bool {
        if let single = first(where: { $0.field == .cardInstanceID }) { return single.matches(card) }
        return allSatisfy { $0.matches(card) }
    }
}
