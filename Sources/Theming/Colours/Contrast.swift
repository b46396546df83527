package import Canvas
internal import Glibc

/// The contrast between colours by the formulas of WCAG 2.2 (relative luminance, contrast ratio).
package enum Contrast {
    /// The minimum for text: success criterion 1.4.3, level AA.
    package static let text = 4.5

    /// The contrast ratio, from 1 for equal colours to 21 for black and white; nil if one of them depends on the
    /// terminal.
    package static func ratio(_ one: Color, _ other: Color) -> Double? {
        guard let first = luminance(one), let second = luminance(other) else { return nil }
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Whether a colour looks the same in every terminal, so that its contrast can be measured.
    static func isMeasurable(_ color: Color) -> Bool { luminance(color) != nil }

    private static func luminance(_ color: Color) -> Double? {
        let channels: (red: Int, green: Int, blue: Int)
        switch color.value {
        case .rgb(let red, let green, let blue): channels = (Int(red), Int(green), Int(blue))
        case .palette(let index) where index >= 16: channels = Color.xterm(index)
        case .palette, .default: return nil
        }
        return 0.2126 * linear(channels.red) + 0.7152 * linear(channels.green) + 0.0722 * linear(channels.blue)
    }

    private static func linear(_ channel: Int) -> Double {
        let value = Double(channel) / 255
        return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}

extension Theme {
    /// The scopes with hard to read text, and their contrast. Lines are excluded, as are colours that depend on the
    /// terminal.
    package var faintScopes: [(scope: StyleScope, ratio: Double)] {
        StyleScope.allCases.compactMap { scope in
            guard !scope.isLine, let ratio = Contrast.ratio(self[scope].foreground, self[scope].background),
                ratio < Contrast.text
            else { return nil }
            return (scope, ratio)
        }
    }
}
