extension Unicode.Scalar {
    /// Whether the scalar must be escaped for readers: it controls a terminal, breaks a line, hides or reorders text,
    /// or has a glyph only in private fonts. Includes what `SafeText` removes or replaces, and joiners and variation
    /// selectors, which it keeps between emoji. ``PrintableJSON`` escapes these.
    package var isUnprintable: Bool {
        switch value {
        case 0x20...0x7E: return false
        case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x2028, 0x2029, 0xFFF9...0xFFFB: return true
        case ..<0x0300: return false
        default: break
        }
        return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
            || properties.generalCategory == .privateUse
    }

    /// Whether the scalar is drawn over the previous character.
    package var isCombiningMark: Bool {
        guard value >= 0x0300 else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
