import struct Foundation.Date

extension CardFilter: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        let names = "priority, createdDate, templateId, templateName, variable, cardInstanceId, content, filterKey"
        let field: Field =
            switch try fields.requireString("field") {
            case "priority": .priority
            case "createdDate": .createdDate
            case "templateId": .templateID
            case "templateName": .templateName
            case "cardInstanceId": .cardInstanceID
            case "variable": .variable(try fields.requireString("name"))
            case "content": .content(try fields.requireString("path"))
            case "filterKey": .filterKey(try fields.requireString("key"))
            default: throw fields.problem("field", "one of \(names)")
            }
        let operation: Operation = try fields.requireChoice("operator")
        let values: [Value] = try fields.require(
            "value", "a string, number, boolean or date, or an array with values of one of these types"
        ) {
            json in
            let elements = json.array ?? [json]
            let values = elements.compactMap(Value.init(json:))
            return values.count == elements.count ? values : nil
        }
        do {
            try self.init(field, operation, values)
        } catch {
            throw CardProblem(pointer: "", expected: "a valid filter", found: json, hint: error.description)
        }
    }

    public var json: JSONValue {
        var object = JSONObject()
        switch field {
        case .priority: object["field"] = "priority"
        case .createdDate: object["field"] = "createdDate"
        case .templateID: object["field"] = "templateId"
        case .templateName: object["field"] = "templateName"
        case .cardInstanceID: object["field"] = "cardInstanceId"
        case .variable(let name):
            object["field"] = "variable"
            object["name"] = .string(name)
        case .content(let path):
            object["field"] = "content"
            object["path"] = .string(path)
        case .filterKey(let key):
            object["field"] = "filterKey"
            object["key"] = .string(key)
        }
        object["operator"] = .string(operation.rawValue)
        object["value"] = values.count == 1 ? values[0].json : .array(values.map(\.json))
        return .object(object)
    }
}

extension CardFilter.Value {
    fileprivate init?(json: JSONValue) {
        switch json {
        case .string(let text): self = .string(text)
        case .number(let number): self = .number(number)
        case .bool(let bool): self = .bool(bool)
        case .object(let object):
            guard let date = object["date"]?.string.flatMap({ Date(dayOrTimestamp: $0) }) else { return nil }
            self = .date(date)
        case .null, .array: return nil
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): .number(number)
        case .bool(let bool): .bool(bool)
        case .date(let date): ["date": .string(date.rfc3339)]
        }
    }
}
