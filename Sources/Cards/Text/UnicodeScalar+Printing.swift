extension Unicode.Scalar {
    /// Whether a reader must not get it as it is: it acts on a terminal, breaks a line, hides or reorders text, or has no
    /// glyph but in a private font. What `SafeText` takes out or replaces wherever it stands, and also joiners and variation
    /// selectors, which it keeps between emoji: the one list of what ``PrintableJSON`` escapes.
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

    /// Whether it is drawn over the character before it.
    package var isCombiningMark: Bool {
        guard value >= 0x0300 else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
