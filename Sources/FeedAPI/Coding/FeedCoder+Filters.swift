package import Cards

import struct Foundation.Date

/// Filters in the format of the protocol: `[{"OPERATOR": VALUE}]`, where a value is an object such as `{"byPriority":
/// 3}` or a list of such objects (Atomic Flutter SDK 24.2, `AACCardFilter`).
extension FeedCoder {
    /// Encodes filters as an array.
    package static func encode(_ filters: [CardFilter]) -> [UInt8] {
        JSONValue.array(filters.map(json)).encoded()
    }

    /// Decodes one filter or an array of them.
    ///
    /// - Throws: ``Problem`` with a pointer into the filters.
    package static func decodeFilters(_ bytes: [UInt8]) throws(Problem) -> [CardFilter] {
        try filters(JSONSlice(bytes), pointer: "")
    }

    /// The filters in a member of a request; empty if the member is missing.
    static func filters(_ object: WireObject, _ key: String) throws(Problem) -> [CardFilter] {
        guard let slice = object.optional(key) else { return [] }
        return try filters(slice, pointer: object.pointer(key))
    }

    private static let form = #"filters such as [{"lessThan": {"byPriority": 4}}]"#

    private static func filters(_ slice: JSONSlice, pointer: String) throws(Problem) -> [CardFilter] {
        let value: JSONValue
        do { value = try slice.value() } catch {
            throw Problem(
                .malformedRequest, detail: "The filters' JSON is not valid at \(error.description).", pointer: pointer,
                expected: form)
        }
        if case .object = value { return [try filter(value, pointer)] }
        guard let elements = value.array else { throw Problem(InvalidField(pointer, expected: form)) }
        var filters: [CardFilter] = []
        for (index, element) in elements.enumerated() { filters.append(try filter(element, "\(pointer)/\(index)")) }
        return filters
    }

    private static func filter(_ json: JSONValue, _ pointer: String) throws(Problem) -> CardFilter {
        guard let object = json.object, object.count == 1, let (name, content) = object.members.first else {
            throw Problem(InvalidField(pointer, expected: "an object with exactly one operator"))
        }
        if name == FieldName.cardInstanceID.rawValue {
            guard let id = content.string else {
                throw Problem(InvalidField("\(pointer)/\(name)", expected: "a card's id"))
            }
            return try filter(.cardInstanceID, .equalTo, [.string(id)], pointer)
        }
        guard let operation = CardFilter.Operation(rawValue: name) else {
            let known = CardFilter.Operation.allCases.map(\.rawValue) + [FieldName.cardInstanceID.rawValue]
            throw Problem(InvalidField("\(pointer)/\(name)", expected: "one of \(known.joined(separator: ", "))"))
        }
        var field: CardFilter.Field?
        var values: [CardFilter.Value] = []
        for (index, element) in (content.array ?? [content]).enumerated() {
            let place = "\(pointer)/\(name)" + (content.array == nil ? "" : "/\(index)")
            let (next, value) = try comparison(element, place)
            guard field == nil || field == next else {
                throw Problem(InvalidField(place, expected: "a value for the same field as the first value"))
            }
            field = next
            values.append(value)
        }
        guard let field else { throw Problem(InvalidField("\(pointer)/\(name)", expected: "at least one value")) }
        return try filter(field, operation, values, "\(pointer)/\(name)")
    }

    private static func filter(
        _ field: CardFilter.Field, _ operation: CardFilter.Operation, _ values: [CardFilter.Value], _ pointer: String
    ) throws(Problem) -> CardFilter {
        do { return try CardFilter(field, operation, values) } catch {
            throw Problem(
                .malformedRequest, detail: "The filter is not valid: \(error).", pointer: pointer,
                expected: "a filter whose operator and values fit its field")
        }
    }

    // MARK: Fields and values

    private enum FieldName: String, CaseIterable {
        case priority = "byPriority"
        case createdDate = "byCreatedDate"
        case templateID = "byCardTemplateID"
        case templateName = "byCardTemplateName"
        case variable = "byVariableName"
        case content = "byCardContent"
        case filterKey = "byFilterKey"
        case cardInstanceID = "byCardInstanceId"

        /// The name of the argument of a field; nil if the field has no argument.
        var argument: String? {
            switch self {
            case .variable: "name"
            case .content: "path"
            case .filterKey: "key"
            case .priority, .createdDate, .templateID, .templateName, .cardInstanceID: nil
            }
        }
    }

    /// Decodes a field and a value, such as `{"byPriority": 3}` or `{"byVariableName": {"name": "region", "value":
    /// "eu"}}`.
    private static func comparison(
        _ json: JSONValue, _ pointer: String
    ) throws(Problem) -> (CardFilter.Field, CardFilter.Value) {
        guard let object = json.object, object.count == 1, let (name, content) = object.members.first,
            let field = FieldName(rawValue: name), field != .cardInstanceID
        else {
            let known = FieldName.allCases.filter { $0 != .cardInstanceID }.map(\.rawValue)
            throw Problem(
                InvalidField(pointer, expected: "an object with exactly one of \(known.joined(separator: ", "))"))
        }
        let place = "\(pointer)/\(name)"
        guard let argument = field.argument else {
            let value = try self.value(content, place, isDate: field == .createdDate)
            switch field {
            case .priority: return (.priority, value)
            case .createdDate: return (.createdDate, value)
            case .templateID: return (.templateID, value)
            default: return (.templateName, value)
            }
        }
        guard let text = content[argument]?.string, let json = content["value"] else {
            throw Problem(InvalidField(place, expected: "an object with \"\(argument)\" and \"value\""))
        }
        let value = try self.value(json, "\(place)/value", isDate: false)
        switch field {
        case .variable: return (.variable(text), value)
        case .content: return (.content(text), value)
        default: return (.filterKey(text), value)
        }
    }

    /// - Parameter isDate: Whether strings are dates. Otherwise, a date has the form `{"date": "…"}`.
    private static func value(
        _ json: JSONValue, _ pointer: String, isDate: Bool
    ) throws(Problem) -> CardFilter.Value {
        func date(_ text: String?) throws(Problem) -> CardFilter.Value {
            guard let text, let date = FeedTime.parse(text.utf8) ?? Date(calendarDay: text) else {
                throw Problem(InvalidField(pointer, expected: "a time such as 2026-11-21T09:30:00Z, or a day"))
            }
            return .date(date)
        }
        switch json {
        case .string(let text): return isDate ? try date(text) : .string(text)
        case .number(let number): return .number(number)
        case .bool(let bool): return .bool(bool)
        case .object(let object) where object["date"] != nil: return try date(object["date"]?.string)
        case .object, .array, .null:
            throw Problem(
                InvalidField(pointer, expected: #"a string, a number, true, false or {"date": "2026-11-21T09:30:00Z"}"#)
            )
        }
    }

    private static func json(_ filter: CardFilter) -> JSONValue {
        if filter.field == .cardInstanceID { return [FieldName.cardInstanceID.rawValue: json(filter.values[0])] }
        let values = filter.values.map { value -> JSONValue in
            switch filter.field {
            case .priority: [FieldName.priority.rawValue: json(value)]
            case .createdDate: [FieldName.createdDate.rawValue: json(value)]
            case .templateID: [FieldName.templateID.rawValue: json(value)]
            case .templateName: [FieldName.templateName.rawValue: json(value)]
            case .cardInstanceID: [FieldName.cardInstanceID.rawValue: json(value)]
            case .variable(let name): [FieldName.variable.rawValue: ["name": .string(name), "value": json(value)]]
            case .content(let path): [FieldName.content.rawValue: ["path": .string(path), "value": json(value)]]
            case .filterKey(let key): [FieldName.filterKey.rawValue: ["key": .string(key), "value": json(value)]]
            }
        }
        return .object([filter.operation.rawValue: values.count == 1 ? values[0] : .array(values)])
    }

    private static func json(_ value: CardFilter.Value) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .number(let number): .number(number)
        case .bool(let bool): .bool(bool)
        case .date(let date): ["date": .string(FeedTime.text(date))]
        }
    }
}
