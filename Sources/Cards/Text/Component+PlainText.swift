extension [Card.Component] {
    /// The texts of a layout with their markup unchanged, separated by blank lines. Fields and buttons are left out.
    package var plainText: String {
        compactMap { component -> String? in
            switch component {
            case .list(let list): list.plainText
            case .media(let media):
                [media.label, media.description, media.url].compactMap(\.self).filter { !$0.isEmpty }
                    .joined(separator: "\n")
            case .carousel(let carousel):
                carousel.items.map { item in
                    [item.caption ?? item.alternativeText, item.url].compactMap(\.self).filter { !$0.isEmpty }
                        .joined(separator: "\n")
                }.joined(separator: "\n\n")
            case .buttons, .input, .loadMore, .unknown: nil
            default: component.texts.filter { !$0.isEmpty }.joined(separator: " · ")
            }
        }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

extension Card.ListBlock {
    fileprivate var plainText: String {
        guard style != .comma else { return items.map(\.text).joined(separator: ", ") }
        return Self.lines(of: items, isOrdered: style == .ordered, indent: "").joined(separator: "\n")
    }

    private static func lines(of items: [Item], isOrdered: Bool, indent: String) -> [String] {
        items.enumerated().flatMap { index, item in
            ["\(indent)\(isOrdered ? "\(index + 1)." : "-") \(item.text)"]
                + lines(of: item.items, isOrdered: isOrdered, indent: indent + "  ")
        }
    }
}
