extension String {
    /// The text with a visible sign, such as `⟨U+202E⟩`, in place of each scalar that has no glyph: control characters,
    /// zero-width characters, and marks that reorder text. Markdown character references to such scalars (`&#x202E;`,
    /// `&zwj;`) are replaced as well. Line feeds and tabs stay, and so do joiners and variation selectors where emoji
    /// and shaped scripts need them.
    package var revealingInvisible: String {
        // Fast path: most texts have neither scalars without a glyph nor references.
        guard unicodeScalars.contains(where: { $0.isUnprintable || $0 == "&" }) else { return self }
        let scalars = Array(unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "&", let (named, end) = Self.reference(in: scalars, at: index), named.isUnprintable,
                named != "\n"
            {
                result.append(contentsOf: Self.visibleSign(for: named))
                index = end
                continue
            }
            let following = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar.isUnprintable,
                !Self.mayStay(scalar, after: index > 0 ? scalars[index - 1] : nil, before: following)
            {
                result.append(contentsOf: Self.visibleSign(for: scalar))
            } else {
                result.append(scalar)
            }
            index += 1
        }
        return String(result)
    }

    /// The sign that replaces a scalar without a glyph: `⟨U+202E⟩`.
    package static func visibleSign(for scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "⟨U+\(String(repeating: "0", count: Swift.max(0, 4 - digits.count)))\(digits)⟩".unicodeScalars
    }

    /// Whether a scalar without a glyph stays because it affects what readers see.
    private static func mayStay(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before following: Unicode.Scalar?
    ) -> Bool {
        switch scalar {
        case "\n", "\t": true
        case "\r": following == "\n"
        case "\u{FE0E}", "\u{FE0F}": previous.map(isPictograph) ?? false || following == "\u{20E3}"
        case "\u{200D}":
            (previous.map { isPictograph($0) || $0 == "\u{FE0F}" || isShaped($0) } ?? false)
                && (following.map { isPictograph($0) || isShaped($0) } ?? false)
        case "\u{200C}": (previous.map(isShaped) ?? false) && (following.map(isShaped) ?? false)
        default: false
        }
    }

    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x7F && (scalar.properties.isEmoji || scalar.properties.isEmojiModifier)
    }

    /// Whether joiners shape letters of the scalar's script: from Arabic to Myanmar, Khmer, Mongolian and the Brahmic
    /// supplements.
    private static func isShaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0600...0x109F, 0x1780...0x1CFF, 0xA840...0xABFF, 0x10A00...0x10FFF, 0x11000...0x11FFF: true
        default: false
        }
    }

    /// The scalar of an HTML character reference, and the index after the reference; nil if there is none.
    private static func reference(in scalars: [Unicode.Scalar], at start: Int) -> (Unicode.Scalar, end: Int)? {
        // No reference that matters is longer.
        let end = Swift.min(scalars.count, start + 34)
        guard let close = scalars[start..<end].firstIndex(of: ";") else { return nil }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[(start + 1)..<close])
        let text = String(name)
        if let named = names[text] { return (named, close + 1) }
        guard text.hasPrefix("#") else { return nil }
        let digits = text.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return value.flatMap(Unicode.Scalar.init).map { ($0, close + 1) }
    }

    /// The HTML names of scalars without a glyph.
    private static let names: [String: Unicode.Scalar] = [
        "shy": "\u{AD}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}",
        "ZeroWidthSpace": "\u{200B}", "NegativeVeryThinSpace": "\u{200B}", "NegativeThinSpace": "\u{200B}",
        "NegativeMediumSpace": "\u{200B}", "NegativeThickSpace": "\u{200B}", "NoBreak": "\u{2060}", "af": "\u{2061}",
        "ApplyFunction": "\u{2061}", "it": "\u{2062}", "InvisibleTimes": "\u{2062}", "ic": "\u{2063}",
        "InvisibleComma": "\u{2063}",
    ]
}

extension CardBody {
    /// If the card belongs to an ask, makes scalars without a glyph visible in all its texts, because users must see
    /// what they approve. Other cards are unchanged, and are shown without these scalars.
    func revealingInvisible() -> CardBody {
        guard ask != nil else { return self }
        var body = self
        body.components = components.map(Self.revealing)
        body.subviews = subviews.mapValues { subview in
            var subview = subview
            subview.title = subview.title.revealingInvisible
            subview.components = subview.components.map(Self.revealing)
            return subview
        }
        return body
    }

    private static func revealing(_ component: Card.Component) -> Card.Component {
        var component = component
        component.forEachText { $0 = $0.revealingInvisible }
        guard case .input(var input) = component else { return component }
        func revealing(_ items: [Card.Input.Choice]) -> [Card.Input.Choice] {
            items.map { choice in
                var choice = choice
                choice.label = choice.label.revealingInvisible
                return choice
            }
        }
        switch input.kind {
        case .checkboxGroup(let items, let value):
            input.kind = .checkboxGroup(items: revealing(items), defaultValue: value)
        case .radioGroup(let items, let value): input.kind = .radioGroup(items: revealing(items), defaultValue: value)
        case .dropdown(let items, let value): input.kind = .dropdown(items: revealing(items), defaultValue: value)
        case .text, .number, .toggle, .stepper, .date, .fileUpload: break
        }
        return .input(input)
    }
}
