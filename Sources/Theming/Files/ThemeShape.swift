package import Canvas

/// The parts of a theme in addition to colours: frames and spacing, in cells.
package struct ThemeShape: Equatable, Sendable {
    /// The frame of cards.
    package var border = Border.rounded
    /// The frame of sheets over them.
    package var sheetBorder = Border.rounded
    /// Columns between a card's frame and its content, 1 to 4.
    package var padding = 1
    /// Rows between cards, 0 to 3; nil to depend on the height of the screen.
    package var spacing: Int?
    /// Rows between the parts of a card if there is space, 0 to 2.
    package var elementSpacing = 1
    package var rules: Rules = []

    package init() {}

    /// Separator lines.
    package struct Rules: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Below the header, if there is a row for it.
        package static let top = Rules(rawValue: 1)
        /// Between cards, if there is a row between them.
        package static let between = Rules(rawValue: 2)
        /// Below the last card.
        package static let bottom = Rules(rawValue: 4)
    }
}

/// A theme file's entries for the shape; missing ones are inherited.
struct ShapeDefinition: Equatable {
    var border: Border?
    var sheetBorder: Border?
    var padding: Int?
    var spacing: Int?
    var elementSpacing: Int?
    /// Whether each rule is shown, by the rule's bit.
    var rules: [UInt8: Bool] = [:]

    static let table = "shape"
    static let borders = ["border", "sheet_border"]
    static let numbers: [(name: String, range: ClosedRange<Int>)] = [
        ("padding", 1...4), ("spacing", 0...3), ("element_spacing", 0...2),
    ]
    static let ruleNames: [(name: String, rule: ThemeShape.Rules)] = [
        ("rule_top", .top), ("rule_between", .between), ("rule_bottom", .bottom),
    ]
    static let names = borders + numbers.map(\.name) + ruleNames.map(\.name)

    mutating func set(_ name: String, _ border: Border) {
        if name == "border" { self.border = border } else { sheetBorder = border }
    }

    mutating func set(_ name: String, _ number: Int) {
        switch name {
        case "padding": padding = number
        case "spacing": spacing = number
        default: elementSpacing = number
        }
    }
}

extension ThemeShape {
    /// - Parameter definitions: The definitions of the requested theme first, then inherited ones.
    init(_ definitions: [ShapeDefinition]) {
        self.init()
        for definition in definitions.reversed() {
            border = definition.border ?? border
            sheetBorder = definition.sheetBorder ?? sheetBorder
            padding = definition.padding ?? padding
            spacing = definition.spacing ?? spacing
            elementSpacing = definition.elementSpacing ?? elementSpacing
            for (bit, isOn) in definition.rules {
                if isOn { rules.insert(Rules(rawValue: bit)) } else { rules.remove(Rules(rawValue: bit)) }
            }
        }
    }
}
