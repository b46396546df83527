import Cards
import MessageHTML
import VendorClient

import struct Foundation.Date

/// The fields of an in-app message that have no one-to-one equivalent on the card: radio buttons and hidden values.
struct InAppForm: Sendable, Hashable {
    /// The ids of the radio buttons of each group, by the name of the card's field.
    private(set) var groups: [String: [String]] = [:]
    /// The hidden values by id.
    private(set) var hidden: [String: String] = [:]
    private var choices: [String: [Card.Input.Choice]] = [:]
    private var chosen: [String: String] = [:]

    init(_ fields: [HTMLField]) {
        for field in fields where !field.key.isEmpty {
            switch field.kind {
            case .radio(let group, let isOn):
                let name = Self.name(ofGroup: group)
                let known = groups[name, default: []]
                guard Self.isValue(field.key), known.count < CardLimits.items, !known.contains(field.key) else {
                    continue
                }
                groups[name, default: []].append(field.key)
                choices[name, default: []].append(Card.Input.Choice(value: field.key, label: field.label))
                if isOn { chosen[name] = field.key }
            case .hidden(let value): hidden[field.key] = value
            case .text, .number, .date, .toggle, .choice: break
            }
        }
    }

    private static func name(ofGroup group: String) -> String { "group \(group)".prefix(scalars: CardLimits.name) }
    /// Whether a text can be the value of a choice.
    private static func isValue(_ text: String) -> Bool { (1...CardLimits.label).contains(text.unicodeScalars.count) }

    /// The field for the card; nil for one that is not shown, or that is part of another field.
    func input(of field: HTMLField) -> Card.Input? {
        guard !field.key.isEmpty, field.key.unicodeScalars.count <= CardLimits.name, field.key != InAppCard.member
        else { return nil }
        let kind: Card.Input.Kind
        var name = field.key
        var label: String? = field.label
        switch field.kind {
        case .text(let value, let lines):
            kind = .text(defaultValue: value.prefix(scalars: CardLimits.text), numberOfLines: lines)
        case .number(let value): kind = .number(defaultValue: Double(value).flatMap { JSONNumber($0) })
        case .date(let value): kind = .date(defaultValue: Date(dayOrTimestamp: value))
        case .toggle(let isOn): kind = .toggle(defaultValue: isOn)
        case .choice(let items, let value):
            var seen: Set<String> = []
            let choices = items.filter { Self.isValue($0.value) && seen.insert($0.value).inserted }
                .prefix(CardLimits.items)
                .map { Card.Input.Choice(value: $0.value, label: $0.label.isEmpty ? $0.value : $0.label) }
            guard !choices.isEmpty else { return nil }
            let chosen = choices.first { $0.value == value }?.value
            kind = .dropdown(items: Array(choices), defaultValue: chosen)
        case .radio(let group, _):
            name = Self.name(ofGroup: group)
            // The first radio button represents the whole group.
            guard groups[name]?.first == field.key else { return nil }
            kind = .radioGroup(items: choices[name] ?? [], defaultValue: chosen[name])
            label = group.isEmpty ? nil : group.prefix(scalars: CardLimits.label)
        case .hidden: return nil
        }
        let rules = field.isRequired ? [Card.ValidationRule(.required)] : []
        return Card.Input(name: name, label: label, placeholder: field.placeholder, kind: kind, validation: rules)
    }

    /// The values that the user has entered, by the ids of the fields.
    ///
    /// - Parameter values: The values of the submission.
    func inputs(_ values: JSONObject) -> InAppInputs {
        var result: InAppInputs = hidden.mapValues { .text($0) }
        for (name, value) in values.members where name != InAppCard.member {
            if let ids = groups[name] {
                for id in ids { result[id] = .bool(id == value.string) }
                continue
            }
            switch value {
            case .string(let text): result[name] = .text(text)
            case .number(let number): result[name] = .number(number.double)
            case .bool(let bool): result[name] = .bool(bool)
            case .null, .array, .object: break
            }
        }
        return result
    }

    // MARK: JSON

    /// The form as JSON: `{"groups": {NAME: [ID]}, "hidden": {ID: VALUE}}`.
    var json: JSONValue {
        var (groupsJSON, hiddenJSON) = (JSONObject(), JSONObject())
        for (name, ids) in groups.sorted(by: { $0.key < $1.key }) {
            groupsJSON[name] = .array(ids.map(JSONValue.string))
        }
        for (id, value) in hidden.sorted(by: { $0.key < $1.key }) { hiddenJSON[id] = .string(value) }
        return ["groups": .object(groupsJSON), "hidden": .object(hiddenJSON)]
    }

    /// Decodes the result of ``json``.
    init(_ json: JSONValue) {
        self.init([])
        for (name, ids) in json["groups"]?.object?.members ?? [] {
            groups[name] = (ids.array ?? []).compactMap(\.string)
        }
        for (id, value) in json["hidden"]?.object?.members ?? [] { hidden[id] = value.string }
    }
}
