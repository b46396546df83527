import Basics

extension LintRule {
    /// Rules about members that are ignored.
    static let spelling = [unknownMember]

    static let unknownMember = LintRule(
        "unknown-member", "A member has an unknown name, probably a typo."
    ) { card in
        var walk = MemberWalk()
        walk.visit(card.json, .object(CardShapes.card), at: "")
        return walk.notes
    }
}

/// Walks a card along its shape and collects the members that the shape does not describe.
private struct MemberWalk {
    private(set) var notes: [LintRule.Note] = []

    mutating func visit(_ json: JSONValue, _ shape: Shape, at pointer: String) {
        switch shape {
        case .text, .duration, .choice, .integer, .number, .bool, .anyObject: break
        case .list(let element, _):
            for (index, value) in (json.array ?? []).enumerated() { visit(value, element, at: "\(pointer)/\(index)") }
        case .map(let element, _):
            for (key, value) in json.object?.members ?? [] {
                visit(value, element, at: pointer + CardProblem.pointerPart(key))
            }
        case .object(let fields): visit(json, fields, at: pointer)
        case .either(let shapes):
            if let shape = shapes.first(where: { ShapeChecker.isOfType(json, $0) }) { visit(json, shape, at: pointer) }
        case .tagged(let tag, let variants, _):
            guard let variant = variants.first(where: { json[tag] == .string($0.tag) }) else { return }
            visit(json, variant.fields, tag: tag, variants, at: pointer)
        case .named(let name):
            guard let shape = CardShapes.byName[name] else { return }
            visit(json, shape, at: pointer)
        }
    }

    /// - Parameter variants: All variants that are allowed at this place, to find the one that an unknown member
    ///   belongs to.
    private mutating func visit(
        _ json: JSONValue, _ fields: [Shape.Field], tag: String? = nil, _ variants: [Shape.Variant] = [],
        at pointer: String
    ) {
        for (key, value) in json.object?.members ?? [] {
            let place = pointer + CardProblem.pointerPart(key)
            if let field = fields.first(where: { $0.name == key }) {
                visit(value, field.shape, at: place)
            } else if key != tag, !key.hasPrefix("$") {
                // Editors find the schema by "$schema"; names with a dollar sign are not spelling mistakes.
                let names = fields.map(\.name)
                let advice = Spelling.nearest(to: key, among: names).map { "Did you mean \"\($0)\"?" }
                let known =
                    names.isEmpty
                    ? "This object cannot have members." : "Known members: \(names.joined(separator: ", "))."
                let owner = Self.owner(of: key, among: variants).map { "Only \"\($0)\" has this member." }
                notes.append(LintRule.Note(place, "unknown member \"\(key)\"", owner ?? advice ?? known))
            }
        }
    }

    /// The only variant that has this member; nil if none or several have it.
    private static func owner(of key: String, among variants: [Shape.Variant]) -> String? {
        let owners = variants.filter { $0.fields.contains { $0.name == key } }
        return owners.count == 1 ? owners[0].tag : nil
    }
}
