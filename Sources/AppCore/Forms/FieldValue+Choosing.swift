package import Cards

extension FieldValue {
    /// The value after the space key; nil if the key has no effect on the input. In a radio group, the arrow keys choose
    /// already, so the key only makes the first choice.
    func toggled(in input: Card.Input) -> FieldValue? {
        switch (self, input.kind.entry) {
        case (.toggle(let isOn), _): return .toggle(!isOn)
        case (.checked(var values, let cursor), .several(let items, _)):
            guard items.indices.contains(cursor) else { return nil }
            let item = items[cursor].value
            if values.remove(item) == nil { values.insert(item) }
            return .checked(values, cursor: cursor)
        case (.choice(nil), .one(let items, _)): return items.first.map { .choice($0.value) }
        default: return nil
        }
    }

    /// The value after the left (-1) or right (1) key; nil if the key has no effect on the input.
    func stepped(_ direction: Int, in input: Card.Input) -> FieldValue? {
        switch (self, input.kind.entry) {
        case (.toggle, _): return .toggle(direction > 0)
        case (.stepper(let value), .steps(let steps)): return .stepper(steps.next(direction, after: value))
        case (.checked(let values, let cursor), .several(let items, _)):
            return .checked(values, cursor: Self.position(cursor, direction, items.count))
        case (.choice(let value), .one(let items, _)):
            guard !items.isEmpty else { return nil }
            let current = items.firstIndex { $0.value == value }
            let next = current.map { Self.position($0, direction, items.count) }
            return .choice(items[next ?? (direction > 0 ? 0 : items.count - 1)].value)
        default: return nil
        }
    }

    /// The value after a click on the choice at a position; nil if it has no effect.
    func choosing(_ position: Int, in input: Card.Input) -> FieldValue? {
        switch (self, input.kind.entry) {
        case (.checked(let values, _), .several):
            return FieldValue.checked(values, cursor: position).toggled(in: input)
        case (.choice, .one(let items, _)):
            return items.indices.contains(position) ? .choice(items[position].value) : nil
        default: return nil
        }
    }

    /// The value to submit; nil leaves the input out.
    package func submitted(for input: Card.Input) -> JSONValue? {
        switch (self, input.kind.entry) {
        case (.text(let field), .number): return JSONNumber(typed: field.text).map { .number($0) }
        case (.text(let field), .day): return field.text.isEmpty ? nil : .string(field.text.trimmed)
        case (.text(let field), _): return .string(field.text)
        case (.toggle(let isOn), _): return .bool(isOn)
        case (.stepper(let number), _): return .number(number)
        case (.checked(let values, _), .several(let items, _)):
            return .array(items.map(\.value).filter(values.contains).map { .string($0) })
        case (.file(let file), .file):
            guard case .fileUpload(let bucketID, _) = input.kind else { return nil }
            return file?.value(bucketID: bucketID)
        case (.choice(let value), _): return value.map { .string($0) }
        default: return nil
        }
    }

    private static func position(_ current: Int, _ step: Int, _ count: Int) -> Int {
        count == 0 ? 0 : max(0, min(count - 1, current + step))
    }
}

extension String {
    /// The string without whitespace at either end.
    var trimmed: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
