import Canvas
import Theming

/// The scopes that a cell was drawn with, derived from its style in ``Theming/Theme/scopes``.
struct CellScopes: Equatable {
    /// The scope that gives the text its colour; nil for colours that are not from the theme (pictures, a host's
    /// colours).
    let scope: StyleScope?
    /// What the letter for ``scope`` does not express; nil if the letter is enough.
    let remark: String?

    /// Scopes that are drawn over other scopes, with the attribute that identifies each.
    static let marks: [StyleScope: Attributes] = [
        .textEmphasis: Attributes(rawValue: 1 << 8), .textStrong: Attributes(rawValue: 1 << 9),
        .textCode: Attributes(rawValue: 1 << 10), .textLink: Attributes(rawValue: 1 << 11),
        .textDim: Attributes(rawValue: 1 << 12),
    ]

    private static let attributeNames: [(Attributes, String)] = [
        (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underlined"), (.reverse, "reversed"),
        (.strikethrough, "crossed_out"),
    ]

    static func color(_ scope: StyleScope) -> Color { .rgb(250, 251, scope.rawValue) }

    private static func scope(_ color: Color) -> StyleScope? {
        guard case .rgb(250, 251, let raw) = color.value else { return nil }
        return StyleScope(rawValue: raw)
    }

    init(_ style: Style) {
        let ground = Self.scope(style.background)
        guard let top = style == .default ? .base : Self.scope(style.foreground),
            ground != nil || style.background == .default
        else {
            (scope, remark) = (nil, nil)
            return
        }
        scope = top
        let marks = StyleScope.allCases.filter { Self.marks[$0].map(style.attributes.contains) ?? false }
        var words: [String] = []
        // For markup of ordinary text, the letter is enough.
        let isOver = ground.map { $0 != top && ($0 != .text || marks.isEmpty) } ?? false
        if marks.count > 1 || isOver {
            words.append(marks.isEmpty ? top.name : marks.map(\.name).joined(separator: " + "))
            if isOver, let ground { words.append("over \(ground.name)") }
        }
        let known: Attributes = top == .modalBackdrop ? .dim : []
        let names = Self.attributeNames.filter { style.attributes.subtracting(known).contains($0.0) }.map(\.1)
        if !names.isEmpty { words.append((words.isEmpty ? top.name : "and") + " " + names.joined(separator: " ")) }
        remark = words.isEmpty ? nil : words.joined(separator: " ")
    }

    var letter: Character { scope.flatMap { ScopeLetters.letter[$0] } ?? ScopeLetters.own }
}
